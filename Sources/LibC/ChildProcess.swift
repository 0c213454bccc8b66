/// A program to start in a process of its own, with its arguments, environment and streams.
///
/// It starts with every signal as the system sets it and none blocked, whatever this process does with its own.
public struct ChildProcess {
  /// A program that the system does not start.
  public struct Failure: Error, CustomStringConvertible {
    /// The program and the system's reason.
    public let description: String
  }

  private enum Step {
    case open(String, Int32, as: Int32)
    case copy(Int32, as: Int32)
    case close(Int32)
  }

  private let program: String
  private let arguments: [String]
  private let environment: [String]?
  private var steps: [Step] = []
  private var leadsSession = false

  /// A program by its path; without an environment (`NAME=value`) it has the one of this process.
  public init(_ program: String, _ arguments: [String] = [], environment: [String]? = nil) {
    (self.program, self.arguments, self.environment) = (program, arguments, environment)
  }

  /// Opens a file as a descriptor of the program.
  public mutating func open(_ path: String, _ flags: Int32, as descriptor: Int32) {
    steps.append(.open(path, flags, as: descriptor))
  }

  /// Makes a descriptor of this process one of the program.
  public mutating func copy(_ source: Int32, as descriptor: Int32) { steps.append(.copy(source, as: descriptor)) }

  /// Closes a descriptor in the program.
  public mutating func close(_ descriptor: Int32) { steps.append(.close(descriptor)) }

  /// Makes the program the leader of a session without a terminal, whose keys are not its own.
  public mutating func detach() { leadsSession = true }

  /// Makes the program the leader of a session whose terminal, and whose three streams, are a device.
  public mutating func useTerminal(_ device: String) {
    leadsSession = true
    // The first terminal that the leader of a new session opens becomes the session's own.
    open(device, O_RDWR, as: 0)
    copy(0, as: 1)
    copy(0, as: 2)
  }

  /// Starts the program; returns the identifier of its process.
  public func start() throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // Glibc shows POSIX_SPAWN_SETSID to C with its extensions only.
      let newSession: Int16 = 0x80
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for step in steps {
      switch step {
      case .open(let path, let flags, let descriptor):
        posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o644)
      case .copy(let source, let descriptor): posix_spawn_file_actions_adddup2(&actions, source, descriptor)
      case .close(let descriptor): posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, leadsSession ? flags | newSession : flags)
    let texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?]? = environment.map { $0.map { strdup($0) } + [nil] }
    defer { for text in texts + (variables ?? []) { free(text) } }
    var process: pid_t = 0
    let result =
      variables.map { posix_spawn(&process, program, &actions, &attributes, texts, $0) }
      ?? posix_spawn(&process, program, &actions, &attributes, texts, environ)
    guard result == 0 else {
      throw Failure(description: "cannot start \(program): \(String(cString: strerror(result)))")
    }
    return process
  }

  /// Waits for the end of a process; returns its status as `waitpid` has it.
  public static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
