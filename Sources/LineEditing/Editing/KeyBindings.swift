/// A command of our own, which libedit knows by its name so that keys can be bound to it.
enum EditorCommand: Int32, CaseIterable {
  case accept, complete, up, down, search, interrupt, endOfInput, suspend, lineStart, lineEnd
  case searchOlder, searchNewer, lineText, lineLast
  case killToLineEnd, killToLineStart, goRight, wordRight, quote, undo, redo, clearScreen, newline
  case insertLastWord, editElsewhere, insertPasted, nothing

  /// The name for `bind`, in libedit's manner.
  var name: String {
    switch self {
    case .accept: "tas-accept-line"
    case .complete: "tas-complete"
    case .up: "tas-up"
    case .down: "tas-down"
    case .search: "tas-search-history"
    case .searchOlder: "tas-search-older"
    case .searchNewer: "tas-search-newer"
    case .lineText: "tas-line-text"
    case .lineLast: "tas-line-last"
    case .interrupt: "tas-drop-line"
    case .endOfInput: "tas-delete-or-end"
    case .suspend: "tas-suspend"
    case .lineStart: "tas-line-start"
    case .lineEnd: "tas-line-end"
    case .killToLineEnd: "tas-kill-to-line-end"
    case .killToLineStart: "tas-kill-to-line-start"
    case .goRight: "tas-next-char"
    case .wordRight: "tas-next-word"
    case .quote: "tas-quoted-insert"
    case .undo: "tas-undo"
    case .redo: "tas-redo"
    case .clearScreen: "tas-clear-screen"
    case .newline: "tas-newline"
    case .insertLastWord: "tas-insert-last-word"
    case .editElsewhere: "tas-edit-in-editor"
    case .insertPasted: "tas-insert-pasted"
    case .nothing: "tas-nothing"
    }
  }
}

/// A key that no keyboard sends, with which our code calls a command, libedit's own among them.
///
/// They are control characters above 127: libedit looks them up as it does other keys, and text typed
/// or pasted never contains them, because the reader drops them.
enum PrivateKey: UInt32, CaseIterable {
  case insertPasted = 0x81
  case submit = 0x85
  case escape
  case copyRegion, lineText, lineLast, killToEnd
  case deleteNext = 0x90
  case setMark, killRegion, lineStart, lineEnd, nextWord
  /// Private keys for the named keys in vi mode, in which Escape cannot begin a sequence.
  case up, down, right, left, wordRight, wordLeft, newline
  /// Enter, even if its key is rebound, so that the line is always cleared from the screen correctly.
  case accept

  /// The key as libedit reads it.
  var scalar: Unicode.Scalar { Unicode.Scalar(UInt8(rawValue)) }

  /// The command of the key.
  var command: String {
    switch self {
    case .insertPasted: EditorCommand.insertPasted.name
    case .submit: "ed-newline"
    case .escape: "vi-command-mode"
    case .deleteNext: "ed-delete-next-char"
    case .setMark: "em-set-mark"
    case .killRegion: "em-kill-region"
    case .copyRegion: "em-copy-region"
    case .killToEnd: "ed-kill-line"
    case .lineText: EditorCommand.lineText.name
    case .lineLast: EditorCommand.lineLast.name
    case .lineStart: EditorCommand.lineStart.name
    case .lineEnd: EditorCommand.lineEnd.name
    case .nextWord: "em-next-word"
    case .up: EditorCommand.up.name
    case .down: EditorCommand.down.name
    case .right: EditorCommand.goRight.name
    case .left: "ed-prev-char"
    case .wordRight: EditorCommand.wordRight.name
    case .wordLeft: "ed-prev-word"
    case .newline: EditorCommand.newline.name
    case .accept: EditorCommand.accept.name
    }
  }
}

