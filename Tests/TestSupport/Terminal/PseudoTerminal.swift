import LibC

/// A program that runs in a terminal of its own, for tests of the screen as a user sees it.
///
/// The program is the leader of a session whose terminal is the pseudo-terminal, as under a terminal
/// window: keys of signals reach it. Its output goes to a `TerminalScreen`.
public final class PseudoTerminal {
  /// A program could not be started.
  public struct StartError: Error, CustomStringConvertible {
    /// The call that failed, with the system's reason.
    public let description: String
  }

  /// The screen of the terminal, as far as it has been read.
  public private(set) var screen: TerminalScreen

  /// All that the program has written, escape sequences included, as far as it has been read.
  public private(set) var output: [UInt8] = []

  /// The program's process, for signals.
  public let processIdentifier: pid_t

  private var master: Int32
  private var status: Int32?
  /// True if output is drawn on an emulated screen, which costs more than most programs do.
  private let emulatesScreen: Bool
  /// How often a text was looked for and found so far, and up to where.
  private var counted: (text: [UInt8], end: Int, count: Int) = ([], 0, 0)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: the whole environment; `TERM` is added if it is missing.
  ///   - emulatesScreen: whether the screen is drawn; without it there is only the output.
  public init(
    program: String,
    arguments: [String] = [],
    environment: [String: String] = [:],
    columns: Int = 80,
    rows: Int = 24,
    emulatesScreen: Bool = true
  ) throws(StartError) {
    self.emulatesScreen = emulatesScreen
    screen = TerminalScreen(columns: columns, rows: rows)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
      throw StartError(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    self.master = master
    // Other programs started by the tests must not keep the terminal open.
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    defer { close(slave) }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)

    var environment = environment
    if environment["TERM"] == nil { environment["TERM"] = "xterm" }
    do throws(StartError) {
      processIdentifier = try PseudoTerminal.spawn(
        program,
        arguments,
        environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" },
        path
      )
    } catch {
      close(master)
      throw error
    }
  }

  deinit {
    if status == nil {
      kill(processIdentifier, SIGKILL)
      var ignored: Int32 = 0
      waitpid(processIdentifier, &ignored, 0)
    }
    if master >= 0 { close(master) }
  }

  private static func spawn(
    _ program: String,
    _ arguments: [String],
    _ environment: [String],
    _ slave: String
  ) throws(StartError) -> pid_t {
    var child = ChildProcess(program, arguments, environment: environment)
    child.useTerminal(slave)
    do { return try child.start() } catch { throw StartError(description: error.description) }
  }

  // MARK: Keys

  /// Sends text or keys, as `"\u{3}"` for Ctrl-C.
  public func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends bytes.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
      // A terminal takes only a few thousand bytes before they are read.
      readAvailable(within: 1)
    }
  }

  /// Sends text as a terminal does that marks pastes.
  public func paste(_ text: String) {
    send("\u{1B}[200~\(text)\u{1B}[201~")
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    kill(processIdentifier, number)
  }

  /// Changes the size of the terminal, as a window does that is dragged.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(columns: columns, rows: rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal, as a window does that is closed.
  public func hangUp() {
    close(master)
    master = -1
  }

  /// The terminal's local modes, to see whether a program has left it as it was.
  public var modes: (isEchoing: Bool, isByLine: Bool, hasSignals: Bool)? {
    var settings = termios()
    guard tcgetattr(master, &settings) == 0 else { return nil }
    let local = settings.c_lflag
    return (
      local & tcflag_t(ECHO) != 0, local & tcflag_t(ICANON) != 0, local & tcflag_t(ISIG) != 0
    )
  }

  // MARK: Waiting

  /// Waits until the screen (with the rows scrolled off) contains a text.
  ///
  /// - Returns: whether it came in time.
  public func waits(for text: String, seconds: Double = 10) -> Bool {
    waits(seconds: seconds) { $0.text.contains(text) }
  }

  /// Waits until the screen is as a condition asks.
  public func waits(seconds: Double = 10, until condition: (TerminalScreen) -> Bool) -> Bool {
    let deadline = PseudoTerminal.now() + seconds
    while true {
      if condition(screen) { return true }
      guard PseudoTerminal.now() < deadline else { return false }
      if !readAvailable(within: 20) && master < 0 { return condition(screen) }
    }
  }

  /// How often the program has written a text so far; a text is counted on from where it was last.
  public func count(of text: String) -> Int {
    let bytes = Array(text.utf8)
    if counted.text != bytes { counted = (bytes, 0, 0) }
    while counted.end + bytes.count <= output.count {
      if output[counted.end] == bytes[0], output[counted.end..<counted.end + bytes.count].elementsEqual(bytes) {
        counted.count += 1
        counted.end += bytes.count
      } else {
        counted.end += 1
      }
    }
    return counted.count
  }

  /// Waits until a line editor waits after its prompt.
  ///
  /// That is when the cursor's row is the prompt alone and the terminal hands over single keys. Keys sent
  /// earlier, while a program works, are the terminal's: it echoes them and acts on Ctrl-C, -D and -Z.
  public func waits(atPrompt prompt: String, seconds: Double = 10) -> Bool {
    var row = prompt
    while row.last == " " { row.removeLast() }
    return waits(seconds: seconds) { [self] in $0.cursorLine == row && modes?.isByLine == false }
  }

  /// Waits until nothing has been written for a while.
  public func settle(seconds: Double = 0.15) {
    while readAvailable(within: Int32(seconds * 1000)) {}
  }

  /// Waits for the program's end.
  ///
  /// - Returns: its exit status, 128 and the signal's number if a signal ended it, or nil if it
  ///   still runs.
  public func exitStatus(seconds: Double = 10) -> Int32? {
    let deadline = PseudoTerminal.now() + seconds
    while status == nil {
      var result: Int32 = 0
      readAvailable(within: 5)
      if waitpid(processIdentifier, &result, WNOHANG) == processIdentifier {
        status = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
        settle(seconds: 0.02)
      } else if PseudoTerminal.now() > deadline {
        return nil
      }
    }
    return status
  }

  @discardableResult
  private func readAvailable(within milliseconds: Int32) -> Bool {
    guard master >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return false
    }
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return false }
    var block = [UInt8](repeating: 0, count: emulatesScreen ? 4096 : 65536)
    let count = read(master, &block, block.count)
    guard count > 0 else {
      // The other end is closed; a program may still be on its way to its end.
      usleep(2000)
      return false
    }
    output += block[..<count]
    if emulatesScreen { screen.feed(block[..<count]) }
    return true
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
