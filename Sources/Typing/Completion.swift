import Backtesting
import Evaluation
import Indicators
import Language
import MarketData
import OrderedCollections
import Reports
import Research
import Sessions
import Shell
import StandardIndicators
import Strategies
import Valuation
import Workspace

/// The candidates at the cursor, from the tables of commands, indicators and functions and from the names of
/// the session.
public struct Completion: Sendable {
  /// A word that is possible there.
  public struct Candidate: Hashable, Sendable {
    /// The word.
    public var text: String
    /// Its meaning, in a few words.
    public var detail: String
  }

  /// The offset at which the word under the cursor begins, in UTF-8 bytes.
  public let start: Int
  /// The candidates, sorted by name within each sort of thing.
  public let candidates: [Candidate]

  /// Completes a text at its end.
  ///
  /// - Parameters:
  ///   - text: the text before the cursor.
  ///   - following: the text after it; a quote there need not be inserted.
  ///   - session: whose names are offered.
  ///   - folders: the source of file names.
  public init(
    of text: String, following: Substring = "", session: Session, folders: FolderListing = .nothing
  ) {
    let text = Self.withPlainHome(text)
    let expected = Parser.expectations(in: text, commands: CommandTable.syntaxes)
    let typed = String(decoding: Array(text.utf8).dropFirst(expected.start), as: UTF8.self)
    var start = expected.start
    var files: [Candidate] = []
    if expected.words.contains(.file) {
      let paths = FileCandidates(typed: typed, quote: Self.quote(in: text, expected), following: following, folders)
      files = paths.candidates
      // With a folder typed, only files fit; their names are listed without it.
      start += paths.folderLength
    }
    self.start = start
    guard start == expected.start else {
      candidates = files
      return
    }
    let quote = Self.quote(in: text, expected)
    // After an open quote a candidate is its name and the quote that closes it.
    let tiers = Self.tiers(of: expected, in: text, typed: typed, session).map { tier in
      Self.unique(quote.map { Self.inside($0, isClosed: following.first == $0, tier) } ?? tier)
    }
    var found: [Candidate] = []
    for tier in tiers where found.isEmpty { found = CompletionMatch.beginning(tier, typed: typed) }
    if found.isEmpty, files.isEmpty { found = CompletionMatch.meaning(tiers.flatMap { $0 }, typed: typed) }
    if found.isEmpty, files.isEmpty { found = CompletionMatch.similar(tiers.flatMap { $0 }, typed: typed) }
    candidates = Self.unique(found + files)
  }

  /// The text with `$HOME/` for `${HOME}/` in its last word, which brackets would end.
  private static func withPlainHome(_ text: String) -> String {
    guard let home = text.ranges(of: "${HOME}/").last, !text[home.upperBound...].contains(where: \.isWhitespace) else {
      return text
    }
    return text[..<home.lowerBound] + "$HOME/" + text[home.upperBound...]
  }

  private static func inside(_ quote: Character, isClosed: Bool, _ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { !$0.text.hasSuffix("=") && !$0.text.hasSuffix("(") }.map { candidate in
      var name = candidate.text[...]
      if name.hasPrefix("\""), name.count > 1 { name = name.dropFirst().dropLast() }
      return Candidate(text: name + (isClosed ? "" : String(quote)), detail: candidate.detail)
    }
  }

  private static func unique(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { seen.insert($0.text).inserted }
  }

  /// The matching candidates in tiers, the closest first; a later tier is used only if no earlier one has a matching
  /// word.
  private static func tiers(
    of expected: Expectations, in text: String, typed: String, _ session: Session
  ) -> [[Candidate]] {
    if let base = expected.fieldBase { return [fields(of: base, session)] }
    var close: [Candidate] = []
    if expected.isStatementStart { close += commands }
    if let setting = expected.setting { return [values(of: setting, session)] }
    if let assumption = expected.assumption, typed.isEmpty || typed.first?.isLetter != true {
      let values = UsualValues.candidates(ofAssumption: assumption, isRange: expected.isRange)
      if typed.isEmpty, !values.isEmpty { return [values] }
      close += values
    }
    if let window = expected.window { close += WindowCandidates(window, session).candidates }
    if let role = expected.role, expected.isExpression, typed.isEmpty || expected.columns.isEmpty {
      close += RoleCandidates.candidates(role, of: expected.command)
    }
    if let call = expected.call, let name = call.argumentName {
      close += UsualValues.candidates(ofParameter: name, of: call.function, isSwept: expected.isSwept, session)
    }
    if expected.command == "plot", expected.role == "columns" {
      close.append(Candidate(text: "candles", detail: "the prices of the bars"))
      close += drawn(session)
    }
    close += expected.columns.map { Candidate(text: $0, detail: "of the list") }
    if let call = expected.call {
      let parameters = parameters(of: call, session)
      // After a named argument all others are named.
      if !call.given.isEmpty, call.argumentName == nil { return [parameters.filter { $0.text.hasSuffix("=") }] }
      close += parameters
    }
    for kind in expected.words where !(kind == .topic && expected.role == "group") {
      switch kind {
      case .timeframe: close += timeframes(of: expected, in: text, session)
      case .name where expected.command == "report": close += reported(session)
      case .symbol where expected.isContext: close += symbols(behindContextIn: text, session)
      default:
        close += words(kind, session, isContext: expected.isContext).filter { !expected.given.contains($0.text) }
      }
    }
    if expected.command == "load", expected.role == "from" { close += sources(in: text) }
    if expected.role == "group" {
      close += Indicator.Group.allCases.map { Candidate(text: quoted($0.rawValue), detail: "group of indicators") }
    }
    let keywords = expected.keywords.map {
      Candidate(text: $0, detail: KeywordDetails.detail(of: $0, among: expected.keywords, command: expected.command))
    }
    guard expected.isExpression, expected.call?.argumentName != "across", !typed.isEmpty || !expected.isStatementStart
    else { return [close + keywords] }
    // After a number the series of a call are given, and its parameters follow.
    if let call = expected.call, typed.isEmpty, call.literals.contains(true), !close.isEmpty {
      return [close + keywords]
    }
    // If few candidates fit best, the full vocabulary is used only for letters that begin none of them.
    let own = LocalNames(in: text).candidates + sessionNames(session)
    if !expected.columns.isEmpty || expected.window != nil { return [close + keywords, own, expressionWords] }
    if expected.role.map({ !RoleCandidates.candidates($0, of: expected.command).isEmpty }) == true, typed.isEmpty {
      return [close + keywords]
    }
    return [close + keywords + own + expressionWords]
  }

