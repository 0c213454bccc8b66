import CLibEdit

/// The settings that a line editor starts with.
public struct LineEditorConfiguration: Sendable {
  /// The file that keeps the entries across starts; nil keeps them in memory only.
  public var historyFile: String?

  /// The number of entries kept, in memory and in the file.
  public var historyLimit: Int

  /// The clock: the time as the history keeps it, in ISO 8601 and UTC; nil keeps no times.
  public var now: (@Sendable () -> String)?

  /// True if the text may be coloured and hints shown.
  ///
  /// Prompts hold the colours that they hold.
  public var isColorEnabled: Bool

  /// The colours; nil asks the terminal for its background, and takes colours for any until it answers.
  public var theme: Theme?

  /// True if `~/.editrc` (or the file that `EDITRC` names) is read after the keys are bound.
  public var readsEditrc: Bool

  /// An entry as files have it, without a secret; as typed it can be called back until the end.
  public var kept: @Sendable (String) -> String

  /// A configuration as given.
  public init(
    historyFile: String? = nil,
    historyLimit: Int = 10_000,
    now: (@Sendable () -> String)? = nil,
    isColorEnabled: Bool = true,
    theme: Theme? = nil,
    readsEditrc: Bool = true,
    kept: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.historyFile = historyFile
    self.historyLimit = historyLimit
    self.now = now
    self.isColorEnabled = isColorEnabled
    self.theme = theme
    self.readsEditrc = readsEditrc
    self.kept = kept
  }
}

