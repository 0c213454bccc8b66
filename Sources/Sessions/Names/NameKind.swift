import Language
import OrderedCollections
import Research
import Workspace

/// A kind of thing that has a name in the session; `drop` and `rename` take its word before a name.
package enum NameKind: String, CaseIterable {
  case value, indicator, strategy, result, scenario, forecast, series, universe, figures

  /// The kinds whose items can have another name: figures are those of their company.
  package static let renamed = allCases.filter { $0 != .figures }

  /// The items that completion offers after the kind.
  package var word: CommandSyntax.WordKind {
    switch self {
    case .value, .indicator: .name
    case .strategy: .strategy
    case .result: .result
    case .scenario: .scenario
    case .forecast: .forecast
    case .series: .series
    case .universe: .universe
    case .figures: .symbol
    }
  }
}

extension Session {
  /// The names of all items of a kind.
  package func names(of kind: NameKind) -> [String] {
    switch kind {
    case .value: names.filter { !$0.value.isIndicator }.map(\.key)
    case .indicator: names.filter { $0.value.isIndicator }.map(\.key)
    case .strategy: Array(strategies.keys)
    case .result: Array(results.keys)
    case .scenario: research.scenarios.map(\.name)
    case .forecast: research.forecasts.map(\.name)
    case .series: Array(series.keys)
    case .universe: Array(universes.keys)
    case .figures: Array(research.fundamentals.keys) + absentFigures.keys
    }
  }

  /// The kinds of the items that have a name; a scenario and a forecast may have their company after it.
  package func kinds(of name: String) -> [NameKind] {
    NameKind.allCases.filter { kind in
      switch kind {
      case .value: names[name].map { !$0.isIndicator } ?? false
      case .indicator: names[name]?.isIndicator ?? false
      case .strategy: strategies[name] != nil
      case .result: results[name] != nil
      case .series: series[name] != nil || absentSeries[name] != nil
      case .universe: universes[name] != nil
      case .figures: research.fundamentals[name] != nil || absentFigures[name] != nil
      case .scenario, .forecast: names(of: kind).contains { $0 == name || name.hasPrefix($0 + "@") }
      }
    }
  }
}

extension NamedDefinition {
  /// True for an indicator, false for a kept value.
  package var isIndicator: Bool { kind == .indicator }
}

extension NameKind: CustomStringConvertible {
  package var description: String { rawValue }
  /// The word with its article.
  package var withArticle: String {
    switch self {
    case .indicator: "an indicator"
    case .figures: "the figures of a company"
    default: "a \(rawValue)"
    }
  }
}
