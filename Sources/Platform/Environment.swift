import Calendar
import Work

/// The world outside of a session: files, clock, terminal, processors, a way to be stopped.
///
/// Everything that reaches outside goes through this value, so that equal environments give equal results.
///
/// ```swift
/// let environment = Environment(
///   today: today, now: { "2024-06-03T12:00:00Z" }, stateDirectory: "state",
///   files: DiskFiles(folder: "/tmp/work"))
/// ```
public struct Environment: Sendable {
  /// The version of the program, which is kept with forecasts.
  public static let version = "0.1.0"
  /// The local date when the program started: the meaning of `today`.
  public var today: CivilDate
  /// The time of now in ISO 8601, for documents that are saved.
  public var now: @Sendable () -> String
  /// The distance of the machine's clock from UTC at a moment, in seconds east of Greenwich.
  public var utcOffset: @Sendable (_ secondsSince1970: Int64) -> Int = { _ in 0 }
  /// The folder of the history and the autosaved session.
  public var stateDirectory: String
  /// The files that statements name.
  public var files: any FileSystem
  /// The width of the terminal that results are printed on; nil if they are printed elsewhere.
  public var terminalColumns: @Sendable () -> Int?
  /// The memory that a session may use besides its own values.
  public var memory: MemoryBudget
  /// The watch over the memory of the entire program; nil if there is none.
  public var memoryWatch: MemoryWatch?
  /// A way for long work to be stopped and to report its progress.
  public var monitor: WorkMonitor
  /// The number of threads that long work may use.
  public var workers: Int
  /// The network.
  public var transport: any Transport
  /// The sockets of the network.
  public var sockets: any SocketTransport = ClosedSockets()
  /// The programs of the machine whose output is read.
  public var programs: any ProgramRunner
  /// The workers of jobs.
  public var workforce = Workforce.closed("no workers are started here")
  /// The clock that requests to the network are timed by.
  public var clock: WaitingClock
  /// The ways to the keys of providers, and to the addresses that replace theirs.
  public var keyring: Keyring
  /// The folder of data loaded from the network; nil if nothing is stored.
  public var dataDirectory: String?
  /// The folder of such data if it may only be read, as with `--safe`.
  public var readOnlyData: String?
  /// The secret parts of the addresses that were typed.
  public var addresses = AddressSecrets()
  /// The account whose orders may go to its broker without a question; nil for none.
  public var liveAccount: String?
  /// The seconds for which loaded data counts as fresh, so that a provider is not asked again.
  public var freshness = 3600.0
  /// The folder of the keys; nil if none are kept.
  public var configDirectory: String?
  /// The way from a drawing to one in pixels.
  public var rasterizer = Rasterizer.absent
  /// The way from a page to a PDF file.
  public var pagePrinter = PagePrinter.absent
  /// Whether the terminal shows pictures; it may be queried, so typing must pause.
  public var pictureTerminal: @Sendable () -> PictureTerminal.Answer = { .refuses("results do not go to a terminal") }

  /// Makes an environment; the defaults are right for tests.
  public init(
    today: CivilDate, now: @escaping @Sendable () -> String,
    stateDirectory: String, files: any FileSystem = DiskFiles(),
    terminalColumns: @escaping @Sendable () -> Int? = { nil }, memory: MemoryBudget = MemoryBudget(),
    memoryWatch: MemoryWatch? = nil, monitor: WorkMonitor = .none,
    workers: Int = 1, transport: any Transport = ClosedTransport(), programs: any ProgramRunner = ClosedPrograms(),
    clock: WaitingClock = .still,
    keyring: Keyring = Keyring(), dataDirectory: String? = nil, configDirectory: String? = nil
  ) {
    self.today = today
    self.now = now
    self.stateDirectory = stateDirectory
    self.files = files
    self.terminalColumns = terminalColumns
    self.memory = memory
    self.memoryWatch = memoryWatch
    self.monitor = monitor
    self.workers = workers
    self.transport = transport
    self.programs = programs
    self.clock = clock
    self.keyring = keyring
    self.dataDirectory = dataDirectory
    self.configDirectory = configDirectory
  }
}
