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
    bindEmacsKeys()
    guard readingSettings, cle_read_settings(handle) else { return }
    passesUnknownKeys = true
    usesViKeys = cle_uses_vi_keys(handle)
    if usesViKeys {
      bindViKeys()
    } else if SettingsFile.choosesEmacs {
      // `bind -e` puts libedit's own keys in place of everything that was bound.
      bindEmacsKeys()
    } else {
      bindPrivateKeys()
    }
  }

  private func bindEmacsKeys() {
    bind(KeyBindings.common + KeyBindings.emacs)
    for (command, _, endings) in KeyBindings.sequences {
      for ending in endings { cle_bind(handle, "\\e" + ending, command) }
    }
    bindPrivateKeys()
  }

  /// Binds our keys in addition to those of vi, which `bind -v` puts in place of everything that was bound.
  private func bindViKeys() {
    bind(KeyBindings.common)
    for (command, keys) in KeyBindings.viCommands {
      for key in keys { cle_bind_alternate(handle, key, command) }
    }
    bindPrivateKeys()
    for key in PrivateKey.allCases {
      // Escape among the commands has nothing to do.
      cle_bind_alternate(handle, key.notation, key == .escape ? EditorCommand.nothing.name : key.command)
    }
  }

  private func bind(_ bindings: [(command: String, keys: [String])]) {
    for (command, keys) in bindings {
      for key in keys { cle_bind(handle, key, command) }
    }
  }

  private func bindPrivateKeys() {
    for key in PrivateKey.allCases { cle_bind(handle, key.notation, key.command) }
  }

  // MARK: The terminal

  /// Writes to the terminal.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { cle_write(1, start, characters.count) }
      }
    }
  }

  /// A variable of the environment, or nil if it is not set or empty.
  static func environment(_ name: String) -> String? {
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
}

/// The file of settings that libedit reads.
private enum SettingsFile {
  /// True if it chooses the keys of Emacs by name.
  static var choosesEmacs: Bool {
    let path = LineEditor.environment("EDITRC") ?? LineEditor.environment("HOME").map { $0 + "/.editrc" }
    guard let path, let file = fopen(path, "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      if words.count >= 2, words[0].hasSuffix("bind"), words[1] == "-e" { return true }
    }
    return false
  }
}

extension PrivateKey {
  /// The key in the notation of libedit's `bind`.
  fileprivate var notation: String { "\\" + String(rawValue, radix: 8) }
}
