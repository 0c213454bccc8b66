/// A command of our own, which libedit knows by its name so that keys can be bound to it.
enum EditorCommand: Int32, CaseIterable {
  case complete, up, down, search, interrupt, endOfInput, suspend, lineStart, lineEnd
  case killToLineEnd, killToLineStart, acceptHint, quote
  case insertPasted, loadDraft, showSearch

  /// The name for `bind`, in libedit's manner.
  var name: String {
    switch self {
    case .complete: "tas-complete"
    case .up: "tas-up"
    case .down: "tas-down"
    case .search: "tas-search-history"
    case .interrupt: "tas-drop-line"
    case .endOfInput: "tas-delete-or-end"
    case .suspend: "tas-suspend"
    case .lineStart: "tas-line-start"
    case .lineEnd: "tas-line-end"
    case .killToLineEnd: "tas-kill-to-line-end"
    case .killToLineStart: "tas-kill-to-line-start"
    case .acceptHint: "tas-next-char"
    case .quote: "tas-quoted-insert"
    case .insertPasted: "tas-insert-pasted"
    case .loadDraft: "tas-load-draft"
    case .showSearch: "tas-show-search"
    }
  }
}

/// A key that no keyboard sends, with which our code calls a command, libedit's own among them.
///
/// They are control characters above 127: libedit looks them up as it does other keys, and text typed
/// or pasted never contains them, because the reader drops them.
enum PrivateKey: UInt32, CaseIterable {
  case insertPasted = 0x81
  case loadDraft = 0x82
  case showSearch = 0x83
  case submit = 0x85
  case deleteNext = 0x90
  case setMark = 0x91
  case killRegion = 0x92
  case lineStart = 0x93
  case lineEnd = 0x94

  /// The key as libedit reads it.
  var scalar: Unicode.Scalar { Unicode.Scalar(UInt8(rawValue)) }

  /// The command behind the key.
  var command: String {
    switch self {
    case .insertPasted: EditorCommand.insertPasted.name
    case .loadDraft: EditorCommand.loadDraft.name
    case .showSearch: EditorCommand.showSearch.name
    case .submit: "ed-newline"
    case .deleteNext: "ed-delete-next-char"
    case .setMark: "em-set-mark"
    case .killRegion: "em-kill-region"
    case .lineStart: EditorCommand.lineStart.name
    case .lineEnd: EditorCommand.lineEnd.name
    }
  }
}

/// The key bindings at the start.
enum KeyBindings {
  /// Keys and the command each calls, in the notation of libedit's `bind`.
  static let keys: [(command: String, keys: [String])] = [
    ("ed-newline", ["^M", "^J"]),
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
    (EditorCommand.acceptHint.name, ["^F"]),
    (EditorCommand.quote.name, ["^V"]),
    ("ed-delete-prev-word", ["^W", "\\e^H", "\\e\\177"]),
    ("ed-clear-screen", ["^L"]),
    ("em-delete-next-word", ["\\ed"]),
    ("ed-prev-word", ["\\eb"]),
    ("em-next-word", ["\\ef"]),
    ("ed-unassigned", ["\\ex", "\\eX", "^O", "^S", "^Q", "^\\"]),
  ]

  /// The sequences that arrow and other named keys send, and the command that each calls.
  static let sequences: [(command: String, endings: [String])] = [
    (EditorCommand.up.name, ["[A", "OA"]),
    (EditorCommand.down.name, ["[B", "OB"]),
    (EditorCommand.acceptHint.name, ["[C", "OC"]),
    ("ed-prev-char", ["[D", "OD"]),
    (EditorCommand.lineStart.name, ["[H", "OH", "[1~", "[7~"]),
    (EditorCommand.lineEnd.name, ["[F", "OF", "[4~", "[8~"]),
    ("ed-delete-next-char", ["[3~"]),
    // Right and left with Alt or Control: xterm and its kin, rxvt, and the older VT forms.
    ("em-next-word", ["[1;3C", "[1;5C", "[5C", "Oc"]),
    ("ed-prev-word", ["[1;3D", "[1;5D", "[5D", "Od"]),
    ("em-delete-next-word", ["[3;3~", "[3;5~"]),
  ]

  /// The endings above; a sequence that is not among them does nothing, instead of leaving its last
  /// characters in the line.
  static let knownEndings = Set(sequences.flatMap(\.endings))
}