  /// The results and the scenarios that can be drawn.
  private static func drawn(_ session: Session) -> [Candidate] {
    session.results.values.filter { $0.mayBeDrawn }.map {
      Candidate(text: $0.name, detail: "\($0.kind), all of it")
    } + session.research.scenarios.map { Candidate(text: $0.name, detail: "scenario of \($0.ticker)") }
  }

  /// The backtests and the scenarios that there are reports of.
  private static func reported(_ session: Session) -> [Candidate] {
    session.results.values.filter { $0.backtest != nil }.map { Candidate(text: quoted($0.name), detail: $0.kind) }
      + session.research.scenarios.filter { $0.drivers == nil }.map {
        Candidate(text: quoted($0.name), detail: "scenario of \($0.ticker)")
      }
  }

  /// The providers that `load NAME from` takes: figures come from one of them only, and bars from the others.
  private static func sources(in text: String) -> [Candidate] {
    let hasFigures = text.split(whereSeparator: \.isWhitespace).contains("fundamentals")
    if hasFigures { return providers.filter { $0.text == "sec" } }
    return providers.filter { $0.text != "sec" } + [
      Candidate(text: "sqlite", detail: "a database, after a query"),
      Candidate(text: "duckdb", detail: "a database, after a query"),
    ]
  }

  /// The quote around the word under the cursor.
  private static func quote(in text: String, _ expected: Expectations) -> Character? {
    guard expected.isQuoted else { return nil }
    return Array(text.utf8)[expected.start - 1] == UInt8(ascii: "'") ? "'" : "\""
  }

  private static let commands: [Candidate] =
    CommandTable.all.map { Candidate(text: $0.name, detail: $0.summary) }
    + HelpPages.definitions.map { Candidate(text: $0.name, detail: $0.summary) }

  /// The values that a setting may take: its words, its present value, and names of values.
  private static func values(of setting: String, _ session: Session) -> [Candidate] {
    guard let definition = Settings.definition(named: setting) else { return [] }
    var values = SettingCandidates.candidates(of: definition, session)
    if definition.isSeries { values += session.series.keys.map { Candidate(text: $0, detail: "series") } }
    let names = session.names.compactMap { name, meaning -> Candidate? in
      guard case .value = meaning.meaning else { return nil }
      return Candidate(text: name, detail: meaning.kind.rawValue)
    }
    return values + (definition.choices.isEmpty ? names : [])
  }

  private static func sessionNames(_ session: Session) -> [Candidate] {
    session.names.map { name, definition in
      guard case .indicator(let indicator) = definition.meaning, indicator.parameters != nil else {
        return Candidate(text: name, detail: definition.kind.rawValue)
      }
      return Candidate(text: name + "(", detail: "indicator")
    } + session.results.keys.map { Candidate(text: $0 + ".", detail: "result") }
  }

  /// The words of expressions that the language brings along.
  private static let expressionWords: [Candidate] =
    Planner.barsFieldNames.map { Candidate(text: $0, detail: "field of the bars") }
    + StandardName.all.map { Candidate(text: $0.name, detail: $0.summary) }
    + Indicator.listed.map { Candidate(text: $0.name + "(", detail: $0.fullName) }
    + BarFunction.all.filter { $0.twin == nil }.map {
      Candidate(text: $0.name + "(", detail: $0.signature)
    }

  private static func fields(of base: String, _ session: Session) -> [Candidate] {
    if let result = session.results[base] {
      return (Set(result.fields.keys).union(result.texts.keys).union(result.curves == nil ? [] : ResultCurves.names))
        .sorted().map { Candidate(text: $0, detail: "") }
    }
    if let function = BarFunction.named(base) {
      return function.fields.map { Candidate(text: $0, detail: "of \(base)") }
    }
    let outputs = Indicator.named(base)?.outputs ?? []
    return outputs.count > 1 ? outputs.map { Candidate(text: $0.name, detail: "output of \(base)") } : []
  }
}
