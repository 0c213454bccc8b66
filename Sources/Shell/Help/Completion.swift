import Backtesting
import Evaluation
import Indicators
import Language
import MarketData
import OrderedCollections
import Reports
import Research
import StandardIndicators
import Strategies
import Valuation
import Workspace

/// The candidates at the cursor, from the tables of commands, indicators and functions and from the names of
/// the session.
public struct Completion: Sendable {
  /// A word that may stand there.
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
  ///   - following: the text behind it; a quote there need not be inserted.
  ///   - session: whose names are offered.
  ///   - folders: where names of files come from.
  public init(
    of text: String, following: Substring = "", session: Session, folders: FolderListing = .nothing
  ) {
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
    var all: [Candidate] = []
    if let base = expected.fieldBase {
      all += Self.fields(of: base, session)
    } else {
      if expected.isStatementStart { all += Self.commands }
      all += expected.keywords.map { Candidate(text: $0, detail: "") }
      for kind in expected.words { all += Self.words(kind, session) }
      if let call = expected.call { all += Self.parameters(of: call, session) }
      if let setting = expected.setting {
        all += Self.values(of: setting, session)
      } else if expected.isExpression, expected.call?.argumentName != "across",
        !typed.isEmpty || !expected.isStatementStart
      {
        // Where nothing was typed yet, the commands alone are enough to read.
        all += expected.columns.map { Candidate(text: $0, detail: "of the list") }
        all += LocalNames(in: text).candidates
        all += Self.expressionWords(session)
      }
    }
    var seen: Set<String> = []
    candidates = (all.filter { $0.text.hasPrefix(typed) } + files).filter { seen.insert($0.text).inserted }
  }

  /// The quote that the word under the cursor stands in.
  private static func quote(in text: String, _ expected: Expectations) -> Character? {
    guard expected.isQuoted else { return nil }
    return Array(text.utf8)[expected.start - 1] == UInt8(ascii: "'") ? "'" : "\""
  }

  private static let commands: [Candidate] =
    CommandTable.all.filter { !$0.isReserved }.map { Candidate(text: $0.name, detail: $0.summary) }
    + HelpPages.definitions.map { Candidate(text: $0.name, detail: $0.summary) }

  /// A setting takes one of a few words, or a number that may have a name.
  private static func values(of setting: String, _ session: Session) -> [Candidate] {
    let choices = Settings.definition(named: setting)?.choices ?? []
    let names = session.names.compactMap { name, definition -> Candidate? in
      guard case .value = definition.meaning else { return nil }
      return Candidate(text: name, detail: definition.kind.rawValue)
    }
    return choices.map { Candidate(text: $0, detail: "") } + (choices.isEmpty ? names : [])
  }

