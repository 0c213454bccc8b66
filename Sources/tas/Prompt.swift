import Language
import LineEditing
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Text
import Typing

/// The interactive shell: reads entries, runs them, saves the session after each.
struct Prompt {
  let program: Program
  /// The texts that run before the first line is read.
  private let scripts: [Script]
  private let overrides: [Override]
  var console: Console { program.console }
  var environment: Environment { program.environment }
  private var files: any FileSystem { environment.files }

  init(program: Program, scripts: [Script] = [], overrides: [Override] = []) {
    self.program = program
    self.scripts = scripts
    self.overrides = overrides
  }

  func run() -> ExitStatus {
    files.makeFolder(environment.stateDirectory)
    let temporary = Console.variable("TMPDIR") ?? "/tmp"
    for folder in [environment.stateDirectory, environment.configDirectory, temporary].compactMap(\.self) {
      files.removeLeftovers(in: folder)
    }
    if let path = program.options.session, !files.isFolder(FileName.folder(of: path)) {
      return program.wrongUsage("the session \(path) cannot be saved: its folder does not exist")
    }
    var interpreter: Interpreter
    switch program.makeInterpreter(overrides: overrides, mayCreateSession: true) {
    case .success(let made): interpreter = made
    case .failure(let refusal): return refusal.status
    }
    Interrupts.install()
    EndingSignals.install()
    if !program.options.skipsStartupFile { runStartupFile(&interpreter) }
    let configuration = LineEditorConfiguration(
      historyFile: program.options.isSafe ? nil : environment.stateDirectory + "/history",
      now: environment.now, isColorEnabled: console.outputColor,
      kept: { [addresses = environment.addresses] in addresses.hiding($0) })
    guard let editor = LineEditor(configuration: configuration, program: "tas") else {
      console.write("error: the line editor cannot start on this terminal\n", to: .errors)
      return .failure
    }
    for (entry, time) in zip(editor.entries, editor.entryTimes) { interpreter.remember(entry: entry, at: time) }
    if !interpreter.isQuitting { greet() }
    editor.isComplete = { TypedEntry($0).isComplete }
    editor.keysReadElsewhere = { [pictures = program.pictures] in pictures.takeKeys() }
    let autosave = Autosave(program: program, interpreter)
    if !program.options.isSafe { interpreter.didChange = { autosave.save($0, after: $1) } }
    if !scripts.isEmpty {
      _ = program.run(scripts, &interpreter)
      console.progress?.wipe()
      Interrupts.clear()
    }
    interpreter.asks = { AskedLine.read(asking: $0, isShown: true) }
    loop(&interpreter, editor, autosave)
    interpreter.settleNotices()
    return leave(interpreter, autosave)
  }

  private func greet() {
    guard console.isOutputTerminal else { return }
    let page = TextRenderer(width: environment.terminalColumns() ?? TextRenderer.unlimited)
    func say(_ line: String) { console.write(page.render(StyledText(line)) + "\n") }
    say("tas \(version): charts, backtests and valuations in one language")
    say("begin with `load sample SPY`, then `rsi(14)`; `tutorial` teaches step by step")
    say("`help` explains, Tab completes, Ctrl-D quits")
    guard program.options.session == nil, KeptSessions(environment).isAnyClosed else { return }
    say("`load session` brings back the last session, `sessions` lists the saved ones")
  }

  private func loop(_ interpreter: inout Interpreter, _ editor: LineEditor, _ autosave: Autosave) {
    var draft: String?
    var last: String?
    // The user is warned once that quitting loses the session.
    var isWarned = false
    editor.editElsewhere = { editElsewhere($0) }
    while !Console.isOutputGone {
      autosave.retry(interpreter)
      if interpreter.isQuitting {
        guard !isWarned, let failure = autosave.failure, !interpreter.isSavedInFile else { return }
        isWarned = true
        warnOfLoss(failure)
        interpreter.stay()
      }
      let look = interpreter.session.look
      Console.rememberColor(look.color)
      editor.isColorEnabled = look.color ?? console.outputColor
      // Without a word the terminal is asked for its background.
      editor.suit(interpreter.session.theme.flatMap { Theme.Background(rawValue: $0) })
      prepare(editor, for: interpreter.session)
      let mark = autosave.failure == nil || interpreter.isSavedInFile ? "" : "NOT SAVED "
      let words = (prompt: mark + text(of: interpreter), next: continuation(of: interpreter, behind: mark))
      let input =
        !interpreter.isWatching
        ? editor.read(prompt: words.prompt, continuationPrompt: words.next, draft: draft)
        : editor.read(prompt: words.prompt, continuationPrompt: words.next, draft: draft) {
          news(of: &interpreter, behind: mark)
        }
      draft = nil
      Console.rememberBackground(editor.terminalBackground)
      // They hold the former session, whose last result may have millions of rows that take long to free.
      editor.complete = { _, _ in .none }
      (editor.highlight, editor.hint) = (nil, nil)
      switch input {
      case .entry(let entry):
        guard !entry.allSatisfy(\.isWhitespace) else { continue }
        interpreter.remember(entry: entry, at: environment.now())
        Interrupts.clear()
        let start = ProgressMeter.seconds()
        let outcome = run(entry, &interpreter, before: last)
        editor.note(entry, worked: outcome.worked)
        draft = outcome.draft
        if draft == nil { last = environment.addresses.hiding(entry) }
        console.progress?.wipe()
        if interpreter.session.showsTime { tellTime(since: start) }
        Interrupts.clear()
      case .interrupted: continue
      case .endOfInput:
        guard isTerminal(0), !isWarned, let failure = autosave.failure, !interpreter.isSavedInFile else { return }
        isWarned = true
        warnOfLoss(failure)
      }
    }
  }

