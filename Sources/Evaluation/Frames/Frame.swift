import Columns

/// Things with a count and named columns: the trades of a backtest, its drawdowns, the saved scenarios.
///
/// A planner that has a frame knows its columns by their names, so that one plan serves all its items:
///
/// ```swift
/// planner.frame = trades
/// let planned = try planner.checkedInFrame(try planner.plan(expression), at: expression.span)
/// var evaluator = FrameEvaluator(plan: planner.plan, frame: trades, scalars: evaluatorOnBars)
/// let column = try evaluator.column(planned.node)      // a value for each trade
/// ```
public protocol Frame: Sendable {
  /// One of its items with its article, as messages call it: `a trade`.
  var one: String { get }
  /// Its items as messages call them: `trades`.
  var many: String { get }
  /// The number of items.
  var count: Int { get }
  /// The columns, each with a value for each thing.
  var columns: [FrameColumn] { get }
  /// Bar index at which each item samples a series; nil if items have none.
  var barOfEach: [Int]? { get }
}

extension Frame {
  /// Nil: a thing has no bar of its own.
  public var barOfEach: [Int]? { nil }
}

/// One named column of a frame.
public struct FrameColumn: Sendable {
  /// The name under which expressions know it.
  public let name: String
  /// The kind of its values.
  public let kind: Kind
  /// A value for each thing, missing if NaN; of strings the index in `texts`.
  public let column: Column
  /// The strings of a column of strings; empty for other kinds.
  public let texts: [String]
  /// True for a column that follows from another one, such as the year of a date: messages leave it out.
  public let isDerived: Bool

  /// Makes a column of numbers, rates, booleans or moments.
  public init(_ name: String, _ kind: Kind, _ values: [Double], isDerived: Bool = false) {
    self.name = name
    self.kind = kind
    column = Column(values)
    texts = []
    self.isDerived = isDerived
  }

  /// Makes a column of strings; nil is missing.
  public init(_ name: String, texts values: [String?], isDerived: Bool = false) {
    self.name = name
    kind = .text
    self.isDerived = isDerived
    var numbers: [String: Int] = [:]
    var texts: [String] = []
    column = Column(
      values.map { value in
        guard let value else { return .nan }
        if let known = numbers[value] { return Double(known) }
        numbers[value] = texts.count
        texts.append(value)
        return Double(texts.count - 1)
      })
    self.texts = texts
  }
}
