import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import Strategies
import Text
import Workspace

extension RunJob {
  /// What all its trials have in common: one identity for the ledger of trials, a resumed statement and a replay.
  package var identity: TrialBasis { identity(choosing: nil) }

  /// The identity of the run that follows the choices of a walk-forward.
  ///
  /// - Parameter choice: the words for how the values of its parameters are chosen.
  package func identity(choosing choice: String?) -> TrialBasis {
    let traded = kind.isOfMany ? nil : symbols.first
    let named = others.map { "\($0.name) \($0.identity?.contentHash ?? "") \($0.basis.rawValue)" }
    var parts = [
      ([rules.onOneLine] + named).joined(separator: "\n"), settings.ofTrials, choice ?? account,
      "\(timeframe) \(hours.map { "\($0.hours)" } ?? "")", (traded?.basis ?? .nothing).rawValue,
    ]
    if let times { parts.append("\(times.lowerBound.milliseconds) \(times.upperBound.milliseconds)") }
    return TrialBasis(parts.joined(separator: "\n"))
  }
}

extension NamedRules {
  /// A fingerprint of the rules and of the conventions of their indicators, for the journal: without the data and the
  /// values of the parameters.
  package func fingerprint(like preset: Preset?) -> String {
    let rules = "\(rules(Self.withoutLayout))\n\(preset?.name ?? "")"
    return String(ContentHash.text(of: Array(rules.utf8)).prefix(16))
  }

  /// True if both have the same rules, in any layout, and rest on the same definitions.
  package func isSame(as other: NamedRules) -> Bool {
    Self.withoutLayout(text) == Self.withoutLayout(other.text)
      && Self.words(of: definitions) == Self.words(of: other.definitions)
  }

  /// The rules with what they rest on, in which the names of other series are looked for.
  var onOneLine: String { rules { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } }

  /// The rules with the definitions that they rest on, without the strategy's name, the defaults that its calls replace,
  /// and the data.
  private func rules(_ layout: (String) -> String) -> String {
    let parameters = definition.parameters.map { parameter in
      // A value that is not a number is never given: its default is its value.
      switch parameter.defaultValue {
      case .literal(.text, _), .literal(.template, _): "\(parameter.name) \(parameter.defaultValue)"
      default: parameter.name
      }
    }
    return ([parameters.joined(separator: " "), layout(String(text.drop { $0 != "{" }))] + Self.words(of: definitions))
      .joined(separator: "\n")
  }

  /// A text of rules in one layout: without blanks, line ends and lines of comments, and without the semicolons
  /// equivalent to line ends.
  private static func withoutLayout(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }.joined()
      .filter { !$0.isWhitespace && $0 != ";" }
  }

  /// Definitions with their values, in the order of their names.
  private static func words(of definitions: [String: NamedDefinition]) -> [String] {
    definitions.sorted { $0.key < $1.key }.flatMap { name, used in
      guard case .value(let value, _, _) = used.meaning else { return ["\(name): \(used.text)"] }
      return ["\(name): \(used.text)", ValueFile.json(value).write()]
    }
  }
}

extension Settings {
  /// The settings that the numbers of a run depend on, as written: those that only add to its report, or limit it, are
  /// not part of a trial.
  fileprivate var ofTrials: String {
    let texts = Settings.ofTrials.map { "\($0.name) \($0.read(self))" }
    return texts.joined(separator: "\n") + (backtest.takesSmallMoney ? "\nsmall" : "")
  }

  private static let ofTrials = ofRuns.filter {
    !["benchmark", "certificate", "max_cells", "max_file", "max_memory"].contains($0.name)
  }
}
