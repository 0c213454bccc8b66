extension ForeignWords {
  /// What another prompt's command means here.
  private struct Meaning: Sendable {
    /// The entry that does the same; ` …` at its end is used for the rest of the typed line.
    var entry: String
    /// True if the command means this only with something after it, such as `man rsi`.
    var needsMore = false
  }

  /// The entry of this prompt that does what a command of another one asks for, such as `quit` for `\q`; nil for any
  /// other text.
  ///
  /// The commands of psql, SQLite's and DuckDB's shells, vi, and a few words that are often typed.
  package static func entry(_ text: String) -> String? {
    let text = text.last == ";" ? text.dropLast() : text[...]
    if let whole = wholeEntries[text.lowercased()] { return whole }
    let word = text.prefix { !$0.isWhitespace }
    let rest = String(text.dropFirst(word.count).drop(while: \.isWhitespace))
    if let count = rows(of: word, rest) { return count }
    guard let meaning = entries[String(word)], !meaning.needsMore || !rest.isEmpty else { return nil }
    guard meaning.entry.hasSuffix(" …") else { return meaning.entry }
    let entry = String(meaning.entry.dropLast(2))
    guard !rest.isEmpty else { return entry }
    return entry == "run" && !rest.hasPrefix("\"") ? "run \"\(rest)\"" : "\(entry) \(rest)"
  }

  /// True for a word that only other prompts' commands begin with: `\d`, `.tables`, `:q`.
  static func beginsEntry(_ first: UInt8, _ second: UInt8) -> Bool {
    guard first == Ascii.backslash || first == Ascii.dot || first == UInt8(ascii: ":") else { return false }
    return Ascii.isLetter(second) || second == UInt8(ascii: "?") || second == UInt8(ascii: "!")
  }

  /// `head 5` and `tail`, which list bars; nil if something else is meant.
  private static func rows(of word: Substring, _ rest: String) -> String? {
    guard word == "head" || word == "tail", rest.isEmpty || rest.allSatisfy(\.isNumber) else { return nil }
    return "show open, high, low, close, volume \(word == "head" ? "first" : "last") \(rest.isEmpty ? "5" : rest)"
  }

  private static let wholeEntries = [
    "quit()": "quit", "exit()": "quit", "help()": "help", "show tables": "data", "show databases": "data",
    "show all tables": "data",
  ]

  private static let entries: [String: Meaning] = {
    var all: [String: Meaning] = [:]
    func add(_ words: String, _ entry: String, needsMore: Bool = false) {
      for word in words.split(separator: " ") { all[String(word)] = Meaning(entry: entry, needsMore: needsMore) }
    }
    add(#"\q \quit \exit .quit .exit .q :q :q! :wq :x :quit bye logout"#, "quit")
    add(#"\? \h \help .help :help :h"#, "help …")
    add("man", "help …", needsMore: true)
    add(#"\d \d+ \dt \dt+ \l \l+ \dn .tables .schema .databases .indexes"#, "data")
    add(#"\dv \dv+ \ds"#, "names")
    add(#"\df \df+ .functions"#, "indicators")
    add(#"\i \ir .read .import"#, "run …", needsMore: true)
    add(#"\s .history :history"#, "history")
    add(#"\e \edit .edit :e"#, "edit")
    add(#"\! .shell .system :!"#, "! …", needsMore: true)
    add(#"\cd .cd :cd"#, "cd …", needsMore: true)
    add(#"\timing .timer"#, "set timer on")
    add(".mode", "set format …", needsMore: true)
    add(#"\clear .clear .cls"#, "clear")
    add(#"\w .save"#, "save session")
    return all
  }()
}
