import Calendar
import Columns
import Indicators
import Language
import LibC
import Work

/// Computes the nodes of a plan on a series, each once.
///
/// Columns that do not depend on run-time parameters are kept in the cache of the series, so that a repeated
/// expression costs nothing.
///
/// ```swift
/// var evaluator = Evaluator(plan: planner.plan, series: series, today: today)
/// let column = try evaluator.column(node)           // a value for each bar, NaN if it is missing
/// ```
public struct Evaluator {
  let plan: Plan
  package let series: Series
  /// The values of the run-time parameters.
  public var parameters: [Double] {
    didSet { for index in others.indices { others[index].evaluator.parameters = parameters } }
  }
  /// The source of the series of contexts.
  private let source: any SeriesSource
  private let today: CivilDate
  private let monitor: WorkMonitor
  private var results: [Operand?]
  /// True for a plan that may need more stack than there is; a plan of a few nodes is requested often.
  private let standsHigh: Bool
  /// The height of a node up to which any stack has room.
  private static let safeHeight = 64
  /// The stack of the thread that computes, which is checked before deep nodes.
  private var stack: StackRoom?
  /// The numbers that the series' cache gave to nodes.
  private var cacheNumbers: [NodeID?]
  /// The columns that a sweep computed for several combinations, and this combination's indexes in it.
  private var shared: (columns: SharedColumns, indices: [Int])?
  /// The index of this series among those that a sweep shares columns of; nil for one that it does not know.
  private var frame: Int? = 0
  /// The evaluators of other series, one for each context that was met.
  private var others: [Other] = []

  /// The evaluator of a context.
  private struct Other {
    let context: BarContext
    var evaluator: Evaluator
  }

  /// Makes an evaluator of a plan on a series.
  public init(
    plan: Plan, series: Series, parameters: [Double] = [], source: any SeriesSource = NoOtherSeries(),
    today: CivilDate, monitor: WorkMonitor = .none
  ) {
    self.plan = plan
    self.series = series
    self.parameters = parameters
    self.source = source
    self.today = today
    self.monitor = monitor
    standsHigh = plan.tallest >= Self.safeHeight
    results = [Operand?](repeating: nil, count: plan.count)
    cacheNumbers = [NodeID?](repeating: nil, count: plan.count)
  }

  /// Makes an evaluator for one combination of a sweep after another; see `select`.
  public init(
    plan: Plan, series: Series, shared: SharedColumns, source: any SeriesSource = NoOtherSeries(), today: CivilDate
  ) {
    self.init(plan: plan, series: series, source: source, today: today)
    self.shared = (shared, shared.values.map { _ in 0 })
  }

  /// Goes to the combination whose values are at `indices` of each parameter's list.
  public mutating func select(indices: [Int]) {
    guard let columns = shared?.columns else { return }
    shared = (columns, indices)
    parameters = indices.indices.map { columns.values[$0][indices[$0]] }
    for index in results.indices where plan.facts(of: NodeID(index: index)).parameters != 0 { results[index] = nil }
    for index in others.indices { others[index].evaluator.select(indices: indices) }
  }

  /// The result of a node on the series.
  ///
  /// - Throws: `Interrupted` if the user stops the work, `IndicatorError` if a run-time parameter is out of an
  ///   indicator's range.
  public mutating func operand(_ id: NodeID) throws(EvaluationError) -> Operand {
    if let known = results[id.index] { return known }
    if let operand = sharedOperand(id) {
      results[id.index] = operand
      return operand
    }
    if standsHigh { try checkStack(before: id) }
    let isKept = isKept(id)
    if isKept, let column = series.cache[try cacheNumber(id)] {
      results[id.index] = .column(column)
      return .column(column)
    }
    if monitor.isStopped { throw .interrupted }
    let result = try compute(id)
    results[id.index] = result
    if isKept, case .column(let column) = result { series.cache[try cacheNumber(id)] = column }
    return result
  }

  /// Refuses a node too deep for the stack of the thread.
  @inline(never)
  private mutating func checkStack(before id: NodeID) throws(EvaluationError) {
    guard plan.facts(of: id).height >= Self.safeHeight else { return }
    if stack == nil { stack = StackRoom() }
    if stack?.isShort == true { throw .tooDeep }
  }

  /// The sweep's result of a node.
  @inline(__always)
  private func sharedOperand(_ id: NodeID) -> Operand? {
    guard plan.facts(of: id).parameters != 0, let shared, let frame else { return nil }
    return shared.columns.operand(id, in: frame, indices: shared.indices)
  }

  /// True if the operand of a node is known.
  func isKnown(_ id: NodeID) -> Bool { results[id.index] != nil || sharedOperand(id) != nil }

  /// True for columns that stay the same in all runs; a field of the bars need not be kept twice.
  @inline(__always)
  private func isKept(_ id: NodeID) -> Bool {
    if case .field = plan[id] { return false }
    let facts = plan.facts(of: id)
    return facts.parameters == 0 && !facts.isPerBar && !facts.isScalar
  }

