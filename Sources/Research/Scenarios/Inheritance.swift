import Text
import Valuation

/// A valuation's descent from a scenario: changes of the parent propagate, and relative changes are reapplied.
public struct Inheritance: Sendable, Equatable {
  /// The identifier of the parent.
  public var parent: String
  /// The child's own changes of it, in the order in which they are applied.
  public var changes: [Assumptions.Change]

  /// Makes a descent.
  public init(parent: String, changes: [Assumptions.Change]) {
    self.parent = parent
    self.changes = changes
  }

  /// The changes as typed.
  public var text: String { texts.joined(separator: ", ") }

  /// Each change as typed, with its reason after it.
  package var texts: [String] {
    var texts: [String] = []
    for change in changes {
      switch change {
      case .lookAhead: break
      case .because where !texts.isEmpty: texts[texts.count - 1] += " " + change.text
      default: texts.append(change.text)
      }
    }
    return texts
  }
}

extension Assumptions.Change {
  /// The assumption that is changed, by its name in the table; nil for a change of a part or a code.
  package var name: String? {
    switch self {
    case .set(let assumption): AssumptionDefinition.canonical(assumption.name) ?? assumption.name
    case .shift(let name, _), .number(let name, _), .remove(let name), .year(let name, _, _):
      AssumptionDefinition.canonical(name) ?? name
    case .allow, .part, .lookAhead, .because: nil
    }
  }

  /// The change as typed.
  package var text: String {
    switch self {
    case .set(let assumption):
      assumption.statement + (assumption.reason.map { " " + Self.because($0) } ?? "")
    case .shift(let name, let shift):
      "\(name) \(shift.written.isEmpty ? "\(shift.operator.rawValue) \(shift.amount)" : shift.written)"
    case .number(let name, let number): "\(name) = \(number)"
    case .allow(let code): "allow \(code)"
    case .year(let name, let year, let value):
      "\(name)[\(year)] = \(AssumptionDefinition.named(name)?.text(value) ?? NumberFormat.exact.text(value))"
    case .remove(let name): "without \(name)"
    case .part(let name, let kind): "\(kind.rawValue) \(name)"
    case .lookAhead(let name): "\(name) from later bars"
    case .because(_, let reason): Self.because(reason)
    }
  }
  /// A reason as typed.
  private static func because(_ reason: String) -> String {
    let escaped = reason.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$")
    return "because \"\(escaped)\""
  }
}
