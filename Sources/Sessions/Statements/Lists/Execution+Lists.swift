import Calendar
import Columns
import Evaluation
import Language
import Presentation
import Reports
import Strategies

extension Execution {
  /// The things of a frame that the clauses of a list leave, in their order: `where`, the window, `sort by`, `top`.
  ///
  /// Without a window or `top` the list shows `rows`, after `sort by` the first n; a list that is written to a file has
  /// all.
  package mutating func listing(
    of frame: some Listable, _ clauses: ListClauses, rows: RowLimit? = nil
  ) throws(Diagnostic) -> Listing {
    // A frame that was stopped while it was made has not all values.
    try checkInterruption()
    let turns = clauses.page != nil || clauses.pageSize != nil
    let usual = clauses.window != nil || clauses.top != nil || turns ? nil : usualRows(rows)
    var (candidates, limit) = try window(clauses.window, of: frame)
    let total = candidates.count
    var matched: Int?
    if let condition = clauses.condition {
      let holds = try conditionColumn(condition, on: frame)
      candidates = .list(candidates.indexes.filter { holds[$0] == 1 })
      matched = candidates.count
    }
    if limit == nil, clauses.key == nil { limit = usual }
    let found = candidates
    var limits: [String] = []
    if let limit {
      let before = candidates.count
      candidates = candidates.limited(by: clauses.newestFirst ? limit.opposite : limit)
      if candidates.count < before { limits.append("\(limit)") }
    }
    var indexes = candidates.indexes
    if let key = clauses.key { indexes = try sorted(indexes, by: key, descends: clauses.descends, on: frame) }
    if let top = try clauses.top.map({ top throws(Diagnostic) in try count(top) }), top < indexes.count {
      indexes = Array(indexes.prefix(top))
      limits.insert("top \(top)", at: 0)
    } else if clauses.key != nil, let usual, usual.count < indexes.count {
      indexes = Array(indexes.prefix(usual.count))
      limits.append("first \(usual.count)")
    }
    var nextPage: Int?
    if let page = try page(indexes, clauses) {
      (indexes, nextPage) = (page.indexes, page.next)
      limits.insert(page.limit, at: 0)
    }
    return Listing(
      indexes: indexes, candidates: found, many: frame.many, total: total, matched: matched, limits: limits,
      nextPage: nextPage)
  }

  /// The rows that a long list shows by itself: as many as the setting `rows` says if that was changed, and all if a
  /// file or a program gets them.
  package func usualRows(_ rows: RowLimit?) -> RowLimit? {
    if writesResult || listsAllRows || session.look.format?.isForPrograms == true { return nil }
    guard let rows, session.settings.changed.contains("rows") else { return rows }
    return session.settings.look.rows.map { rows.counting($0) }
  }

  /// The things that a window looks at, and the rows of them that it lists; nil for all.
  private mutating func window(
    _ window: (window: Window, span: SourceSpan)?, of frame: some Listable
  ) throws(Diagnostic) -> (ListCandidates, RowLimit?) {
    let all = ListCandidates.range(0..<frame.count)
    guard let window else { return (all, nil) }
    switch frame.placement {
    case .bars(let series, let bar):
      let selection = try selection(window, in: series.bars, rows: nil)
      if selection.bars.isEmpty { throw emptyWindow(series, at: window.span) }
      if frame is BarFrame { return (.range(selection.bars), selection.rows) }
      return (.list((0..<frame.count).filter { selection.bars.contains(bar($0)) }), selection.rows)
    case .moments(let moment):
      if case .end(let end, of: let range) = window.window {
        return (try self.window((range, window.span), of: frame).0, try rowLimit((end, window.span), of: frame))
      }
      if case .last(let length) = window.window, case .duration(let duration) = try value(of: length).value {
        guard let latest = (0..<frame.count).compactMap(moment).max() else { return (all, nil) }
        let start = DateRange.moment(duration, before: latest, zone: .utc)
        return (.list((0..<frame.count).filter { moment($0).map { $0 > start } ?? false }), nil)
      }
      guard case .range(let since, let until) = window.window else { return (all, try rowLimit(window, of: frame)) }
      let start = try since.map { expression throws(Diagnostic) in try dates(expression, zone: .utc).start }
      let end = try until.map { expression throws(Diagnostic) in try dates(expression, zone: .utc).end }
      let inside = (0..<frame.count).filter { index in
        guard let time = moment(index) else { return false }
        return start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
      }
      return (.list(inside), nil)
    case .numbered: return (all, try rowLimit(window, of: frame))
    }
  }

  /// The rows of `first N`, `last N` or `all` of a list without bars; nil for all.
  private mutating func rowLimit(
    _ window: (window: Window, span: SourceSpan), of frame: some Listable
  ) throws(Diagnostic) -> RowLimit? {
    switch window.window {
    case .all: return nil
    case .first(let expression): return .first(try count(expression))
    case .last(let expression): return .last(try count(expression))
    case .range, .end:
      throw Diagnostic(
        .invalidWindow, "\(frame.many) are listed by number, not by date", at: window.span,
        hints: ["`first 3`, `last 3`"])
    }
  }
}