  /// Says that leaving loses the session, and how to save it in another place.
  private func warnOfLoss(_ failure: FileError) {
    console.write("error: the session is NOT saved: \(failure.message)\n", to: .errors)
    console.write(
      "`save session \"/another/folder/work.json\"` saves it elsewhere; quit again to discard it\n", to: .errors
    )
  }

  /// Gives the line that is typed the names of a session.
  private func prepare(_ editor: LineEditor, for session: Session) {
    let typing = PromptTyping(session: session, files: files)
    editor.complete = { typing.completions(of: $0, at: $1) }
    editor.highlight = { typing.styles(of: $0) }
    editor.hint = { [unowned editor] in typing.hint(after: $0, worked: editor.worked(startingWith: $0)) }
  }

  /// Shows how long an entry took.
  private func tellTime(since start: Double) {
    let seconds = ProgressMeter.seconds() - start
    let text = NumberFormat.fixed(seconds < 10 ? 3 : 1).text(seconds) + " s"
    console.write(console.colorsErrors ? "\u{1B}[2m\(text)\u{1B}[0m\n" : text + "\n", to: .errors)
  }

  /// What live series have told, as rows above the line, and the prompt with their state; nil if nothing is new.
  private func news(of interpreter: inout Interpreter, behind mark: String) -> LineNews? {
    let sign = interpreter.liveSign
    let lines = interpreter.takeLive()
    guard !lines.isEmpty || interpreter.liveSign != sign else { return nil }
    let colors = interpreter.session.look.color ?? console.outputColor
    let page = TextRenderer(width: environment.terminalColumns() ?? TextRenderer.unlimited)
    let rows = lines.suffix(200).map { line in
      let text = page.render(StyledText(line.text))
      return (colors && line.isProblem ? "\u{1B}[33m\(text)\u{1B}[0m" : text) + "\n"
    }
    return LineNews(text: rows.joined(), prompt: mark + text(of: interpreter))
  }

  /// The prompt: the series in use, `tas SPY 1d> `, or the text of `set prompt`.
  private func text(of interpreter: Interpreter) -> String {
    let text = Self.text(interpreter.session.promptText, sign: console.isUnicode ? interpreter.liveSign : "")
    guard interpreter.session.look.color ?? console.outputColor else { return text }
    let words = text.prefix { $0 != ">" }
    let isLight = interpreter.session.look.isLight ?? Console.isLight ?? false
    return words.isEmpty ? text : "\u{1B}[1;\(isLight ? 34 : 36)m\(words)\u{1B}[0m\(text.dropFirst(words.count))"
  }

  /// The text of a prompt with the sign of the streams before its end: `tas SPY 1m ●> `.
  private static func text(_ prompt: String, sign: String) -> String {
    guard !sign.isEmpty, let end = prompt.lastIndex(of: ">") else { return prompt }
    return prompt[..<end] + (prompt[..<end].hasSuffix(" ") ? "" : " ") + sign + prompt[end...]
  }

  /// Further lines of an entry are aligned with its first one.
  private func continuation(of interpreter: Interpreter, behind mark: String) -> String {
    String(repeating: " ", count: max(0, mark.count + interpreter.session.promptText.count - 5)) + "...> "
  }

  private func runStartupFile(_ interpreter: inout Interpreter) {
    guard let path = Environment.startupFile, files.exists(path) else { return }
    let places = [path, FileName.folder(of: path)]
    if let open = places.first(where: { files.status(of: $0)?.isWritableByOthers == true }) {
      return console.write(
        "warning: the start-up file is not run: other users can write to \(open); `chmod go-w \(open)`\n",
        to: .errors)
    }
    do {
      let script = try files.read(path)
      _ = interpreter.runScript(script, named: path, keepGoing: true) { program.show($0, $1) }
    } catch {
      console.write("warning: \(error.message)\n", to: .errors)
    }
  }

  /// Keeps the session for good, and shows its place.
  private func leave(_ interpreter: Interpreter, _ autosave: Autosave) -> ExitStatus {
    guard !program.options.isSafe else { return .success }
    if autosave.failure == nil { autosave.finish(interpreter) }
    if autosave.failure != nil {
      guard !interpreter.isSavedInFile else { return .success }
      console.write("error: this session is NOT saved\n", to: .errors)
      return .failure
    }
    if console.isOutputTerminal, autosave.hasSaved {
      console.write(
        autosave.path.map { "saved the session to \($0)\n" }
          ?? "saved: `load session` brings this session back\n")
    }
    return .success
  }
}