/// Reads entries from a user at a terminal: editing, history, search, completion.
///
/// An entry is the text submitted at once: one line, or several if `isComplete` asks for more. Each further line is
/// under its own prompt; Up and Down go through the lines, and Enter submits all of them. So an entry comes back from
/// the history exactly as typed.
///
/// libedit owns the key bindings and edits the text; the screen is drawn here, by `ScreenPicture` and `Screen`. On a
/// terminal that cannot move its cursor up, one row is shown at a time, without colours.
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
  /// Receives the full entry so far and the cursor's offset in UTF-8.
  public var complete: (_ text: String, _ cursor: Int) -> Completions = { _, _ in .none }

  /// True if an entry is complete; if not, Enter asks for a further line.
  public var isComplete: (_ text: String) -> Bool = { _ in true }

  /// The hint to show after the cursor while it is at the end of the entry, or nil.
  ///
  /// Asked after each key, so it should answer within a few milliseconds.
  public var hint: ((_ text: String) -> LineHint?)?

  /// The styles of an entry's parts, in order and without overlaps; text outside every span is plain.
  ///
  /// Asked after each key.
  public var highlight: ((_ text: String) -> [StyledSpan])?

  /// Edits an entry in another program; nil if that failed, and the entry stays.
  ///
  /// The terminal is in its usual mode while it runs.
  public var editElsewhere: ((_ text: String) -> String?)?

  /// The keys that something else read from the terminal since the last entry: the next one begins with them.
  public var keysReadElsewhere: () -> [UInt8] = { [] }

  /// True if the text may be coloured and hints shown.
  public var isColorEnabled: Bool {
    didSet { styles = nil }
  }

  /// The colours; nil follows the terminal's background.
  public var theme: Theme? {
    didSet { styles = nil }
  }

  /// Chooses the colours for a background; `nil` asks the terminal for its own.
  public func suit(_ background: Theme.Background?) {
    theme = background.map { Theme(background: $0, hasManyColors: BackgroundQuery.hasManyColors) }
  }

  /// The terminal's background as far as it is known: from its answer, or from a variable of the environment.
  public var terminalBackground: Theme.Background { background.background }

  /// The entries of this and earlier starts, oldest first.
  public var entries: [String] { history.entries }

  /// The time of each entry, as the clock gave it; nil if it is not known.
  public var entryTimes: [String?] { history.times }

  /// Takes note of whether an entry worked, in this and later starts.
  public func note(_ entry: String, worked: Bool) { history.note(entry, worked: worked) }

  /// The newest entries that begin with a text, are longer than it and did not fail, the newest first.
  public func worked(startingWith text: String) -> some Sequence<String> {
    history.entries.reversed().lazy.filter { [failed = history.failed] entry in
      entry.utf8.count > text.utf8.count && entry.utf8.starts(with: text.utf8) && !failed.contains(entry)
    }
  }

  let handle: OpaquePointer
  private let now: (@Sendable () -> String)?
  /// The way in which the terminal can show a line.
  let terminalKind: TerminalKind
  var history: History
  var usesViKeys = false
  var passesUnknownKeys = false
  var background = BackgroundQuery()
  /// Bytes that were read ahead.
  var bytesAhead: [UInt8] = []

  /// Asked while a line waits for keys, every few hundredths of a second.
  var askForNews: (() -> LineNews?)?

  // The state of one entry.
  var prompt = Prompt("")
  var continuation = Prompt("")
  var draft: String?
  var ending = Ending.line
  var waitingKeys: [Unicode.Scalar] = []
  var pasted: Pasted?
  var isQuoting = false
  var search: IncrementalSearch?
  /// True if Enter ends the current search without submitting the entry: after the `/` of vi.
  var searchRecalls = false
  var lastPattern = ""
  /// The entry that the last search found, as its index in the history.
  var lastFound: Int?
  var vi = ViMode()
  /// The operator of vi that waits for the key after it.
  var viOperator: Unicode.Scalar?
  /// The mode of vi that the cursor shows; nil if it has the terminal's own shape.
  var shownViMode: Bool?
  var menu: CompletionMenu?
  var undoStack = UndoStack()
  var lastWord: LastWord?
  /// The entry of the history that was brought back last, and the position of the cursor.
  var recalled: EditedText?
  /// The hint on the screen, and the line that it belongs to.
  var shownHint: (hint: LineHint, line: EditedText)?

  // The drawing.
  var screen: Screen?
  var plainRow: PlainRow?
  var size = TerminalSize(columns: 80, rows: 24)
  var topRow = 0
  var styles: StyleTable?
  var highlighted: (text: String, spans: [StyledSpan])?

  /// The end of a line.
  enum Ending {
    case line, interrupted, endOfInput
  }

  /// Text to insert that was not typed key by key.
  struct Pasted {
    var scalars: [Unicode.Scalar]
    /// The number of characters before the cursor that it replaces.
    var replacing = 0
  }

  /// The word of an earlier entry that was inserted last.
  struct LastWord {
    /// The index of its entry.
    var entry: Int
    /// The line after it was inserted, and how many characters it has.
    var line: EditedText
    var count: Int
  }

  /// An editor on the standard input and output, or nil if libedit cannot be started.
  ///
  /// - Parameters:
  ///   - configuration: the settings to start with.
  ///   - program: the program's name, which `~/.editrc` may use for settings of its own (`tas:bind …`).
  public init?(configuration: LineEditorConfiguration, program: String) {
    cle_choose_encoding()
    cle_remember_terminal(0)
    guard let handle = cle_create(program) else { return nil }
    self.handle = handle
    terminalKind = TerminalKind(understandsANSI: cle_understands_ansi(handle))
    isColorEnabled = configuration.isColorEnabled
    theme = configuration.theme
    now = configuration.now
    history = History(path: configuration.historyFile, limit: configuration.historyLimit, kept: configuration.kept)
    Interrupts.install()
    installCallbacks()
    bindKeys(readingSettings: configuration.readsEditrc)
  }

  deinit {
    cle_destroy(handle)
  }

  /// Reads one entry.
  ///
  /// An entry that is not blank is added to the history.
  ///
  /// - Parameters:
  ///   - prompt: shown before the first line; may hold colours (`ESC [ … m`), and rows above the last one.
  ///   - continuationPrompt: shown before each further line.
  ///   - draft: the text that the entry begins with.
  ///   - news: asked while the line waits for keys, every few hundredths of a second; nil asks nothing.
  public func read(
    prompt: String, continuationPrompt: String, draft: String? = nil, news: () -> LineNews?
  ) -> Input {
    withoutActuallyEscaping(news) { news in
      askForNews = news
      defer { askForNews = nil }
      return read(prompt: prompt, continuationPrompt: continuationPrompt, draft: draft)
    }
  }

  /// Reads one entry while nothing else happens.
  public func read(prompt: String, continuationPrompt: String, draft: String? = nil) -> Input {
    cle_flush_all()
    Interrupts.clear()
    history.endWalk()
    self.prompt = Prompt(prompt)
    continuation = Prompt(continuationPrompt)
    self.draft = draft
    guard terminalKind.canEdit else { return readWithoutEditing() }
    cle_begin_reading_signals()
    // Before the prompt is seen, so that keys typed at once are not echoed by the terminal.
    cle_edit_terminal(0, true)
    cle_set_bracketed_paste(terminalKind == .full)
    bytesAhead += keysReadElsewhere()
    askForBackground()
    let text = readLine()
    awaitBackground()
    restoreCursor()
    cle_set_bracketed_paste(false)
    cle_edit_terminal(0, false)
    cle_end_reading_signals()
    switch ending {
    case .line: return finish(text)
    case .interrupted: return .interrupted
    case .endOfInput: return .endOfInput
    }
  }

  private func finish(_ entry: String) -> Input {
    history.add(entry, time: now?())
    return .entry(entry)
  }

  private func readLine() -> String {
    ending = .endOfInput
    waitingKeys = []
    search = nil
    lastFound = nil
    vi = ViMode()
    viOperator = nil
    pasted = nil
    isQuoting = false
    menu = nil
    lastWord = nil
    recalled = nil
    shownHint = nil
    undoStack.begin(with: EditedText(""))
    beginDrawing()
    if let draft {
      pasted = Pasted(scalars: Array(draft.unicodeScalars))
      waitingKeys = [PrivateKey.insertPasted.scalar]
    }
    var count: Int32 = 0
    guard let line = el_wgets(cle_line_editor(handle), &count), count > 0 else {
      if ending == .endOfInput { leaveDrawing() }
      return ""
    }
    if ending == .endOfInput { ending = .line }
    var scalars = [Unicode.Scalar](wide: line, count: Int(count))
    if let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
    return String(scalars)
  }

  /// Reads the lines of an entry as the terminal hands them over.
  private func readWithoutEditing() -> Input {
    var text = ""
    while true {
      if terminalKind == .lines { write(text.isEmpty ? prompt.visible : continuation.visible) }
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      reading: while true {
        switch cle_wait(0, -1, &byte) {
        case CLEEventByte where byte == 0x0A: break reading
        case CLEEventByte: bytes.append(byte)
        case CLEEventInterrupt: return .interrupted
        case CLEEventResize, CLEEventContinue, CLEEventTimeout: continue
        default:
          guard !bytes.isEmpty || !text.isEmpty else { return .endOfInput }
          return finish(text + String(decoding: bytes, as: UTF8.self))
        }
      }
      text += String(decoding: bytes, as: UTF8.self)
      if text.isBlank || isComplete(text) { return finish(text) }
      text += "\n"
    }
  }
}
