import Columns
import Indicators
import Language

/// A graph of computations without cycles, in which equal computations are one node.
///
/// A node's operands always come before it.
public struct Plan: Sendable {
  /// The facts of a node that are known before anything runs.
  struct Facts: Sendable {
    /// One value for all bars.
    var isScalar = false
    /// The first bar with a value, if the bars have all theirs.
    var warmUp = 0
    /// The bar from which on the beginning of the series no longer counts; nil if that is not known.
    var settled: Int? = 0
    /// The run-time parameters it depends on, as bits.
    var parameters: UInt64 = 0
    /// Depends on the position held.
    var usesPosition = false
    /// Depends on the own past of the enclosing recursion.
    var usesOwnPast = false
    /// Depends on a column of a frame.
    var usesFrame = false
    /// Counts in percent: 50 means 50 %.
    var countsInPercent = false
    /// True for prices or volumes of the bars as such, not for values relative to them.
    var isLevel = false
    /// The number of nodes on the longest way down to one without operands.
    var height = 1

    /// True if its value is known only in a run from bar to bar, so that it is not a column.
    var isPerBar: Bool { usesPosition || usesOwnPast }
  }

  /// The indicators that its nodes name.
  let catalogue: any IndicatorCatalogue
  private(set) var nodes: [Node] = []
  private(set) var facts: [Facts] = []
  /// The height of the tallest node.
  private(set) var tallest = 0
  private var index: [Node: NodeID] = [:]
  /// The texts of series of texts, by their number in a column.
  public internal(set) var texts: [String] = []

  /// The ends that parameters decide and that have an order.
  private(set) var ends: [EndsInOrder] = []

  /// The most bars that a lag looks back.
  static let longestLag = 1e9

  /// Makes an empty plan of nodes that name indicators of a catalogue.
  public init(catalogue: any IndicatorCatalogue) { self.catalogue = catalogue }

  subscript(id: NodeID) -> Node { nodes[id.index] }

  /// The number of nodes.
  public var count: Int { nodes.count }

  func facts(of id: NodeID) -> Facts { facts[id.index] }

  /// True if the node is one value for all bars.
  public func isScalar(_ id: NodeID) -> Bool { facts[id.index].isScalar }

  /// The first bar with a value of a node, if the bars have all theirs and its arithmetic has a result.
  ///
  /// Some may be known earlier: `and` and `or` can be decided by one side, and a choice takes its other value if the
  /// condition is missing. Indicators that wait for an event may begin later. A count of bars that is known only at run
  /// time counts as the least.
  public func warmUp(of id: NodeID) -> Int { facts[id.index].warmUp }

  /// The bar from which on the beginning of the series has no effect: a weight below 1e-6 in every average.
  ///
  /// Counted on bars that have all their values; if some are missing, averages restart and settle later by that many
  /// bars. Nil if it depends on the data, if the beginning always counts (a running total, a rule that reads its own
  /// past, a number made from the full range), or if an argument is known only at run time.
  public func settled(of id: NodeID) -> Int? { facts[id.index].settled }

  /// True if the node's value depends on the position held, so that it is not a column.
  public func isPerBar(_ id: NodeID) -> Bool { facts[id.index].isPerBar }

  /// The first fact about the position that a node's value depends on and that is known only while one is held.
  public func factOfPosition(in id: NodeID) -> PositionVariable? {
    var waiting = [id]
    var seen: Set<NodeID> = []
    while let next = waiting.popLast() {
      guard facts[next.index].usesPosition, seen.insert(next).inserted else { continue }
      if case .position(let variable) = nodes[next.index], !variable.isOfAccount { return variable }
      waiting += nodes[next.index].operands.reversed()
    }
    return nil
  }

  /// The value of a node that is a constant; nil for others.
  public func constantValue(_ id: NodeID) -> Double? {
    if case .constant(let bits) = nodes[id.index] { Double(bitPattern: bits) } else { nil }
  }

  /// The id of a node that is there already.
  func find(_ node: Node) -> NodeID? { index[node] }