  private static func expressionWords(_ session: Session) -> [Candidate] {
    var words = session.names.map { name, definition in
      guard case .indicator(let indicator) = definition.meaning, indicator.parameters != nil else {
        return Candidate(text: name, detail: definition.kind.rawValue)
      }
      return Candidate(text: name + "(", detail: "indicator")
    }
    words += Planner.barsFieldNames.map { Candidate(text: $0, detail: "field of the bars") }
    words += StandardName.all.map { Candidate(text: $0.name, detail: $0.summary) }
    words += Indicator.listed.map { Candidate(text: $0.name + "(", detail: $0.fullName) }
    words += BarFunction.all.filter { !$0.isReserved && $0.twin == nil }.map {
      Candidate(text: $0.name + "(", detail: $0.signature)
    }
    return words
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

  private static func parameters(of call: Expectations.Call, _ session: Session) -> [Candidate] {
    if call.argumentName == Planner.presetArgument, Indicator.named(call.function) != nil {
      return Preset.all.map { Candidate(text: "\"\($0.name)\"", detail: $0.summary) }
    }
    if call.argumentName == "across" {
      return session.universes.keys.map { Candidate(text: $0, detail: "universe") }
    }
    if BarFunction.named(call.function)?.isValuation == true {
      return session.research.scenarios.map { scenario in
        let name = ValuationName(scenario: scenario.name).description.dropFirst("value(".count).dropLast()
        return Candidate(text: String(name) + ")", detail: "scenario of \(scenario.ticker)")
      }
    }
    if let function = BarFunction.named(call.function), function.isFinancial {
      if call.argumentName == "due" {
        return ["\"end\"", "\"begin\""].map { Candidate(text: $0, detail: "of a period") }
      }
      if call.argumentName == nil {
        return function.parameters.map { Candidate(text: $0 + "=", detail: function.signature) }
      }
    }
    if let argument = call.argumentName {
      guard let parameter = Indicator.named(call.function)?.parameters.first(where: { $0.name == argument }),
        case .choice(let choices) = parameter.kind
      else { return [] }
      return choices.map { Candidate(text: "\"\($0.name)\"", detail: "") }
    }
    if let indicator = Indicator.named(call.function) {
      return indicator.parameters.map { Candidate(text: $0.name + "=", detail: $0.meaning) }
        + [Candidate(text: Planner.presetArgument + "=", detail: "Whose conventions it follows.")]
    }
    var parameters = session.strategies[call.function]?.definition.parameters ?? []
    if case .indicator(let definition) = session.names[call.function]?.meaning {
      parameters = definition.parameters ?? []
    }
    return parameters.map { Candidate(text: $0.name + "=", detail: "parameter of \(call.function)") }
  }

  private static func words(_ kind: CommandSyntax.WordKind, _ session: Session) -> [Candidate] {
    func candidates(_ names: some Sequence<String>, _ detail: String) -> [Candidate] {
      names.map { Candidate(text: $0, detail: detail) }
    }
    switch kind {
    case .sample:
      return Sample.all.map { Candidate(text: $0.name, detail: $0.title) }
    case .series: return candidates(session.series.keys, "series")
    case .symbol:
      return candidates(session.series.keys, "series") + candidates(session.universes.keys, "universe")
        + candidates(session.research.fundamentals.keys, "company")
    case .universe: return candidates(session.universes.keys, "universe")
    case .strategy: return candidates(session.strategies.keys, "strategy")
    case .readyStrategy: return ReadyStrategy.all.map { Candidate(text: $0.name, detail: $0.summary) }
    case .anyStrategy:
      let ready = ReadyStrategy.all.filter { session.strategies[$0.name] == nil }
      return candidates(session.strategies.keys, "strategy")
        + ready.map { Candidate(text: $0.name, detail: $0.summary) }
    case .result: return candidates(session.results.keys, "result")
    case .scenario: return candidates(session.research.scenarios.map(\.name), "scenario")
    case .forecast: return candidates(session.research.forecasts.map(\.quotedName), "forecast")
    case .name:
      return candidates(session.names.keys, "name") + candidates(session.universes.keys, "universe")
        + candidates(session.strategies.keys, "strategy")
        + candidates(session.results.keys, "result")
    case .setting: return Settings.definitions.map { Candidate(text: $0.name, detail: $0.summary) }
    case .metric: return Metric.all.map { Candidate(text: $0.name, detail: $0.title) }
    case .assumption:
      let drivers =
        session.research.model?.drivers?.model.drivers.map { Candidate(text: $0.id, detail: $0.title) } ?? []
      return drivers + AssumptionDefinition.all.map { Candidate(text: $0.name, detail: $0.meaning) }
    case .timeframe: return candidates(["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w", "1mo"], "timeframe")
    case .timezone:
      return candidates(
        ["UTC", "America/New_York", "Europe/London", "Europe/Berlin", "Asia/Tokyo"].map { "\"\($0)\"" }, "")
    case .topic: return candidates(HelpPages.topics, "")
    case .any:
      return candidates(session.research.scenarios.map(\.name), "scenario")
        + candidates(session.research.forecasts.map(\.quotedName), "forecast")
        + candidates(session.results.keys, "result")
        + candidates(session.strategies.keys, "strategy")
    case .file, .newName: return []
    }
  }
}
