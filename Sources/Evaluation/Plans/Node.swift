import Columns
import Indicators
import Language

/// The position of a node in its plan.
public struct NodeID: Hashable, Sendable {
  let index: Int
}

/// The facts about the position held, and about the account, that a rule may know; without lag.
public enum PositionVariable: String, Hashable, Sendable, CaseIterable {
  case entryPrice = "entry_price"
  case barsHeld = "bars_held"
  case profit
  case equity
  case barsFlat = "bars_flat"
  case lossesInRow = "losses_in_row"
  case entriesToday = "entries_today"
  case lastExit = "last_exit"
  case openProfit = "open_profit"
  case maxProfit = "max_profit"

  /// True for variables that are also known while flat, so that entry rules may read them.
  public var isOfAccount: Bool {
    switch self {
    case .entryPrice, .barsHeld, .profit, .maxProfit: false
    case .equity, .barsFlat, .lossesInRow, .entriesToday, .lastExit, .openProfit: true
    }
  }

  /// True for fractions, which are shown as rates.
  var isRate: Bool { self == .profit || self == .maxProfit }
}

/// The parts of a bar's opening time.
public enum TimeField: String, Hashable, Sendable, CaseIterable {
  case time, clock, year, month, day, weekday, hour, minute
}

/// One computation of a plan.
///
/// Equal nodes are one node.
public enum Node: Hashable, Sendable {
  /// A constant; missing is kept as the bits of NaN.
  case constant(bits: UInt64)
  /// A parameter that is bound for each run.
  case parameter(Int)
  /// The start of a date in the series' zone, or the moment after its end, in milliseconds since 1970.
  case date(DateLiteral, isEnd: Bool)
  /// The usual number of bars of the series in a duration.
  case barsIn(DurationLiteral)
  /// The number of bars that are later than a bar's time less a duration, itself included.
  case barsSince(DurationLiteral)
  /// The number of bars to the last one that is not later than a bar's time and a duration.
  case barsUntil(DurationLiteral)
  /// The bars of a year of the series; or the number of periods, if set.
  case barsPerYear(periods: Double?)
  /// A column of the bars.
  case field(BarField)
  /// A part of the bars' times.
  case time(TimeField)
  /// The place of a bar in its session.
  case session(SessionField)
  /// The value of a share by a valuation, as known at the close of each bar.
  case valuation(ValuationName)
  /// A column of the frame that the plan is evaluated on, by its index.
  case given(Int)
  /// True on the bars that dates fall on.
  case eventDates([DateLiteral])
  /// True on the first bar of each period; the operand is the number of an `AnchorPeriod`.
  case periodStarts(NodeID)
  /// The operand's value `lag` bars ago.
  case lag(NodeID, NodeID)
  /// The operand's value some bars later: look-ahead, which no rule takes.
  case ahead(NodeID, NodeID)
  /// A function of the values since a period of the calendar began.
  case anchored(AnchoredFunction, NodeID, Anchor)
  /// The last value that was there.
  case filled(NodeID)
  /// A function of the values of several symbols at one time, which are joined already; `own` is compared to them.
  case across(AcrossFunction, [NodeID], own: NodeID?)
  /// A function of the time value of money, on the values of each bar.
  case financial(FinancialFunction, numbers: [NodeID], flows: [NodeID], days: [NodeID])
  /// An operation bar by bar.
  case operation(Operation, [NodeID])
  /// One output of an indicator.
  case indicator(String, inputs: [NodeID], arguments: [NodeID], output: Int)
  /// A number made from the full range.
  case reduction(Reduction, NodeID, [NodeID])
  /// An indicator that refers to its own past; represented by `ownPast` in the body.
  case recursion(body: NodeID, start: NodeID)
  /// The value of the recursion `lag` bars ago; only inside the body of a recursion. As no recursion may take another's
  /// past as an argument, it is always that of the innermost one.
  case ownPast(lag: Int)
  /// A fact about the position held; only in strategies.
  case position(PositionVariable)
  /// A node computed on other bars, as known at the close of each bar; missing once the last known value holds no
  /// longer.
  case joined(NodeID, BarContext, Holding)

  static func constant(_ value: Double) -> Node {
    .constant(bits: value.isNaN ? Double.nan.bitPattern : value.bitPattern)
  }

  /// The nodes that it reads.
  var operands: [NodeID] {
    switch self {
    case .constant, .parameter, .date, .barsIn, .barsSince, .barsUntil, .barsPerYear, .field, .time, .session, .given,
      .eventDates, .valuation, .ownPast,
      .position:
      []
    case .lag(let operand, let bars), .ahead(let operand, let bars): [operand, bars]
    case .anchored(_, let operand, _), .filled(let operand), .periodStarts(let operand): [operand]
    case .across(_, let operands, let own): operands + (own.map { [$0] } ?? [])
    case .financial(_, let numbers, let flows, let days): numbers + flows + days
    case .operation(_, let operands): operands
    case .indicator(_, let inputs, let arguments, _): inputs + arguments
    case .reduction(_, let operand, let arguments): [operand] + arguments
    case .recursion(let body, let start): [body, start]
    case .joined(let inner, _, _): [inner]
    }
  }

  /// The same computation on other nodes, in the order of `operands`.
  func reading(_ operands: [NodeID]) -> Node {
    switch self {
    case .constant, .parameter, .date, .barsIn, .barsSince, .barsUntil, .barsPerYear, .field, .time, .session, .given,
      .eventDates, .valuation, .ownPast,
      .position:
      self
    case .lag: .lag(operands[0], operands[1])
    case .ahead: .ahead(operands[0], operands[1])
    case .anchored(let function, _, let anchor): .anchored(function, operands[0], anchor)
    case .filled: .filled(operands[0])
    case .across(let function, _, nil): .across(function, operands, own: nil)
    case .across(let function, _, _): .across(function, Array(operands.dropLast()), own: operands.last)
    case .periodStarts: .periodStarts(operands[0])
    case .financial(let function, let numbers, let flows, _):
      .financial(
        function, numbers: Array(operands.prefix(numbers.count)),
        flows: Array(operands.dropFirst(numbers.count).prefix(flows.count)),
        days: Array(operands.dropFirst(numbers.count + flows.count)))
    case .operation(let operation, _): .operation(operation, operands)
    case .indicator(let name, let inputs, _, let output):
      .indicator(
        name, inputs: Array(operands.prefix(inputs.count)), arguments: Array(operands.dropFirst(inputs.count)),
        output: output)
    case .reduction(let reduction, _, _): .reduction(reduction, operands[0], Array(operands.dropFirst()))
    case .recursion: .recursion(body: operands[0], start: operands[1])
    case .joined(_, let context, let holding): .joined(operands[0], context, holding)
    }
  }
}
