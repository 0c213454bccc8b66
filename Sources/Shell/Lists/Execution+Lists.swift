import Evaluation
import Language

/// The clauses that every list takes.
extension Execution {
  /// The items of a list that its clauses leave, in their order: `where`, the window, `sort by`, `top`.
  ///
  /// `place` is the bar of an item, by which a window of dates takes it; without it a window counts rows only. Without
  /// a window the list shows `rows`.
  mutating func listed<Item>(
    _ frame: ItemFrame<Item>, _ call: CommandCall, on series: Evaluation.Series? = nil, rows: RowLimit? = nil,
    place: ((Item) -> Int)? = nil
  ) throws(Diagnostic) -> [Item] {
    var indexes = Array(frame.items.indices)
    if let condition = call[.condition] { indexes = try self.indexes(where: condition, on: frame, series: series) }
    if let place, let series {
      let selection = try selection(call.window, in: series.bars, rows: rows)
      if call.window != nil { indexes = indexes.filter { selection.bars.contains(place(frame.items[$0])) } }
      indexes = selection.limited(indexes)
    } else if let limit = try rowLimit(call.window, of: frame.many) ?? rows {
      indexes = limit.limited(indexes)
    }
    if let key = call[.listKey] {
      indexes = try sorted(indexes, by: key, descends: call.has(.descending), on: frame, series: series)
    }
    if let top = call[.top] { indexes = Array(indexes.prefix(try count(top))) }
    return indexes.map { frame.items[$0] }
  }

  /// The rows of `first N`, `last N` or `all` of a list without bars; nil for all.
  private mutating func rowLimit(
    _ window: (window: Window, span: SourceSpan)?, of many: String
  ) throws(Diagnostic) -> RowLimit? {
    switch window?.window {
    case nil, .all: return nil
    case .first(let expression): return .first(try count(expression))
    case .last(let expression): return .last(try count(expression))
    case .range:
      throw Diagnostic(
        .invalidWindow, "\(many) are listed by number, not by date", at: window?.span, hints: ["`first 3`, `last 3`"])
    }
  }
}

extension [CommandSyntax.Clause] {
  /// The clauses of a list: what it shows, its order, how many.
  static let list: [CommandSyntax.Clause] = [
    .clause("where", .condition), .clause("sort by", .listKey, .descending), .clause("top", .top), .window,
  ]
}
