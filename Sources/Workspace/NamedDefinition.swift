import Calendar
import Evaluation
import Language

/// A name with its meaning and the text that defined it.
///
/// It is an instance, so that the sessions of `undo` share it and cost one reference for each name.
package final class NamedDefinition: Sendable {
  package let meaning: Names.Meaning
  /// `let`, `param` or `indicator`.
  package let kind: Definition.Kind
  /// The statement as typed, for `explain` and for the saved session.
  package let text: String
  /// The names that it uses; of a kept value, which no longer uses anything, none.
  package let uses: Set<String>
  /// A hash of the inputs that a stored value was computed from; nil if they are unknown, or a hash cannot cover them.
  package let basis: String?
  /// The day of the last bar that a kept value was computed from; nil if it was computed from none.
  package let barDay: CivilDate?

  package init(
    meaning: Names.Meaning, kind: Definition.Kind, text: String, uses: Set<String>, basis: String? = nil,
    barDay: CivilDate? = nil
  ) {
    self.basis = basis
    self.barDay = barDay
    self.meaning = meaning
    self.kind = kind
    self.text = text
    self.uses = uses
  }

  /// True if both mean the same: the same statement, and the same value if one is kept.
  package func isSame(as other: NamedDefinition) -> Bool {
    guard kind == other.kind else { return false }
    switch (meaning, other.meaning) {
    case (.value(let own, _, _), .value(let others, _, _)): return own.isSame(as: others)
    case (.indicator, .indicator): return text == other.text
    default: return false
    }
  }
}

extension Value {
  /// True if both are equal, missing numbers among them.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.number(let own), .number(let others)), (.rate(let own), .rate(let others)),
      (.moment(let own), .moment(let others)), (.timeOfDay(let own), .timeOfDay(let others)):
      own == others || own.isNaN && others.isNaN
    case (.list(let own), .list(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }
}
