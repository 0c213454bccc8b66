import Text
import Valuation

/// A saved valuation; scenarios belong to their company.
struct Scenario: Sendable {
  var id: String
  var name: String
  var ticker: String
  /// Its assumptions, those that it inherits among them, as of the last change of any scenario it follows.
  var assumptions: Assumptions
  /// When it was saved last, in ISO 8601.
  var savedAt: String
  /// When it was saved first, in ISO 8601; nil where that was the only time.
  var createdAt: String?
  /// What its author wrote about it.
  var note: String?
  /// Which scenario it follows, and what it changes; nil where it stands alone.
  var inheritance: Inheritance?
  /// The driver model where it is one: its ``assumptions`` are then those of the plain model that says the same.
  var drivers: DriverWork?
}

/// How a valuation follows a scenario: a change of the parent flows on, and relative changes act anew.
struct Inheritance: Sendable, Equatable {
  /// The identifier of the scenario that is followed.
  var parent: String
  /// What is changed of it, one after the other.
  var changes: [Assumptions.Change]

  /// The changes as one would type them.
  var text: String { changes.map(\.text).joined(separator: ", ") }
}

extension Scenario {
  /// What an heir begins with: what this scenario says itself has it as its source.
  ///
  /// What came from the company's figures keeps saying so, and what came from a scenario further up names that one.
  var bequest: Assumptions {
    let own = Set(inheritance?.changes.compactMap(\.name) ?? [])
    return assumptions.mapSources { assumption in
      switch assumption.source {
      case .typed: .scenario(name)
      case .scenario where own.contains(assumption.name): .scenario(name)
      case .scenario, .fundamentals, .default, .outside: assumption.source
      }
    }
  }
}

extension Assumptions {
  /// The same assumptions, each with the source that `source` gives it.
  func mapSources(_ source: (Assumption) -> Assumption.Source) -> Assumptions {
    let mapped = flat.map { assumption in
      Assumption(
        assumption.name, assumption.value, written: assumption.written, source: source(assumption),
        shifts: assumption.shifts, basis: assumption.basis, exceptions: assumption.exceptions, start: assumption.start)
    }
    // What was checked once is not refused for its source.
    return (try? Assumptions(mapped, parts: parts.map { ($0.name, $0.kind) }, baseYear: baseYear)) ?? self
  }
}

extension Assumptions.Change {
  /// The assumption that is changed, by its name in the table; nil for what names a part or a code.
  var name: String? {
    switch self {
    case .set(let assumption): AssumptionDefinition.canonical(assumption.name) ?? assumption.name
    case .shift(let name, _), .number(let name, _), .remove(let name), .year(let name, _, _):
      AssumptionDefinition.canonical(name) ?? name
    case .allow, .part: nil
    }
  }

  /// The change as one would type it.
  var text: String {
    switch self {
    case .set(let assumption):
      assumption.text.hasPrefix("to ")
        ? "\(assumption.name) \(assumption.text)" : "\(assumption.name) = \(assumption.text)"
    case .shift(let name, let shift):
      "\(name) \(shift.written.isEmpty ? "\(shift.operator.rawValue) \(shift.amount)" : shift.written)"
    case .number(let name, let number): "\(name) = \(number)"
    case .allow(let code): "allow \(code)"
    case .year(let name, let year, let value):
      "\(name)[\(year)] = \(AssumptionDefinition.named(name)?.text(value) ?? NumberText.plain(value))"
    case .remove(let name): "without \(name)"
    case .part(let name, let kind): "\(kind.rawValue) \(name)"
    }
  }
}
