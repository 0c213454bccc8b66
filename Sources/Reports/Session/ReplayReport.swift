import JSON
import Presentation
import Text

/// A number of a kept result that is another one when it is computed again.
package struct ReplayedNumber: Sendable, Hashable {
  /// Its name: `sharpe_ratio`, `years.1.figures.0`.
  package var name: String
  /// The number that was kept; nil where it was missing.
  package var kept: Double?
  /// The number now; nil where it is missing.
  package var now: Double?

  package init(name: String, kept: Double?, now: Double?) {
    (self.name, self.kept, self.now) = (name, kept, now)
  }

  /// The first of some kept numbers that is not the same to the bit now; nil where all are.
  package static func firstDifference(
    of kept: [(name: String, value: Double?)], from now: [String: Double?]
  ) -> ReplayedNumber? {
    for (name, value) in kept {
      let other = now[name] ?? nil
      if value?.bitPattern == other?.bitPattern || value?.isNaN == true && other?.isNaN == true { continue }
      return ReplayedNumber(name: name, kept: value, now: other)
    }
    return nil
  }
}

/// The results that a session keeps, each computed again and held against its kept numbers to the bit.
package struct ReplayReport: StatementResult {
  /// A kept result.
  package struct Line: Sendable {
    /// The name of the result.
    package var name: String
    /// The kind of the result.
    package var kind: String
    /// The number of numbers that were held against each other.
    package var count: Int
    /// The first that differs; nil where none does.
    package var difference: ReplayedNumber?
    /// The reason for which it was not computed again; nil where it was.
    package var reason: String?

    package init(
      name: String, kind: String, count: Int, difference: ReplayedNumber? = nil, reason: String? = nil
    ) {
      (self.name, self.kind, self.count) = (name, kind, count)
      (self.difference, self.reason) = (difference, reason)
    }
  }

  package var file: String
  package var lines: [Line]

  package init(file: String, lines: [Line]) {
    self.file = file
    self.lines = lines
  }

  /// The first result with a number that differs.
  package var firstDifference: Line? { lines.first { $0.difference != nil } }

  package var kind: String { "replay" }
  package var data: JSONValue {
    [
      "file": .string(file), "numbers": .integer(lines.reduce(0) { $0 + $1.count }),
      "results": .array(
        lines.map { line in
          [
            "name": .string(line.name), "kind": .string(line.kind), "numbers": .integer(line.count),
            "same": line.reason == nil ? .bool(line.difference == nil) : .null,
            "differs": line.difference.map { number in
              ["name": .string(number.name), "kept": .number(number.kept), "now": .number(number.now)]
            } ?? .null,
            "reason": .string(line.reason),
          ]
        }),
    ]
  }

  package var document: Document {
    let computed = lines.filter { $0.reason == nil }
    let numbers = computed.reduce(0) { $0 + $1.count }
    let summary =
      computed.isEmpty
      ? "nothing in it can be computed again"
      : "\(NumberText.counted(numbers, "number")) of \(NumberText.counted(computed.count, "result")) \(Wording.plural(numbers, "is", "are")) the same to the bit"
    return Document {
      if !lines.isEmpty {
        Table(
          columns: [.text("result", .name), .text("kind"), .integer("numbers"), .text("again").wrapping],
          rows: lines.map { line in
            [
              .text(line.name), .text(line.kind), .integer(line.count),
              .text(line.reason.map { "not computed: \($0)" } ?? "the same"),
            ]
          })
      }
      Block.note(StyledText(summary))
    }
  }
}
