import Calendar
import Columns
import Work

/// What a session needs of the world outside: the day, the folders, a way to be stopped.
public struct Environment: Sendable {
  /// The version of the program, which is kept with forecasts.
  public static let version = "0.1.0"
  /// The local date when the program started: what `today` means.
  public var today: CivilDate
  /// The time of now in ISO 8601, for documents that are saved.
  public var now: @Sendable () -> String
  /// A new identifier for a saved document.
  public var newIdentifier: @Sendable () -> String
  /// Where the history and the autosaved session live.
  public var stateDirectory: String
  /// Lets long work be stopped and tell how far it is.
  public var monitor: WorkMonitor
  /// How many threads long work may use.
  public var workers: Int

  /// Makes an environment; the defaults are right for tests.
  public init(
    today: CivilDate, now: @escaping @Sendable () -> String, newIdentifier: @escaping @Sendable () -> String,
    stateDirectory: String, monitor: WorkMonitor = .none, workers: Int = 1
  ) {
    self.today = today
    self.now = now
    self.newIdentifier = newIdentifier
    self.stateDirectory = stateDirectory
    self.monitor = monitor
    self.workers = workers
  }
}
