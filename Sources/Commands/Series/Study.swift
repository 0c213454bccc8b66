import Backtesting
import Columns
import Evaluation
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work

extension Command {
  package static let study = Command(
    CommandSyntax(
      "study",
      forms: [
        CommandSyntax.Form(
          "", [.required(.events)],
          clauses: [
            .clause("after", .after),
            .clause("before", .before),
            .clause("of", .measure),
            .clause("by", .key),
            .clause(.once), .clause("where", .condition(on: StudyReport.rowNames)),
            .clause("sort by", .listKey(StudyReport.rowNames), .descending), .clause("top", .top), .window,
          ])
      ]),
    category: .data, summary: "Shows what followed a condition or dates, compared with all bars of the window.",
    discussion: """
      There is a row for each horizon. Without `of` it is the return from the fill of an order that is decided on \
      the event's bar (`set fill`) to the close that many bars later, as `ahead(n)`; for a horizon before the event, \
      a negative number, it is the return up to the event's close. With `of` it is EXPR that many bars away from \
      the event, at 0 on its bar. `before 5 after 10` looks at each bar from 5 before to 10 after. The baseline is \
      the mean over all bars of the window, with `by` over those of the key's value. t is the difference to it \
      in standard errors of the events' mean; events that overlap are not independent, so t flatters them: \
      `once` skips events within the longest horizon of the one before. Events too near an end for a horizon are \
      left out there. Without `after` the horizon is 1, 5 and 20 bars. `where`, `sort by` and `top` choose and order the \
      rows by what they state: `where abs(t) > 2 sort by difference desc`; a condition on bars joins the events by `and`.
      """,
    examples: [
      "study rsi(2) < 5 and close > sma(200) after [1, 5, 10, 20]",
      "study in [\"2012-01-25\", \"2012-03-13\", \"2012-04-25\"] before 2 after 3 of returns(1)",
      "study rsi(2) < 5 after 5 by year >= 2010 once since 2000",
      "study rsi(2) < 5 after 1..20 where abs(t) > 2 sort by mean desc top 3",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.study(call)
  }
}

extension Execution {
  fileprivate mutating func study(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.events]
    let series = try activeSeries(at: call.commandSpan)
    let holds = try events(subject, on: series)
    let horizons = try horizons(call)
    let selection = try selection(call.window, in: series.bars, rows: nil)
    if selection.bars.isEmpty { throw emptyWindow(series, at: call.window?.span) }
    remarkPrices(of: series, in: selection.bars, isComputed: true)
    warnOfLookAhead(in: [subject] + [call[.key]].compactMap { $0 }, on: series, selection.bars)
    var found = selection.bars.filter { holds[$0] == 1 }
    found = selection.limited(found)
    let longest = max(1, horizons.map { abs($0) }.max() ?? 1)
    let all = found.count
    if call.has(.once) { found = Self.apart(found, longest) }
    let overlapping = zip(found, found.dropFirst()).count { $1 - $0 < longest }
    let values = try studied(call[.measure], on: series)
    var rows: [StudyReport.Row] = []
    var wanted = horizons.count
    if let key = call[.key] {
      let groups = try groups(of: found, in: selection.bars, by: key, on: series)
      wanted = groups.count * horizons.count
      for group in groups {
        try checkSize(Double(rows.count + horizons.count), "rows", at: call.commandSpan)
        rows += studyRows(values, horizons, events: group.events, baseline: group.bars, key: group.key)
      }
    } else {
      rows = studyRows(values, horizons, events: found, baseline: selection.bars)
    }
    if rows.isEmpty { try checkInterruption() }
    try keepPart(rows.count, of: wanted, "rows", "the others are not there", at: call.commandSpan)
    let keyTitle = call[.key].map { sources.text(of: $0.span) }
    let frame = StudyReport.frame(rows, keyTitle: keyTitle, isReturn: call[.measure] == nil)
    var clauses = ListClauses(call)
    // It has chosen the events.
    clauses.window = nil
    let listing = try listing(of: frame, clauses)
    return StudyReport(
      condition: sources.text(of: subject.span),
      measure: call[.measure].map { sources.text(of: $0.span) } ?? "return", isReturn: call[.measure] == nil,
      keyTitle: keyTitle, events: found.count,
      overlapping: overlapping, skipped: all - found.count, bars: selection.bars.count,
      fill: session.settings.backtest.fill.rawValue, longest: longest, rows: frame.items(listing),
      listed: listing.note, details: listing.details)
  }

  /// The events that do not lie within some bars of the one listed before.
  private static func apart(_ events: [Int], _ bars: Int) -> [Int] {
    var separate: [Int] = []
    for event in events where separate.last.map({ event - $0 >= bars }) ?? true { separate.append(event) }
    return separate
  }

