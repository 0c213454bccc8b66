import Backtesting
import Language
import Text

/// The terms on which one account is shared by many symbols, as typed after `in one account with`.
package struct SharedTerms: Sendable {
  /// The most symbols that are held at one time; nil for no limit but the money.
  package var positions: Int?
  /// The most of the equity that a symbol gets; nil for no limit.
  package var limit: Double?
  /// The value by which entries of one moment are ranked, the highest first; nil for the order of the symbols.
  package var preference: Expression?
  /// The bounds of groups of symbols; nil if there are none.
  package var grouping: Grouping?

  /// The bounds of groups of symbols.
  package struct Grouping: Sendable {
    /// The column of the universe's file that names the group of each symbol.
    package var column: String
    /// The most symbols of a group that are held at one time; nil for any number.
    package var hold: Int?
    /// The most of the equity that a group gets; nil for no limit.
    package var limit: Double?

    package init(column: String, hold: Int? = nil, limit: Double? = nil) {
      (self.column, self.hold, self.limit) = (column, hold, limit)
    }

    /// The bounds as typed: `sector hold 2 limit 40%`.
    package var text: String {
      column + (hold.map { " hold \($0)" } ?? "") + (limit.map { " limit \(NumberText.percentExact($0))" } ?? "")
    }
  }

  package init(
    positions: Int? = nil, limit: Double? = nil, preference: Expression? = nil, grouping: Grouping? = nil
  ) {
    (self.positions, self.limit, self.preference, self.grouping) = (positions, limit, preference, grouping)
  }

  /// The rules that the engine follows.
  ///
  /// - Parameter groups: the name of the group of each symbol.
  func rules(groups: [String?]) -> SharedRules {
    SharedRules(
      positions: positions, limit: limit ?? .infinity,
      groups: grouping.map { SymbolGroups(names: groups, hold: $0.hold, limit: $0.limit ?? .infinity) })
  }

  /// Takes a term of a name from its value; false if the value is not of its kind.
  package mutating func take(_ name: String, _ value: Settings.SettingValue) -> Bool {
    switch name {
    case "positions":
      guard let number = value.plainNumber, number >= 1, let count = Int(exactly: number) else { return false }
      positions = count
    case "limit":
      guard case .number(let share, isRate: true) = value, share > 0, share.isFinite else { return false }
      limit = share
    case "group":
      var terms = SettingTerms(value.terms)
      guard let column = terms.word() else { return false }
      var grouping = Grouping(column: column.lowercased())
      if terms.take("hold") {
        guard let number = terms.amount(), number >= 1, let count = Int(exactly: number) else { return false }
        grouping.hold = count
      }
      if terms.take("limit") {
        guard let share = terms.number(), share.isRate, share.value > 0 else { return false }
        grouping.limit = share.value
      }
      guard terms.isAtEnd, grouping.hold != nil || grouping.limit != nil else { return false }
      self.grouping = grouping
    default: return false
    }
    return true
  }

  /// The names of the terms, with the values allowed for each.
  package static let allowed = [
    ("positions", "a whole number from 1"), ("prefer", "an expression, the highest first"),
    ("limit", "a share of the equity, above 0%"),
    ("group", "a column of the universe's file with `hold 2` or `limit 40%`"),
  ]

  /// The terms in words: `one account · at most 10 positions · preferred by returns(20)`.
  package var text: String {
    [
      "one account", positions.map { "at most \(NumberText.counted($0, "position"))" },
      preference.map { "preferred by \($0)" } ?? "preferred by the order of the symbols",
      limit.map { "at most \(NumberText.percentExact($0)) of the equity a symbol" },
      grouping.map { grouping in
        let bounds = [
          grouping.hold.map { NumberText.counted($0, "symbol") },
          grouping.limit.map { "\(NumberText.percentExact($0)) of the equity" },
        ].compactMap { $0 }
        return "at most \(bounds.joined(separator: " and ")) of a \(grouping.column)"
      },
    ].compactMap { $0 }.joined(separator: " · ")
  }
}