  /// The number of a node in the cache of the series.
  ///
  /// A joined column is keyed by the other series and the node computed there, so it is recomputed if that series was
  /// loaded again.
  private mutating func cacheNumber(_ id: NodeID) throws(EvaluationError) -> NodeID {
    if let known = cacheNumbers[id.index] { return known }
    let node = plan[id]
    let number: NodeID
    if case .joined(let inner, let context, let holding) = node {
      let seriesIndex = try seriesIndex(of: context)
      let innerNumber = try others[seriesIndex].evaluator.cacheNumber(inner)
      number = series.cache.number(
        of: .joined(innerNumber, of: others[seriesIndex].evaluator.series.id, holding))
    } else if case .valuation(let name) = node, let steps = try steps(of: name) {
      number = series.cache.number(of: .valuation(steps.id))
    } else {
      var operands: [NodeID] = []
      for operand in node.operands { operands.append(try cacheNumber(operand)) }
      number = series.cache.number(of: node.reading(operands))
    }
    cacheNumbers[id.index] = number
    return number
  }

  /// The steps of a valuation on the series; nil if other companies have it and this one has not.
  private func steps(of name: ValuationName) throws(EvaluationError) -> IntrinsicValues? {
    do { return try source.valuation(name, seenFrom: series) } catch {
      if error.isOfOthers { return nil }
      throw .valuation(error)
    }
  }

  /// The index of the evaluator of a context.
  private mutating func seriesIndex(of context: BarContext) throws(EvaluationError) -> Int {
    if let known = others.firstIndex(where: { $0.context == context }) { return known }
    let other: Series
    do { other = try source.series(in: context, seenFrom: series) } catch { throw .context(error) }
    source.noteRead(of: other, from: series)
    var evaluator = Evaluator(
      plan: plan, series: other, parameters: parameters, source: source, today: today, monitor: monitor)
    evaluator.shared = shared
    evaluator.frame = frame.flatMap { shared?.columns.frame(in: context, of: $0) }
    others.append(Other(context: context, evaluator: evaluator))
    return others.count - 1
  }

  /// A node computed on other bars, as these bars see it.
  private mutating func joined(
    _ inner: NodeID, _ context: BarContext, _ holding: Holding
  ) throws(EvaluationError) -> Operand {
    let seriesIndex = try seriesIndex(of: context)
    let operand = try others[seriesIndex].evaluator.operand(inner)
    let other = others[seriesIndex].evaluator.series
    guard case .column(let column) = operand, other !== series else { return operand }
    return .column(series.join(with: other).column(column, holding))
  }

  /// The column that a sweep shares, computed on the series that the job is for.
  public mutating func column(of job: SharedColumns.Job) throws(EvaluationError) -> Column {
    guard let context = job.contexts.first else { return try column(job.node) }
    let seriesIndex = try seriesIndex(of: context)
    return try others[seriesIndex].evaluator.column(of: job.inside)
  }

  /// The column of a node; a scalar is repeated.
  public mutating func column(_ id: NodeID) throws(EvaluationError) -> Column {
    try operand(id).column(count: series.bars.count)
  }

  /// The value of a node on one bar.
  public mutating func value(_ id: NodeID, at index: Int) throws(EvaluationError) -> Double {
    try operand(id).value(at: index)
  }

  /// The value of a scalar node.
  public mutating func scalar(_ id: NodeID) throws(EvaluationError) -> Double {
    switch try operand(id) {
    case .scalar(let value): value
    case .column(let column): column.values.last ?? .nan
    }
  }

