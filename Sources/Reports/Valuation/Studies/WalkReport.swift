import Presentation
import Text
import Valuation

/// The walk of a value through time, for display.
package struct WalkReport: Sendable {
  package var from: String
  package var to: String
  package var walk: ValuationWalk

  package init(from: String, to: String, walk: ValuationWalk) {
    self.from = from
    self.to = to
    self.walk = walk
  }

  static let fields: [Field<WalkReport>] = [
    .text("from") { $0.from }, .text("to") { $0.to }, .number("start") { $0.walk.start },
    .number("end") { $0.walk.end }, .number("gap") { $0.walk.gap }, .integer("years_passed") { $0.walk.yearsPassed },
    .list(
      "steps",
      [
        .strings("groups") { $0.groups.map(\.rawValue) }, .strings("assumptions") { $0.assumptions },
        .number("amount") { $0.amount },
      ]
    ) { $0.walk.steps },
    .list("opinions", [.strings("assumptions") { $0.assumptions }, .number("amount") { $0.amount }]) {
      $0.walk.opinions
    },
  ]

  package var title: StyledText {
    "from \(from) to \(to): \(walk.start, .fixed(2)) → \(walk.end, .fixed(2)), \(walk.gap, NumberFormat.fixed(2).signed) a share"
  }

  /// The groups, the changes in each, and the value after each.
  package var steps: Table {
    var value = walk.start
    return Table(
      columns: [
        .text("step", .name), .number("a share", NumberFormat.fixed(2).signed), .number("value", .fixed(2)),
        .text("what changed", .dim).wrapping,
      ],
      rows: walk.steps.map { step in
        value += step.amount
        return [
          .text(step.groups.map(\.title).joined(separator: " with ")), .number(step.amount), .number(value),
          .text(step.assumptions.joined(separator: ", ")),
        ]
      })
  }

  /// The forecast assumptions, if more than one changed.
  package var forecastAssumptions: Table? {
    guard walk.opinions.count > 1 else { return nil }
    return Table(
      columns: [.text("opinion", .name), .number("a share", NumberFormat.fixed(2).signed)],
      rows: walk.opinions.map { [.text($0.assumptions.joined(separator: ", ")), .number($0.amount)] })
  }

  package var notes: [StyledText] {
    var notes: [StyledText] = []
    if walk.steps.isEmpty { notes.append("nothing has changed") }
    if walk.yearsPassed > 0 {
      notes.append("fiscal years passed: \(walk.yearsPassed, .integer); paths keep their years")
    }
    for step in walk.steps where step.groups.count > 1 {
      notes.append(
        "\(step.groups.map(\.title).joined(separator: " and ")) stand together: a mixture of them is refused")
    }
    return notes
  }
}

extension ValuationWalk.Group {
  /// The group in words.
  package var title: String {
    switch self {
    case .time: "time"
    case .base: "base figures"
    case .bridge: "bridge and shares"
    case .opinions: "opinions"
    }
  }
}