  /// Adds a node, or finds the equal one that is there; folds operations on constants, and lags of lags.
  mutating func add(_ node: Node) -> NodeID {
    if case .lag(let operand, let bars) = node, case .lag(let past, let before) = nodes[operand.index],
      let distance = lagTogether(bars, before)
    {
      return add(.lag(past, add(.constant(distance))))
    }
    if case .operation(let operation, let operands) = node, !operation.looksBack, !operands.isEmpty {
      let values = operands.compactMap { constantValue($0) }
      if values.count == operands.count {
        return add(.constant(operation.apply(values: values)))
      }
    }
    if case .financial(let function, let numbers, let flows, let days) = node {
      let values = node.operands.compactMap { constantValue($0) }
      if values.count == node.operands.count {
        return add(
          .constant(
            function.apply(
              Array(values.prefix(numbers.count)), flows: Array(values.dropFirst(numbers.count).prefix(flows.count)),
              days: Array(values.suffix(days.count)))))
      }
    }
    if let known = index[node] { return known }
    let id = NodeID(index: nodes.count)
    nodes.append(node)
    let made = facts(for: node)
    facts.append(made)
    tallest = max(tallest, made.height)
    index[node] = id
    return id
  }

  /// Keeps ends that parameters decide, to be checked with these.
  mutating func note(ends: EndsInOrder) {
    if facts(of: ends.distance).parameters != 0 { self.ends.append(ends) }
  }

  /// The distance of one lag that looks as far back as two; nil if that is known only at run time, or too far.
  private func lagTogether(_ first: NodeID, _ second: NodeID) -> Double? {
    guard let first = constantValue(first), let second = constantValue(second), first >= 0, second >= 0,
      first + second <= Self.longestLag
    else { return nil }
    return first + second
  }

  /// Notes from which bar on a joined node or a valuation has values and is settled, which the plan alone cannot know.
  mutating func note(warmUp: Int, settled: Int?, of id: NodeID) {
    facts[id.index].warmUp = warmUp
    facts[id.index].settled = settled
  }

  private func facts(for node: Node) -> Facts {
    let operands = node.operands.map { self.facts[$0.index] }
    var facts = joined(operands)
    facts.countsInPercent = countsInPercent(node)
    facts.isLevel = isLevel(node)
    switch node {
    case .constant, .date, .barsIn, .barsPerYear, .financial: break
    case .parameter(let number): facts.parameters = 1 << UInt64(min(number, UInt64.bitWidth - 1))
    case .barsSince, .barsUntil, .field, .time, .session, .eventDates, .valuation, .ahead, .filled, .periodStarts:
      facts.isScalar = false
    case .given:
      facts.isScalar = false
      facts.usesFrame = true
    case .anchored:
      facts.isScalar = false
      // The data may begin in the middle of a period.
      facts.settled = nil
    case .lag(let operand, let bars):
      facts.isScalar = false
      // A lag that no run takes is refused with the arguments.
      let distance = constantValue(bars).map { Int(clamping: min(max($0, 0), Self.longestLag)) }
      facts.warmUp = self.facts[operand.index].warmUp + (distance ?? 0)
      facts.settled = Self.sum(facts.settled, distance)
    case .across(_, let values, let own):
      facts.isScalar = false
      // A value is there as soon as one symbol has its own.
      let first = values.map { self.facts[$0.index].warmUp }.min() ?? 0
      facts.warmUp = max(first, own.map { self.facts[$0.index].warmUp } ?? 0)
    case .operation(let operation, _): note(operation, on: operands, in: &facts)
    case .indicator(let name, let inputs, let arguments, let output):
      facts.isScalar = false
      guard let indicator = catalogue.indicator(named: name) else { break }
      note(indicator, inputs, arguments, output, in: &facts)
    case .reduction:
      facts.isScalar = true
      facts.warmUp = 0
      facts.settled = nil
    case .recursion(let body, let start):
      facts.isScalar = false
      facts.usesOwnPast = false
      facts.settled = nil
      // It waits for all columns that its body reads, even those that the body could do without.
      facts.warmUp = max(self.facts[start.index].warmUp, warmUpOfColumns(in: body))
    case .ownPast:
      facts.isScalar = false
      facts.usesOwnPast = true
    case .position:
      facts.isScalar = false
      facts.usesPosition = true
    case .joined:
      // Counted on the other bars; of these many or few may fit into one.
      facts.warmUp = 0
      facts.settled = nil
    }
    return facts
  }

  /// The facts of operands together, from which those of a node start.
  private func joined(_ operands: [Facts]) -> Facts {
    var facts = Facts(isScalar: true)
    for operand in operands {
      facts.isScalar = facts.isScalar && operand.isScalar
      facts.warmUp = max(facts.warmUp, operand.warmUp)
      facts.settled = Self.later(facts.settled, operand.settled)
      facts.parameters |= operand.parameters
      facts.usesPosition = facts.usesPosition || operand.usesPosition
      facts.usesOwnPast = facts.usesOwnPast || operand.usesOwnPast
      facts.usesFrame = facts.usesFrame || operand.usesFrame
      facts.height = max(facts.height, operand.height + 1)
    }
    return facts
  }