  private mutating func compute(_ id: NodeID) throws(EvaluationError) -> Operand {
    let bars = series.bars
    switch plan[id] {
    case .constant(let bits): return .scalar(Double(bitPattern: bits))
    case .parameter(let number): return .scalar(number < parameters.count ? parameters[number] : .nan)
    case .date(let date, let isEnd):
      guard let range = DateRange(date, zone: bars.zone, today: today) else { return .scalar(.nan) }
      return .scalar(Double((isEnd ? range.end : range.start).milliseconds))
    case .barsIn(let duration): return .scalar(Double(series.bars(in: duration)))
    case .barsSince(let duration): return .column(Column(series.lengths(of: duration).counts.map { Double($0) }))
    case .barsUntil(let duration): return .column(series.barsUntil(duration))
    case .barsPerYear(let periods): return .scalar(series.barsPerYear(periods: periods))
    case .field(let field): return .column(bars[field])
    case .time(let field): return .column(TimeColumns.column(field, of: bars))
    case .session(let field):
      if field == .lastBarOfSession, series.bars.timeframe.unit > .day { throw .manySessions(series.bars.timeframe) }
      guard let column = field.column(on: series) else { throw .noSession(series.name) }
      return .column(column)
    case .valuation(let name):
      return .column(try steps(of: name)?.column(on: series) ?? Operand.scalar(.nan).column(count: bars.count))
    case .eventDates(let dates): return .column(EventDates.column(of: dates, on: bars, today: today))
    case .ahead(let operand, let distance) where !plan.isScalar(distance):
      return .column(try column(operand).moved(by: try column(distance), sign: 1))
    case .ahead(let operand, let distance):
      return .column(try column(operand).ahead(by: try lag(distance)))
    case .anchored(let function, let operand, let anchor):
      return .column(function.column(of: try column(operand), since: anchor, on: bars))
    case .across(let function, let operands, let own):
      var columns: [Column] = []
      for operand in operands { columns.append(try column(operand)) }
      let compared = try own.map { id throws(EvaluationError) in try column(id) }
      return .column(function.column(of: columns, own: compared, count: bars.count))
    case .filled(let operand): return .column(try column(operand).filled)
    case .periodStarts(let number):
      // A number that means no period is refused with the arguments.
      let period = AnchorPeriod(rawValue: Int(exactly: try scalar(number)) ?? -1) ?? .first
      return .column(PeriodStarts.column(period, of: bars))
    case .lag(let operand, let distance) where !plan.isScalar(distance):
      return .column(try column(operand).moved(by: try column(distance), sign: -1))
    case .lag: return .column(try blocks(of: id))
    case .operation(let operation, let operands):
      guard plan.isScalar(id) else { return .column(try blocks(of: id)) }
      var values: [Double] = []
      for operand in operands { values.append(try scalar(operand)) }
      return .scalar(operation.apply(values: values))
    case .financial(let function, let numbers, let flows, let days):
      return try compute(function, numbers, flows, days, isScalar: plan.isScalar(id))
    case .indicator(let name, let inputs, let arguments, let output):
      return try compute(indicator: name, inputs, arguments, output: output)
    case .reduction(let reduction, let operand, let arguments):
      let column = try column(operand)
      return .scalar(
        reduction.apply(
          column, argument: try arguments.first.map { id throws(EvaluationError) in try scalar(id) } ?? .nan))
    case .recursion(let body, let start): return .column(try recursion(body: body, start: start))
    case .ownPast, .position, .given: return .scalar(.nan)
    case .joined(let inner, let context, let holding): return try joined(inner, context, holding)
    }
  }

  /// Computes a financial function once, or on each bar.
  private mutating func compute(
    _ function: FinancialFunction, _ numbers: [NodeID], _ flows: [NodeID], _ days: [NodeID], isScalar: Bool
  ) throws(EvaluationError) -> Operand {
    func all(_ ids: [NodeID], _ evaluator: inout Self) throws(EvaluationError) -> [Operand] {
      var operands: [Operand] = []
      for id in ids { operands.append(try evaluator.operand(id)) }
      return operands
    }
    let (numbers, flows, days) = (try all(numbers, &self), try all(flows, &self), try all(days, &self))
    func value(at index: Int) -> Double {
      function.apply(
        numbers.map { $0.value(at: index) }, flows: flows.map { $0.value(at: index) },
        days: days.map { $0.value(at: index) })
    }
    if isScalar { return .scalar(value(at: 0)) }
    return .column(Column((0..<series.bars.count).map(value)))
  }

  /// The fills that a length of time has passed since, at the close of each bar of the series.
  public func holdingTime(_ duration: DurationLiteral) -> HoldingTime { series.holdingTime(duration) }

  /// The number of bars that a lag looks back.
  mutating func lag(_ bars: NodeID) throws(EvaluationError) -> Int {
    let bars = try scalar(bars)
    guard (0...Plan.longestLag).contains(bars), let count = Int(exactly: bars) else { throw .invalidLag(bars) }
    return count
  }

  /// All outputs of an indicator are computed at once: the others are kept for their nodes.
  private mutating func compute(
    indicator name: String, _ inputs: [NodeID], _ arguments: [NodeID], output: Int
  ) throws(EvaluationError) -> Operand {
    guard let indicator = plan.catalogue.indicator(named: name) else { return .scalar(.nan) }
    var columns: [Column] = []
    for input in inputs { columns.append(try column(input)) }
    var numbers: [Double] = []
    var lengths: [Int: WindowLengths] = [:]
    for (index, argument) in arguments.enumerated() {
      if case .barsSince(let duration) = plan[argument] {
        lengths[index] = series.lengths(of: duration)
        numbers.append(.nan)
      } else {
        numbers.append(try scalar(argument))
      }
    }
    let outputs: [Column]
    do {
      outputs =
        lengths.isEmpty
        ? try indicator.compute(columns, numbers) : try indicator.compute(columns, numbers, lengths: lengths)
    } catch {
      throw .indicator(error)
    }
    for (index, column) in outputs.enumerated() where index != output {
      let sibling = Node.indicator(name, inputs: inputs, arguments: arguments, output: index)
      guard let id = plan.find(sibling) else { continue }
      results[id.index] = .column(column)
      if isKept(id) { series.cache[try cacheNumber(id)] = column }
    }
    return .column(outputs[output])
  }
}

extension Bars {
  /// The column of a field.
  public subscript(field: BarField) -> Column {
    switch field {
    case .open: open
    case .high: high
    case .low: low
    case .close: close
    case .volume: volume
    }
  }
}