  /// A condition, or dates: a list of them, or a name that holds one.
  private mutating func events(_ subject: Expression, on series: Evaluation.Series) throws(Diagnostic) -> Column {
    var planner = makePlanner()
    let planned = try plan(subject, &planner)
    guard case .value(.list) = planned.content else { return try condition(subject, on: series) }
    return try condition(
      .call("in", nameSpan: subject.span, arguments: [CallArgument(value: subject)], subject.span), on: series)
  }

  /// The most rows of a number that means all bars up to it: two years of days.
  private static let mostRowsOfOneNumber = 500

  /// Refuses a number that means all bars up to it, a row each, if there are too many to read.
  private func checkRows(_ count: Int, _ clause: String, at span: SourceSpan?) throws(Diagnostic) {
    guard count > Self.mostRowsOfOneNumber else { return }
    let step = (count + 99) / 100
    throw Diagnostic(
      .tooManyCombinations,
      "`\(clause) \(count)` would be \(NumberText.grouped(count)) rows, one for each bar, and the limit is \(Self.mostRowsOfOneNumber)",
      at: span, hints: ["`\(clause) \(step)..\(count) step \(step)` has a hundred of them"])
  }

  /// The horizons in bars, negative ones before the event.
  private mutating func horizons(_ call: CommandCall) throws(Diagnostic) -> [Int] {
    func whole(_ range: ValueRange, _ execution: inout Execution, from least: Int) throws(Diagnostic) -> [Int] {
      let (values, isRate) = try execution.numbers(range)
      return try values.map { value throws(Diagnostic) in
        guard !isRate, value == value.rounded(), value >= Double(least), value < 1e9 else {
          throw Diagnostic(
            .outOfRange, "a horizon must be a whole number of bars from \(least), not \(NumberText.plain(value))",
            at: range.span)
        }
        return Int(value)
      }
    }
    // The value of an expression has a bar of the event itself, a return has not.
    let least = call[.measure] != nil ? 0 : 1
    var after = try call[.after].map { range throws(Diagnostic) in try whole(range, &self, from: least) }
    guard let range = call[.before] else { return after ?? [1, 5, 20] }
    var before = try whole(range, &self, from: 1)
    if case .single = range { try checkRows(before[0], "before", at: range.span) }
    if case .single? = call[.after], let last = after?.first { try checkRows(last, "after", at: call[.after]?.span) }
    if case .single = range { before = Array(1...before[0]) }
    if case .single? = call[.after], let last = after?.first { after = last < least ? [] : Array(least...last) }
    return before.sorted(by: >).map { -$0 } + (after ?? (least == 0 ? [0] : []))
  }

  /// The values examined around an event.
  private mutating func studied(
    _ expression: Expression?, on series: Evaluation.Series
  ) throws(Diagnostic) -> StudiedValues {
    guard let expression else {
      return .returns(series.bars, entersAtClose: session.settings.backtest.fill == .close)
    }
    let shown = try columns([NamedExpression(expression: expression)], on: series)
    guard let only = shown.first, shown.count == 1 else {
      throw Diagnostic(.needsField, "this has several outputs; say which one", at: expression.span)
    }
    guard only.kind.isNumeric || only.kind == .truth else {
      throw Diagnostic(.wrongKind, "`of` needs numbers, but this is \(only.kind.described)", at: expression.span)
    }
    return .column(only.column)
  }

  /// Some of the events, with the bars that they are compared to.
  private struct EventGroup {
    var key: (value: JSONValue, cell: Cell)
    var events: [Int]
    var bars: [Int]
  }

  private mutating func groups(
    of events: [Int], in bars: Range<Int>, by expression: Expression, on series: Evaluation.Series
  ) throws(Diagnostic) -> [EventGroup] {
    let key = try groupingKey(NamedExpression(expression: expression), Array(bars), on: series)
    let byValue = Dictionary(grouping: events) { key.column[$0] }
    return key.groups(Array(bars), isStopped: isStopped).compactMap { value, indices in
      byValue[value].map { events in
        EventGroup(
          key: (
            ColumnText.json(value, key.kind, on: series.bars, texts: key.texts),
            key.keyCell(value, on: series.bars)
          ),
          events: events, bars: indices)
      }
    }
  }
}

extension Execution {
  /// A row a horizon, up to the one before which the user stopped the study.
  private func studyRows(
    _ values: StudiedValues, _ horizons: [Int], events: [Int], baseline: some Sequence<Int>,
    key: (value: JSONValue, cell: Cell)? = nil
  ) -> [StudyReport.Row] {
    var rows: [StudyReport.Row] = []
    rows.reserveCapacity(horizons.count)
    for horizon in horizons {
      if environment.monitor.isStopped { break }
      let statistics = EventStatistics(of: values.measure(at: horizon), events: events, baseline: baseline)
      rows.append(StudyReport.Row(key: key, horizon: horizon, statistics: statistics))
    }
    return rows
  }
}
