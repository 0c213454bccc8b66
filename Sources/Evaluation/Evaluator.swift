import Columns
import Indicators
import Language

/// Computes the nodes of a plan on a series, each once.
///
/// Columns that do not depend on run-time parameters are kept in the cache of the series, so that a repeated
/// expression costs nothing.
public struct Evaluator {
  let plan: Plan
  let series: Series
  /// The values of the run-time parameters.
  public var parameters: [Double]
  private let today: CivilDate
  private let monitor: WorkMonitor
  private var results: [Operand?]
  /// The numbers that the series' cache gave to nodes.
  private var cacheNumbers: [NodeID?]
  /// What a sweep computed for several combinations, and this combination's place in it.
  private var shared: (columns: SharedColumns, places: [Int])?

  /// Makes an evaluator of a plan on a series.
  public init(
    plan: Plan, series: Series, parameters: [Double] = [], today: CivilDate, monitor: WorkMonitor = .none
  ) {
    self.plan = plan
    self.series = series
    self.parameters = parameters
    self.today = today
    self.monitor = monitor
    results = [Operand?](repeating: nil, count: plan.count)
    cacheNumbers = [NodeID?](repeating: nil, count: plan.count)
  }

  /// Makes an evaluator for one combination of a sweep after another; see `select`.
  public init(plan: Plan, series: Series, shared: SharedColumns, today: CivilDate) {
    self.init(plan: plan, series: series, today: today)
    self.shared = (shared, shared.values.map { _ in 0 })
  }

  /// Goes to the combination whose values stand at `places` of each parameter's list.
  public mutating func select(places: [Int]) {
    guard let columns = shared?.columns else { return }
    shared = (columns, places)
    parameters = places.indices.map { columns.values[$0][places[$0]] }
    for index in results.indices where plan.facts(of: NodeID(index: index)).parameters != 0 { results[index] = nil }
  }

  /// What a node gives on the series.
  ///
  /// - Throws: `Interrupted` where the user stops the work, `IndicatorError` where a run-time parameter is out
  ///   of an indicator's range.
  public mutating func operand(_ id: NodeID) throws(EvaluationError) -> Operand {
    if let known = results[id.index] { return known }
    if let operand = sharedOperand(id) {
      results[id.index] = operand
      return operand
    }
    let isKept = isKept(id)
    if isKept, let column = series.cache[cacheNumber(id)] {
      results[id.index] = .column(column)
      return .column(column)
    }
    if monitor.isStopped { throw .interrupted }
    let result = try compute(id)
    results[id.index] = result
    if isKept, case .column(let column) = result { series.cache[cacheNumber(id)] = column }
    return result
  }

  /// What the sweep computed for a node.
  private func sharedOperand(_ id: NodeID) -> Operand? {
    guard plan.facts(of: id).parameters != 0, let shared else { return nil }
    return shared.columns.operand(id, places: shared.places)
  }

  /// True where the operand of a node is at hand.
  func isKnown(_ id: NodeID) -> Bool { results[id.index] != nil || sharedOperand(id) != nil }

  /// True for columns that stay the same in all runs; a field of the bars need not be kept twice.
  private func isKept(_ id: NodeID) -> Bool {
    if case .field = plan[id] { return false }
    let facts = plan.facts(of: id)
    return facts.parameters == 0 && !facts.isPerBar && !facts.isScalar
  }

  /// The number of a node in the cache of the series.
  private mutating func cacheNumber(_ id: NodeID) -> NodeID {
    if let known = cacheNumbers[id.index] { return known }
    let node = plan[id]
    let number = series.cache.number(of: node.reading(node.operands.map { cacheNumber($0) }))
    cacheNumbers[id.index] = number
    return number
  }

  /// The column of a node; a scalar is repeated.
  public mutating func column(_ id: NodeID) throws(EvaluationError) -> Column {
    try operand(id).column(count: series.bars.count)
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
    case .field(let field): return .column(bars[field])
    case .time(let field): return .column(TimeColumns.column(field, of: bars))
    case .lag: return .column(try blocks(of: id))
    case .operation(let operation, let operands):
      guard plan.isScalar(id) else { return .column(try blocks(of: id)) }
      var values: [Double] = []
      for operand in operands { values.append(try scalar(operand)) }
      return .scalar(operation.apply(values: values))
    case .indicator(let name, let inputs, let arguments, let output):
      return try compute(indicator: name, inputs, arguments, output: output)
    case .reduction(let reduction, let operand, let arguments):
      let column = try column(operand)
      return .scalar(
        reduction.apply(
          column, argument: try arguments.first.map { id throws(EvaluationError) in try scalar(id) } ?? .nan))
    case .recursion(let body, let start): return .column(try recursion(body: body, start: start))
    case .ownPast, .position: return .scalar(.nan)
    }
  }

  /// How many bars a lag looks back.
  mutating func lag(_ bars: NodeID) throws(EvaluationError) -> Int {
    let bars = try scalar(bars)
    guard bars == bars.rounded(), (0...Plan.longestLag).contains(bars) else { throw .invalidLag(bars) }
    return Int(bars)
  }

  /// All outputs of an indicator are computed at once: the others are kept for their nodes.
  private mutating func compute(
    indicator name: String, _ inputs: [NodeID], _ arguments: [NodeID], output: Int
  ) throws(EvaluationError) -> Operand {
    guard let indicator = Indicator.named(name) else { return .scalar(.nan) }
    var columns: [Column] = []
    for input in inputs { columns.append(try column(input)) }
    var numbers: [Double] = []
    for argument in arguments { numbers.append(try scalar(argument)) }
    let outputs: [Column]
    do {
      outputs = try indicator.compute(columns, numbers)
    } catch {
      throw .indicator(error)
    }
    for (index, column) in outputs.enumerated() where index != output {
      let sibling = Node.indicator(name, inputs: inputs, arguments: arguments, output: index)
      guard let id = plan.find(sibling) else { continue }
      results[id.index] = .column(column)
      if isKept(id) { series.cache[cacheNumber(id)] = column }
    }
    return .column(outputs[output])
  }
}

/// Why an evaluation did not come to an end.
public enum EvaluationError: Error, Hashable, Sendable {
  /// The user stopped it.
  case interrupted
  /// A run-time parameter is out of an indicator's range.
  case indicator(IndicatorError)
  /// A lag that is known only at run time is not a whole number from 0.
  case invalidLag(Double)
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
