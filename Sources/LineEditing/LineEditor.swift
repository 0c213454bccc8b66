import CLibEdit

/// The settings that a line editor starts with.
public struct LineEditorConfiguration: Sendable {
  /// The file that keeps the entries across starts; nil keeps them in memory only.
  public var historyFile: String?

  /// The number of entries kept, in memory and in the file.
  public var historyLimit: Int

  /// True where lists of candidates and hints may be dimmed.
  ///
  /// Prompts hold the colours that they hold.
  public var isColorEnabled: Bool

  /// True where `~/.editrc` (or the file that `EDITRC` names) is read after the keys are bound.
  public var readsEditrc: Bool

  /// A configuration as given.
  public init(
    historyFile: String? = nil,
    historyLimit: Int = 10_000,
    isColorEnabled: Bool = true,
    readsEditrc: Bool = true
  ) {
    self.historyFile = historyFile
    self.historyLimit = historyLimit
    self.isColorEnabled = isColorEnabled
    self.readsEditrc = readsEditrc
  }
}

/// Reads entries from a person at a terminal: editing, history, search, completion.
///
/// An entry is the text that a person hands over at once: one line, or several where `isComplete` asks for more.
/// While it is typed, each further line stands under its own prompt; Up brings
/// the lines back together to be edited as one. An entry of several lines from the history,
/// and a pasted one, is edited as a whole: its newlines are newlines on the screen, Up and Down go through
/// its rows first, and Enter hands all of it over. So it comes back exactly as it was typed.
///
/// One editor at a time: it uses the standard input and output. The terminal is in its usual mode whenever
/// `read` is not running, and is restored when the program ends, be it by a signal.
///
/// ```swift
/// guard let editor = LineEditor(configuration: LineEditorConfiguration(), program: "tas") else { return }
/// editor.isComplete = { !$0.hasSuffix("{") }
/// while case .entry(let text) = editor.read(prompt: "> ", continuationPrompt: "... ") { print(text) }
/// ```
public final class LineEditor {
  /// The entry, or the reason why there is none.
  public enum Input: Equatable, Sendable {
    /// An entry, without the last newline. It may hold newlines, and may be empty.
    case entry(String)
    /// Ctrl-C: the line was dropped.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// The candidates at the cursor, asked for with the completion key.
  ///
  /// Receives the whole entry so far, earlier lines included, and the cursor's offset in UTF-8.
  public var complete: (_ text: String, _ cursor: Int) -> Completions = { _, _ in .none }

  /// True where an entry is whole; if not, Enter asks for a further line.
  public var isComplete: (_ text: String) -> Bool = { _ in true }

  /// The hint to show dimmed behind the cursor while it stands at the end of the entry, or nil.
  ///
  /// Asked after each key, so it should answer within a few milliseconds.
  public var hint: ((_ text: String) -> LineHint?)?

  /// The entries of this and earlier starts, oldest first.
  public var entries: [String] { history.entries }

  let handle: OpaquePointer
  let isColorEnabled: Bool
  var history: History
  var passesUnknownKeys = false

  // The state of one entry.
  var earlierLines: [String] = []
  var shownLines: [(prompt: String, text: String)] = []
  var prompt = Prompt("")
  var draft: EditedText?
  var ending = Ending.line

  // The state of one line.
  var waitingKeys: [Unicode.Scalar] = []
  var pasted: Pasted?
  var isQuoting = false
  var search: IncrementalSearch?
  var lastPattern = ""
  var lastCompletion: EditedText?
  var list: [CompletionCandidate] = []
  var cursorAfterList: Int?
  var finishing: String?
  var shownHint: LineHint?

  /// The end of a line.
  enum Ending {
    case line, interrupted, endOfInput, reopened
  }

  /// Text to insert that was not typed key by key.
  struct Pasted {
    var scalars: [Unicode.Scalar]
    /// The number of characters before the cursor that it replaces.
    var replacing = 0
  }

