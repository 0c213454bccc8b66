import CLibEdit
import LibC

extension LineEditor {
  /// Gives libedit the functions that it calls back.
  ///
  /// The editor outlives `handle`, which it destroys.
  func installCallbacks() {
    var callbacks = CLECallbacks()
    callbacks.context = Unmanaged.passUnretained(self).toOpaque()
    callbacks.read = { context, key in
      guard let context, let key else { return 0 }
      let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
      guard let next = editor.nextKey() else { return 0 }
      key.pointee = next.wide
      return 1
    }
    callbacks.command = { context, number in
      guard let context, let command = EditorCommand(rawValue: number) else { return UInt8(CC_ERROR) }
      return Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().run(command).code
    }
    cle_set_callbacks(handle, callbacks)
  }

  /// Binds the keys, then lets `~/.editrc` change them.
  func bindKeys(readingSettings: Bool) {
    for command in EditorCommand.allCases {
      cle_add_command(handle, command.rawValue, command.name, "of tas")
    }
    bindAll()
    guard readingSettings, cle_read_settings(handle) else { return }
    passesUnknownKeys = true
    // `bind -v` puts libedit's own keys of vi in place of everything that was bound.
    if cle_uses_vi_keys(handle) { bindAll() } else { bindPrivateKeys() }
  }

  private func bindAll() {
    for (command, keys) in KeyBindings.keys {
      for key in keys { cle_bind(handle, key, command) }
    }
    for (command, endings) in KeyBindings.sequences {
      for ending in endings { cle_bind(handle, "\\e" + ending, command) }
    }
    bindPrivateKeys()
  }

  private func bindPrivateKeys() {
    for key in PrivateKey.allCases {
      cle_bind(handle, "\\" + String(key.rawValue, radix: 8), key.command)
    }
  }

  // MARK: The terminal

  /// The size of the terminal that the line is drawn on.
  var terminalSize: TerminalSize {
    TerminalSize(descriptor: 1) ?? TerminalSize(columns: 80, rows: 24)
  }

  /// True where a person sees the prompt; if not, lines are read as they come, without editing.
  var isInteractive: Bool { isTerminal(0) && isTerminal(1) }

  /// True where the terminal would show the switch for bracketed paste instead of acting on it.
  var isDumb: Bool {
    let name = environment("TERM")
    return name == nil || name == "dumb" || name == "emacs"
  }

  /// Writes to the terminal behind the text that libedit has drawn.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { cle_write(handle, start, characters.count) }
      }
    }
  }

  /// The place of the cursor in a text drawn behind the prompt, counted from the prompt's beginning.
  func place(in text: EditedText, width: Int) -> DisplayWidth.Place {
    let start = DisplayWidth.place(after: prompt.visible.unicodeScalars, width: width)
    return DisplayWidth.place(after: text.scalars[..<text.cursor], from: start, width: width)
  }

  /// Moves the terminal's cursor up.
  func up(_ rows: Int) -> String {
    rows > 0 ? "\u{1B}[\(rows)A" : ""
  }

  /// Erases rows from the cursor's on, from its column; the cursor stays.
  ///
  /// One by one, because some terminals keep text erased to the end of the screen among the rows that
  /// have scrolled off, and show it again when they grow.
  func eraseRows(_ count: Int) -> String {
    let below = max(min(count, terminalSize.rows) - 1, 0)
    return "\u{1B}[K" + String(repeating: "\n\u{1B}[K", count: below) + up(below)
  }

  /// Sets the prompt that libedit draws before the line.
  func showPrompt(_ marked: [Unicode.Scalar]) {
    cle_set_prompt(handle, marked.wideText)
  }

  /// A variable of the environment, or nil where it is not set or empty.
  func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  // MARK: The line

  /// The line as it is now.
  var line: EditedText {
    guard let info = el_wline(cle_line_editor(handle)), let start = info.pointee.buffer,
      let cursor = info.pointee.cursor, let end = info.pointee.lastchar
    else { return EditedText("") }
    return EditedText(scalars: [Unicode.Scalar](wide: start, count: end - start), cursor: cursor - start)
  }

  /// Puts another text in the place of the line.
  func replaceLine(with text: EditedText) {
    let editLine = cle_line_editor(handle)
    let old = line
    el_cursor(editLine, Int32(old.scalars.count - old.cursor))
    el_deletestr(editLine, Int32(old.scalars.count))
    insert(text.scalars)
    el_cursor(editLine, Int32(text.cursor - text.scalars.count))
  }

  /// Inserts characters at the cursor.
  func insert(_ scalars: [Unicode.Scalar]) {
    guard !scalars.isEmpty else { return }
    el_winsertstr(cle_line_editor(handle), scalars.wideText)
  }

  /// Moves the cursor to an offset of the line.
  func moveCursor(to offset: Int) {
    el_cursor(cle_line_editor(handle), Int32(offset - line.cursor))
  }

  /// The whole entry up to now: the earlier lines and this one.
  func entry(with line: String) -> String {
    (earlierLines + [line]).joined(separator: "\n")
  }
}