/// The key bindings at the start.
enum KeyBindings {
  /// Keys and the command each calls, in the notation of libedit's `bind`: those that both manners have.
  static let common: [(command: String, keys: [String])] = [
    (EditorCommand.accept.name, ["^M", "^J"]),
    (EditorCommand.complete.name, ["^I"]),
    (EditorCommand.search.name, ["^R"]),
    (EditorCommand.interrupt.name, ["^C"]),
    (EditorCommand.endOfInput.name, ["^D"]),
    (EditorCommand.suspend.name, ["^Z"]),
    (EditorCommand.lineStart.name, ["^A"]),
    (EditorCommand.lineEnd.name, ["^E"]),
    (EditorCommand.killToLineEnd.name, ["^K"]),
    (EditorCommand.killToLineStart.name, ["^U"]),
    (EditorCommand.up.name, ["^P"]),
    (EditorCommand.down.name, ["^N"]),
    (EditorCommand.goRight.name, ["^F"]),
    (EditorCommand.quote.name, ["^V"]),
    (EditorCommand.undo.name, ["^_"]),
    (EditorCommand.clearScreen.name, ["^L"]),
    ("ed-delete-prev-word", ["^W"]),
    ("ed-unassigned", ["^O", "^S", "^Q", "^\\"]),
  ]

  /// The keys that begin with Escape or Ctrl-X, and so belong to the manner of Emacs.
  static let emacs: [(command: String, keys: [String])] = [
    ("ed-delete-prev-word", ["\\e^H", "\\e\\177"]),
    ("em-delete-next-word", ["\\ed"]),
    ("ed-prev-word", ["\\eb"]),
    (EditorCommand.wordRight.name, ["\\ef"]),
    (EditorCommand.newline.name, ["\\e^M", "\\e^J"]),
    (EditorCommand.insertLastWord.name, ["\\e.", "\\e_"]),
    (EditorCommand.redo.name, ["\\er"]),
    (EditorCommand.undo.name, ["^X^U"]),
    (EditorCommand.editElsewhere.name, ["^X^E"]),
    ("ed-unassigned", ["\\ex", "\\eX"]),
  ]

  /// The keys of vi's command mode that are ours.
  static let viCommands: [(command: String, keys: [String])] = [
    (EditorCommand.accept.name, ["^M", "^J"]),
    (EditorCommand.interrupt.name, ["^C"]),
    (EditorCommand.endOfInput.name, ["^D"]),
    (EditorCommand.suspend.name, ["^Z"]),
    (EditorCommand.clearScreen.name, ["^L"]),
    (EditorCommand.search.name, ["^R", "/", "?"]),
    (EditorCommand.searchOlder.name, ["n"]),
    (EditorCommand.searchNewer.name, ["N"]),
    (EditorCommand.up.name, ["k", "^P"]),
    (EditorCommand.down.name, ["j", "^N"]),
    (EditorCommand.undo.name, ["u", "U"]),
    (EditorCommand.editElsewhere.name, ["v"]),
    (EditorCommand.insertLastWord.name, ["_"]),
  ]

  /// The sequences that arrow and other named keys send, the command that each calls, and the private key that replaces
  /// it with the keys of vi.
  static let sequences: [(command: String, key: PrivateKey?, endings: [String])] = [
    (EditorCommand.up.name, .up, ["[A", "OA"]),
    (EditorCommand.down.name, .down, ["[B", "OB"]),
    (EditorCommand.goRight.name, .right, ["[C", "OC"]),
    ("ed-prev-char", .left, ["[D", "OD"]),
    (EditorCommand.lineStart.name, .lineStart, ["[H", "OH", "[1~", "[7~"]),
    (EditorCommand.lineEnd.name, .lineEnd, ["[F", "OF", "[4~", "[8~"]),
    ("ed-delete-next-char", .deleteNext, ["[3~"]),
    // Right and left with Alt or Control: xterm and its kin, rxvt, and the older VT forms.
    (EditorCommand.wordRight.name, .wordRight, ["[1;3C", "[1;5C", "[5C", "Oc"]),
    ("ed-prev-word", .wordLeft, ["[1;3D", "[1;5D", "[5D", "Od"]),
    ("em-delete-next-word", nil, ["[3;3~", "[3;5~"]),
    // Only a list of candidates acts on these.
    (EditorCommand.nothing.name, nil, ["[Z", "[5~", "[6~"]),
  ]

  /// The endings above; a sequence that is not among them does nothing, instead of leaving its last
  /// characters in the line.
  static let knownEndings = Set(sequences.flatMap(\.endings))

  /// The private key of a sequence with the keys of vi.
  static func privateKey(of ending: String) -> PrivateKey? {
    sequences.first { $0.endings.contains(ending) }?.key
  }
}