  /// An editor on the standard input and output, or nil where libedit cannot be started.
  ///
  /// - Parameters:
  ///   - configuration: the settings to start with.
  ///   - program: the program's name, which `~/.editrc` may use for settings of its own (`tas:bind …`).
  public init?(configuration: LineEditorConfiguration, program: String) {
    cle_choose_encoding()
    cle_remember_terminal(0)
    guard let handle = cle_create(program) else { return nil }
    self.handle = handle
    isColorEnabled = configuration.isColorEnabled
    history = History(path: configuration.historyFile, limit: configuration.historyLimit)
    Interrupts.install()
    installCallbacks()
    bindKeys(readingSettings: configuration.readsEditrc)
    cle_set_terminal_modes(handle)
  }

  deinit {
    cle_destroy(handle)
  }

  /// Reads one entry.
  ///
  /// An entry that is not blank is added to the history.
  ///
  /// - Parameters:
  ///   - prompt: stands before the first line; may hold colours (`ESC [ … m`), and rows above the last one.
  ///   - continuationPrompt: stands before each further line.
  public func read(prompt: String, continuationPrompt: String) -> Input {
    cle_flush_all()
    Interrupts.clear()
    earlierLines = []
    shownLines = []
    history.endWalk()
    cle_begin_reading_signals()
    cle_set_bracketed_paste(isInteractive && !isDumb)
    defer {
      cle_set_bracketed_paste(false)
      cle_end_reading_signals()
    }
    while true {
      self.prompt = Prompt(earlierLines.isEmpty ? prompt : continuationPrompt)
      let line = readLine()
      switch ending {
      case .line:
        earlierLines.append(line)
        let entry = earlierLines.joined(separator: "\n")
        if entry.isBlank || isComplete(entry) { return finish(entry) }
        shownLines.append((self.prompt.visible, line))
      case .interrupted:
        return .interrupted
      case .endOfInput:
        // The text so far is handed over, so that its reader can name the missing part.
        return earlierLines.isEmpty ? .endOfInput : finish(earlierLines.joined(separator: "\n"))
      case .reopened:
        eraseShownLines(and: line)
        earlierLines = []
        shownLines = []
      }
    }
  }

  private func finish(_ entry: String) -> Input {
    history.add(entry)
    return .entry(entry)
  }

  private func readLine() -> String {
    ending = .endOfInput
    waitingKeys = draft == nil ? [] : [PrivateKey.loadDraft.scalar]
    search = nil
    pasted = nil
    isQuoting = false
    lastCompletion = nil
    list = []
    cursorAfterList = nil
    finishing = nil
    shownHint = nil
    if !prompt.rowsAbove.isEmpty && isInteractive { write(prompt.rowsAbove) }
    showPrompt(prompt.marked)
    // Before the prompt is seen, so that keys typed at once are not echoed by the terminal.
    if isInteractive { cle_prepare_terminal(handle, true) }

    var count: Int32 = 0
    guard let line = el_wgets(cle_line_editor(handle), &count), count > 0 else {
      if ending == .endOfInput && isInteractive { write("\n") }
      return ""
    }
    if ending == .endOfInput { ending = .line }
    var scalars = [Unicode.Scalar](wide: line, count: Int(count))
    if let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
    return String(scalars)
  }

  /// Takes the lines of an unfinished entry off the screen, with the cursor where the first one began.
  private func eraseShownLines(and line: String) {
    let width = terminalSize.columns
    let rows = (shownLines + [(prompt.visible, line)]).reduce(0) { rows, shown in
      let start = DisplayWidth.place(after: shown.prompt.unicodeScalars, width: width)
      return rows + DisplayWidth.place(after: shown.text.unicodeScalars, from: start, width: width).row + 1
    }
    let reachable = min(rows, terminalSize.rows - 1)
    write("\r" + up(reachable) + eraseRows(reachable))
  }
}
