import Presentation
import Text
import Valuation

/// The bridge from the valuation before a statement to the one after it: the changes, and the effect of each.
package struct ValuationMovement: Sendable {
  /// The most assumptions that the movement is split among; each one more doubles the work.
  package static let mostParts = 8

  /// The valuation before.
  package var before: ValuationResult
  /// The names of the assumptions that differ.
  package var names: [String]
  /// The movement by assumption; nil if it is not split: too many differ, or the base years do.
  package var attribution: Attribution?

  /// The movement between two sets of assumptions.
  ///
  /// - Parameters:
  ///   - before: the valuation before.
  ///   - first: the assumptions before, as given.
  ///   - after: the valuation after.
  ///   - second: the assumptions after, as given.
  package init(
    from before: ValuationResult, _ first: Assumptions, to after: ValuationResult, _ second: Assumptions
  ) {
    self.before = before
    names = first.differences(from: second)
    let values = (before.valuePerShare, after.valuePerShare)
    attribution =
      names.count <= Self.mostParts ? (try? Attribution(from: first, to: second, values: values)) ?? nil : nil
  }

  /// The movement for readers: the value before and after, then a row for each assumption.
  func blocks(to result: ValuationResult) -> [Document.Block] {
    let change = result.valuePerShare - before.valuePerShare
    var blocks: [Document.Block] = [
      .paragraph(
        "value per share \(before.valuePerShare, .fixed(2)) → \(result.valuePerShare, .fixed(2)) (\(change, NumberFormat.fixed(2).signed, .sign(of: change)))"
      )
    ]
    if let parts = attribution?.parts, !parts.isEmpty {
      blocks.append(.table(table(parts, to: result)))
    } else if names.count > 1 {
      blocks.append(.note("\(NumberText.counted(names.count, "assumption")) differ; `compare` splits it among them"))
    }
    return blocks
  }

  private func table(_ parts: [Attribution.Part], to result: ValuationResult) -> Table {
    Table(
      columns: [
        .text("assumption", .name), .text("before").wrapping, .text("after").wrapping,
        Table.Column.number("a share", NumberFormat.fixed(2).signed).coloredBySign,
      ],
      rows: parts.map { part in
        [
          .text(part.assumptions.joined(separator: ", ")), .text(before.text(of: part.assumptions)),
          .text(result.text(of: part.assumptions)), .number(part.amount),
        ]
      })
  }
}

extension ValuationResult {
  /// Assumptions as written, with commas between; a dash for one that is not given.
  fileprivate func text(of names: [String]) -> String {
    names.map { assumptions[$0]?.text.withShortLists ?? NumberFormat.missing }.joined(separator: ", ")
  }
}
