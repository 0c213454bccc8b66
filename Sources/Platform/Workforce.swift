/// A way to start the workers of a job, which are processes of their own and outlive the statement.
public struct Workforce: Sendable {
  /// What is to be started.
  public struct Order: Sendable, Hashable {
    /// The folder of the job, from the root on.
    public var folder: String
    /// The number of workers.
    public var workers: Int
    /// The words of a program that starts them on other machines, without the folder and their number, which it is given
    /// with the path of this program; nil to start them on this machine.
    public var driver: Driver?

    /// Makes an order.
    public init(folder: String, workers: Int, driver: Driver? = nil) {
      (self.folder, self.workers, self.driver) = (folder, workers, driver)
    }
  }

  /// A script of Python that starts workers on other machines.
  public struct Driver: Sendable, Hashable {
    /// The program that runs it.
    public var python: String
    /// Its source.
    public var source: String
    /// Its arguments before the folder, the number of workers and the program.
    public var arguments: [String]

    /// Makes a driver.
    public init(python: String, source: String, arguments: [String]) {
      (self.python, self.source, self.arguments) = (python, source, arguments)
    }
  }

  /// The reason why no workers are started here; nil if they are.
  public var closed: String?
  /// What tells this program from others: `0.1.0+3f2a61d0`.
  public var build: @Sendable () -> String
  /// The folder of jobs where no setting names one; nil if there is none.
  public var results: String?
  /// Starts workers; the closure that it returns is true while what was started runs.
  public var start: @Sendable (Order) throws(ProgramFailure) -> @Sendable () -> Bool

  /// Makes a way to start workers.
  public init(
    build: @escaping @Sendable () -> String, results: String?,
    start: @escaping @Sendable (Order) throws(ProgramFailure) -> @Sendable () -> Bool
  ) {
    (self.build, self.results, self.start) = (build, results, start)
  }

  /// No workers, with the reason.
  public static func closed(_ reason: String) -> Workforce {
    var none = Workforce(build: { Environment.version }, results: nil) { _ throws(ProgramFailure) in
      throw .closed(reason)
    }
    none.closed = reason
    return none
  }
}
