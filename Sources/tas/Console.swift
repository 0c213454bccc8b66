import Language
import LibC
import LineEditing
import Platform
import Presentation
import Sessions
import Shell
import Synchronization
import Text

/// Standard output and standard error, and the features of their terminals.
struct Console: Sendable {
  /// One of the two streams.
  enum Stream: Int32 {
    case output = 1
    case errors = 2
  }

  let isOutputTerminal = isTerminal(1)
  let isErrorTerminal = isTerminal(2)
  let outputColor: Bool
  let errorColor: Bool
  let isUnicode: Bool
  let format: OutputFormat
  /// True if standard output is a terminal that can clear its screen.
  let canErase: Bool
  /// The line of progress, if standard error is a terminal that can wipe a line.
  let progress: ProgressMeter?

  init(color: ColorChoice, format: OutputFormat) {
    let isDumb = Self.variable("TERM") == "dumb"
    let isRefused = Self.variable("NO_COLOR").map { !$0.isEmpty } ?? false || isDumb
    func shows(_ isTerminal: Bool) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: isTerminal && !isRefused
      }
    }
    outputColor = shows(isOutputTerminal)
    canErase = isOutputTerminal && !isDumb
    errorColor = shows(isErrorTerminal)
    self.format = format
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Self.variable($0) }.first { !$0.isEmpty } ?? ""
    // A file is UTF-8 in any locale; only a terminal may be unable to show it.
    let isTextUnicode = (isOutputTerminal || isErrorTerminal) && locale.lowercased().contains("utf")
    isUnicode = !isOutputTerminal || isTextUnicode
    progress = isErrorTerminal && !isDumb ? ProgressMeter(isUnicode: isTextUnicode) : nil
  }

  /// The way in which a picture is shown on the terminal, some columns wide; nil if there is none.
  var drawPicture: (@Sendable (_ picture: Picture, _ isLight: Bool, _ columns: Int) -> String?)?

  /// The colours that the terminal has.
  private static let colorDepth = ColorDepth.stated(colorTerm: variable("COLORTERM"), term: variable("TERM"))

  /// The value of an environment variable.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Prints an event on the stream that it belongs to; `columns` is nil if results go to no terminal.
  ///
  /// `pages` sends output longer than the screen to a pager.
  func print(_ event: Interpreter.Event, sources: SourceMap, columns: Int?, pages: Bool = false) {
    progress?.wipe()
    if isErrorTerminal, Self.isInterrupted(event) {
      // The terminal has echoed the key as `^C`.
      write(progress == nil ? "\n" : "\r\u{1B}[K", to: .errors)
    }
    if case .outcome(let outcome) = event { Self.rememberColor(outcome.look.color) }
    // The key that ended the work before, does not also stop the printing of its partial result.
    let interrupts = Interrupts.count
    let isStopped: @Sendable () -> Bool = { Interrupts.count != interrupts }
    var printer = OutcomePrinter(
      format: format, width: columns ?? TextRenderer.unlimited, color: outputColor,
      errorWidth: errorWidth, errorColor: colorsErrors, unicode: isUnicode, colorDepth: Self.colorDepth,
      isLight: Self.isLight, isStopped: isStopped)
    if format == .html, !isOutputTerminal { printer.pagePart = Self.hasPage.load(ordering: .relaxed) ? .later : .first }
    if isOutputTerminal, let drawPicture {
      printer.shown = { drawPicture($0, $1, columns ?? 80) }
    }
    let text = printer.text(of: event, sources: sources)
    if printer.pagePart == .first, !text.output.isEmpty { Self.hasPage.store(true, ordering: .relaxed) }
    write(text.errors, to: .errors)
    let shown = isOutputTerminal ? shown(text.output, isStopped) : text.output
    var output = separator(before: text.output, of: event) + shown
    let rows = TerminalSize.current().rows
    let isPart = isStopped()
    // One screen of a stopped result is enough, without a pager.
    if isPart, isOutputTerminal, let end = output.end(ofLine: rows) { output.removeSubrange(end...) }
    if isPart || text.hasPicture || !pages || !isOutputTerminal || !Pager.show(output, rows: rows) { write(output) }
    if isStopped(), case .outcome = event {
      write("\ninterrupted: the result is shown only in part; it is kept\n", to: .errors)
    }
  }

  /// True for the end of work that a key stopped, whether it has something to keep or not.
  private static func isInterrupted(_ event: Interpreter.Event) -> Bool {
    switch event {
    case .failure(let diagnostic, _, _): diagnostic.code == .interrupted
    case .outcome(let outcome): outcome.warnings.contains { $0.code == .interrupted }
    }
  }

  /// The columns of the terminal that diagnostics are shown on; no limit if they go elsewhere.
  var errorWidth: Int { isErrorTerminal ? TerminalSize.current().columns : .max }

  /// Whether diagnostics are coloured: as `set colour` says, else as the terminal allows.
  var colorsErrors: Bool {
    guard isErrorTerminal else { return errorColor }
    return switch Self.chosenColor.load(ordering: .relaxed) {
    case 1: true
    case 2: false
    default: errorColor
    }
  }

  /// Takes note of the colour that the session chose; nil if the terminal decides.
  static func rememberColor(_ color: Bool?) {
    chosenColor.store(color.map { $0 ? 1 : 2 } ?? 0, ordering: .relaxed)
  }

  /// Takes note of the background that the terminal reported to the line editor; results and diagnostics suit it.
  static func rememberBackground(_ background: Theme.Background) {
    knownBackground.store(background == .unknown ? 0 : background == .light ? 1 : 2, ordering: .relaxed)
  }

  /// True for a light background, false for a dark one; nil if neither the terminal nor the environment has reported
  /// one.
  static var isLight: Bool? {
    let known = knownBackground.load(ordering: .relaxed)
    guard known == 0 else { return known == 1 }
    return switch Theme.Background(stating: variable("COLORFGBG")) {
    case .light: true
    case .dark: false
    case .unknown: nil
    }
  }

  /// The background: 0 for unknown, 1 for light, 2 for dark.
  private static let knownBackground = Atomic(0)

  /// The colour that the session of the last result chose: 0 for none, 1 for on, 2 for off.
  private static let chosenColor = Atomic(0)

  /// An empty line between two results that would else read as one: tables in CSV, anything in Markdown.
  private func separator(before output: String, of event: Interpreter.Event) -> String {
    guard !output.isEmpty, case .outcome(let outcome) = event, let result = outcome.result else { return "" }
    let format = format == .table ? outcome.look.format ?? format : format
    guard format == .csv || format == .markdown else { return "" }
    let isRow = format == .csv && result.row != nil
    let before = Self.lastKind.exchange(isRow ? 1 : 2, ordering: .relaxed)
    return before == 0 || before == 1 && isRow ? "" : "\n"
  }

  /// True once a page of HTML was begun, which later results continue.
  private static let hasPage = Atomic(false)

  /// The kind of the result before: 0 for none, 1 for a row of text, 2 for a table or a page.
  private static let lastKind = Atomic(0)

  /// Results for a terminal, which text from a file may not steer; a page has its own care.
  private func shown(_ output: String, _ isStopped: () -> Bool) -> String {
    switch format {
    case .table: output
    case .json: VisibleText.escaped(output, mark: VisibleText.jsonEscape, isStopped: isStopped)
    default: VisibleText.escaped(output, isStopped: isStopped)
    }
  }

  /// Writes to a stream.
  func write(_ text: String, to stream: Stream = .output) { Self.write(text, to: stream) }

  private static let outputIsGone = Atomic(false)

  /// True once the results have no reader.
  static var isOutputGone: Bool { outputIsGone.load(ordering: .relaxed) }

  /// Writes to a stream, all of it or until its reader is gone.
  ///
  /// Results that cannot be written for another reason end the program; messages that cannot be written are lost.
  static func write(_ text: String, to stream: Stream) {
    guard !text.isEmpty, stream != .output || !isOutputGone else { return }
    // Messages can quote arguments, or a checked script.
    var text = stream == .errors ? AddressText.hiding(text) : text
    let interrupts = Interrupts.count
    let failure = text.withUTF8 { bytes -> Int32 in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        // Ctrl-C ends a long output, too.
        if rest.count < bytes.count, Interrupts.count != interrupts { return 0 }
        let count = writeBytes(stream.rawValue, start, min(rest.count, 1 << 16))
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno == EAGAIN {
          var wait = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    guard failure != 0, stream == .output else { return }
    // A reader that went away (`tas … | head`) wants nothing more: the statement is finished, and no other is run,
    // which the exit status says.
    if failure == EPIPE {
      outputIsGone.store(true, ordering: .relaxed)
      return
    }
    // The prompt without its terminal leaves by itself.
    if failure == EIO { return }
    write("error: cannot write the results: \(String(cString: strerror(failure)))\n", to: .errors)
    exit(.failure)
  }

  /// Ends the program; if the reader of its results is gone, like programs killed by a closed pipe.
  static func exit(_ status: ExitStatus) -> Never { endProgram(isOutputGone ? 128 + SIGPIPE : status.rawValue) }

  /// Redirects the streams that the caller closed to the null device, so that no file opened later gets their numbers,
  /// and makes writing to a pipe without a reader an error instead of a signal.
  static func openMissingStreams() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", O_RDWR) }
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func endProgram(_ status: Int32) -> Never { exit(status) }
