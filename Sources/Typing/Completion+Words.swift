import Backtesting
import Evaluation
import Language
import MarketData
import OrderedCollections
import Reports
import Research
import Sessions
import Shell
import Sourcing
import Strategies
import Valuation
import Workspace

/// The candidates for raw words: the names of items.
extension Completion {
  /// A name as typed: in quotes if it needs them.
  package static func quoted(_ name: String, isContext: Bool = false) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      isContext
        ? scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        : scalar.value > 0x20 && !",;(){}[]#\"'=$".unicodeScalars.contains(scalar)
    }
    let mayBegin = !isContext || name.unicodeScalars.first?.properties.isAlphabetic == true
    return isPlain && mayBegin && !name.isEmpty ? name : "\"\(name)\""
  }

  private static let timezones = [
    ("UTC", "no daylight saving time"), ("America/New_York", "New York, Nasdaq"), ("America/Chicago", "CME futures"),
    ("America/Toronto", "Toronto"), ("America/Sao_Paulo", "São Paulo"), ("Europe/London", "London"),
    ("Europe/Berlin", "Frankfurt, Xetra"), ("Europe/Paris", "Paris, Euronext"), ("Europe/Zurich", "Zurich"),
    ("Asia/Tokyo", "Tokyo"), ("Asia/Hong_Kong", "Hong Kong"), ("Asia/Shanghai", "Shanghai"),
    ("Asia/Kolkata", "Mumbai"), ("Asia/Singapore", "Singapore"), ("Australia/Sydney", "Sydney"),
  ]

  /// The providers of bars and of figures.
  static let providers = ProviderTable.all.map { Candidate(text: $0.profile.word, detail: $0.profile.title) }

  package static func words(
    _ kind: CommandSyntax.WordKind, _ session: Session, isContext: Bool = false
  ) -> [Candidate] {
    func candidates(_ names: some Sequence<String>, _ detail: String) -> [Candidate] {
      names.map { Candidate(text: quoted($0, isContext: isContext), detail: detail) }
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
    case .forecast: return candidates(session.research.forecasts.map(\.name), "forecast")
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
    case .timezone: return timezones.map { Candidate(text: "\"\($0)\"", detail: $1) }
    case .topic: return candidates(HelpPages.topics, "topic of help")
    case .exampleScript: return ExampleScript.all.map { Candidate(text: $0.name, detail: $0.summary) }
    case .provider: return providers
    case .account: return candidates(session.accountNames, "account")
    case .any:
      return candidates(session.research.scenarios.map(\.name), "scenario")
        + candidates(session.research.forecasts.map(\.name), "forecast")
        + candidates(session.results.keys, "result")
        + candidates(session.strategies.keys, "strategy")
    // Those are chosen by the bars in use, see `timeframes(of:in:_:)`.
    case .timeframe: return []
    case .file, .newName: return []
    }
  }
}
