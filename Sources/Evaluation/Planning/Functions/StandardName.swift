import Columns
import Language

/// A name that means something in every session until it is defined otherwise: `monday`, `bars_per_year`.
public struct StandardName: Sendable {
  enum Meaning: Sendable {
    case missing
    /// A number of a part of the date.
    case part(TimeField, Double)
    case session(SessionField)
    case barsPerYear
  }

  /// The name that is typed.
  public let name: String
  /// Its meaning, in one sentence.
  public let summary: String
  let meaning: Meaning

  /// The name of the number of bars of a year, which indicators of a year's figures read too.
  static let barsPerYear = "bars_per_year"

  /// All of them, in the order of the documentation.
  public static let all: [StandardName] =
    [
      StandardName(
        name: "bar_of_session", summary: "1 on the first bar of a session, 2 on the next.",
        meaning: .session(.barOfSession)),
      StandardName(
        name: "last_bar_of_session", summary: "True on the bar that ends with the session, by the calendar.",
        meaning: .session(.lastBarOfSession)),
      StandardName(
        name: barsPerYear,
        summary: "The number of bars of the series in a year, by its calendar and sessions: 252 for days of stocks.",
        meaning: .barsPerYear),
      StandardName(name: "missing", summary: "The missing value.", meaning: .missing),
    ]
    + numbered(
      ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], .weekday,
      "A number of `weekday`.")
    + numbered(
      [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
      ], .month, "A number of `month`.")

  private static func numbered(_ names: [String], _ part: TimeField, _ summary: String) -> [StandardName] {
    names.enumerated().map { index, name in
      StandardName(name: name, summary: summary, meaning: .part(part, Double(index + 1)))
    }
  }

  /// The part of a date that a name is a number of; nil for other names.
  static func field(of name: String) -> TimeField? {
    if case .part(let field, _)? = named(name)?.meaning { field } else { nil }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func named(_ name: String) -> StandardName? { byName[name] }
}

extension Planner {
  /// The node that is true on the bars that end with their session.
  public mutating func lastBarsOfSessions() -> NodeID { add(.session(.lastBarOfSession)) }

  mutating func plan(_ standard: StandardName) -> Planned {
    switch standard.meaning {
    case .part(_, let number): planned(.number(number))
    case .missing: planned(.number(.nan))
    case .session(let field):
      Planned(kind: field == .lastBarOfSession ? .truth : .number, content: .node(add(.session(field))))
    case .barsPerYear: Planned(kind: .number, content: .node(add(.barsPerYear(periods: names.periodsPerYear))))
    }
  }
}