  /// Notes the bars that an operation needs, on the facts of its operands together.
  private func note(_ operation: Operation, on operands: [Facts], in facts: inout Facts) {
    switch operation {
    case .na: facts.warmUp = 0
    case .nz: facts.warmUp = operands.map(\.warmUp).min() ?? 0
    case .select: facts.warmUp = operands.dropFirst().map(\.warmUp).max() ?? 0
    default:
      facts.warmUp += operation.looksBack ? 1 : 0
      facts.settled = Self.sum(facts.settled, operation.looksBack ? 1 : 0)
    }
  }

  /// Notes the bars that an indicator needs before its first value, and before it is settled.
  private func note(
    _ indicator: Indicator, _ inputs: [NodeID], _ arguments: [NodeID], _ output: Int, in facts: inout Facts
  ) {
    // A missing boolean input counts as false, so it need not be awaited.
    let awaited = zip(indicator.inputs, inputs).filter { $0.0.kind == .number }
    facts.warmUp = awaited.map { self.facts[$0.1.index].warmUp }.max() ?? 0
    let least = zip(indicator.parameters, arguments).map { constantValue($0.1) ?? $0.0.least }
    facts.warmUp += Self.warmUp(of: indicator, least, output)
    let known = zip(indicator.parameters, arguments).map { parameter, argument -> Double? in
      // The bars of a year scale a figure and lengthen nothing.
      constantValue(argument) ?? (parameter.isYear ? parameter.least : nil)
    }
    facts.settled = settled(indicator, inputs, known, output)
  }

  /// The inputs settle first, then the indicator that reads them.
  private func settled(
    _ indicator: Indicator, _ inputs: [NodeID], _ arguments: [Double?], _ output: Int
  ) -> Int? {
    let known = arguments.compactMap { $0 }
    guard known.count == arguments.count, let settling = try? indicator.settling(known) else { return nil }
    var settled: Int? = 0
    for input in inputs { settled = Self.later(settled, facts[input.index].settled) }
    return Self.sum(settled, Self.warmUp(of: indicator, known, output) + settling)
  }

  /// Arguments that no run takes have no warm-up; they are refused before the run.
  private static func warmUp(of indicator: Indicator, _ arguments: [Double], _ output: Int) -> Int {
    (try? indicator.warmUp(arguments, output: output)) ?? 0
  }

  private static func later(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    return max(left, right)
  }

  private static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    return left + right
  }

  /// The bars on which a node's values begin and settle.
  public func beginning(of id: NodeID) -> Beginning {
    Beginning(warmUp: facts[id.index].warmUp, settled: facts[id.index].settled)
  }

  /// The bars on which a node's values begin and settle, if the parameters have these values.
  public func beginning(of id: NodeID, parameters: [Double]) -> Beginning {
    var bound = Plan(catalogue: catalogue)
    var mapped: [NodeID] = []
    mapped.reserveCapacity(id.index + 1)
    for node in nodes[...id.index] {
      if case .parameter(let number) = node, parameters.indices.contains(number) {
        mapped.append(bound.add(.constant(parameters[number])))
      } else {
        mapped.append(bound.add(node.reading(node.operands.map { mapped[$0.index] })))
        // Facts that the plan alone cannot know were noted before.
        switch node {
        case .joined, .valuation: if let last = mapped.last { bound.facts[last.index] = facts[mapped.count - 1] }
        default: break
        }
      }
    }
    return bound.beginning(of: mapped[id.index])
  }

  /// The first bar on which there are all columns of a body that works bar by bar.
  private func warmUpOfColumns(in body: NodeID) -> Int {
    var warmUp = 0
    var seen: Set<NodeID> = []
    var stack = [body]
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      if facts[id.index].isPerBar {
        stack += nodes[id.index].operands
      } else {
        warmUp = max(warmUp, facts[id.index].warmUp)
      }
    }
    return warmUp
  }
}

extension Operation {
  func apply(values: [Double]) -> Double {
    switch values.count {
    case 1: apply(values[0])
    case 2: apply(values[0], values[1])
    default: apply(values[0], values[1], values[2])
    }
  }
}
