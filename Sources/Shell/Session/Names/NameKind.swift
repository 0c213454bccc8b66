import Language
import OrderedCollections
import Research
import Text
import Workspace

/// A kind of thing that has a name in the session; `drop` and `rename` take its word in front of a name.
enum NameKind: String, CaseIterable {
  case value, indicator, strategy, result, scenario, forecast, series, universe, figures

  /// The kinds whose things can have another name: figures are those of their company.
  static let renamed = allCases.filter { $0 != .figures }

  /// The things that completion offers behind the kind.
  var word: CommandSyntax.WordKind {
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
  /// The names of all things of a kind.
  func names(of kind: NameKind) -> [String] {
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

  /// The kinds of the things that have a name; a scenario and a forecast may have their company behind it.
  func kinds(of name: String) -> [NameKind] {
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
  var isIndicator: Bool { kind == .indicator }
}

extension Execution {
  /// The kind of the thing that a name means: the one that was typed, else the only one that has the name.
  ///
  /// - Throws: `unknown-name` where nothing of the kind has it, `several-things` where several kinds have it.
  func kind(
    of name: String, typed: NameKind?, among allowed: [NameKind] = NameKind.allCases, _ command: String,
    at span: SourceSpan
  ) throws(Diagnostic) -> NameKind {
    let (own, company) = CompanyResearch.nameAndCompany(of: name)
    // Only these stand once for each company: `base @ MSFT`.
    let kinds = session.kinds(of: company == nil ? name : own).filter { kind in
      allowed.contains(kind) && (company == nil || kind == .scenario || kind == .forecast)
    }
    if let typed, kinds.contains(typed) { return typed }
    guard let only = kinds.first, typed == nil else {
      let known = (typed.map { [$0] } ?? allowed).flatMap { session.names(of: $0) }
      var hints = Spelling.hint(for: name, in: known).map { [$0] } ?? []
      if let other = kinds.first { hints = ["`\(command) \(other) \(name)`: it is \(other.withArticle)"] }
      throw Diagnostic(
        .unknownName,
        "there \(typed == .figures ? "are" : "is") no \(typed.map { "\($0) " } ?? "")`\(name)` to \(command)", at: span,
        hints: hints)
    }
    guard kinds.count == 1 else {
      throw Diagnostic(
        .severalThings, "\(kinds.count) things are called `\(name)`", at: span,
        hints: [Wording.list(kinds.map { "`\(command) \($0) \(name)`" }, or: true)])
    }
    return only
  }
}

extension NameKind: CustomStringConvertible {
  var description: String { rawValue }
  /// The word with its article.
  var withArticle: String {
    switch self {
    case .indicator: "an indicator"
    case .figures: "the figures of a company"
    default: "a \(rawValue)"
    }
  }
}
