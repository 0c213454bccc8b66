import Language
import Sessions

/// A condition of an alert on the newest trade: comparisons of `price` with values of closed bars, joined by `and`, `or`
/// and `not`.
struct PriceCondition {
  private indirect enum Node {
    case compared(BinaryOperator, Expression)
    case both(Node, Node)
    case either(Node, Node)
    case not(Node)
    /// A condition on closed bars.
    case closed(Expression)
  }

  private let node: Node

  /// Reads a condition; throws `wrong-kind` for a use of `price` other than as a side of a comparison.
  init(_ expression: Expression) throws(Diagnostic) { node = try Self.node(expression) }

  private static func node(_ expression: Expression) throws(Diagnostic) -> Node {
    switch expression {
    case _ where !expression.usesPrice: return .closed(expression)
    case .binary(.and, let left, let right, _): return .both(try node(left), try node(right))
    case .binary(.or, let left, let right, _): return .either(try node(left), try node(right))
    case .unary(.not, let operand, _): return .not(try node(operand))
    case .binary(let sign, .name("price", _), let level, _) where sign.compares && !level.usesPrice:
      return .compared(sign, level)
    case .binary(let sign, let level, .name("price", _), _) where !level.usesPrice:
      if let mirrored = sign.mirrored { return .compared(mirrored, level) }
    default: break
    }
    throw Diagnostic(
      .wrongKind, "`price` is the newest trade, so it is compared with a level", at: expression.span,
      hints: ["`price crosses above 52`, `price < bbands(20, 2).lower`"])
  }

  /// True if the condition holds of a price that follows another one.
  ///
  /// - Parameter value: a value of closed bars, 1 for true; missing values make a comparison false.
  func holds(
    of price: Double, after last: Double, _ value: (Expression) throws(Diagnostic) -> Double
  ) throws(Diagnostic) -> Bool {
    try Self.holds(node, price, last, value)
  }

  private static func holds(
    _ node: Node, _ price: Double, _ last: Double, _ value: (Expression) throws(Diagnostic) -> Double
  ) throws(Diagnostic) -> Bool {
    switch node {
    case .closed(let expression): return try value(expression) == 1
    case .not(let operand): return try !holds(operand, price, last, value)
    case .both(let left, let right):
      return try holds(left, price, last, value) ? try holds(right, price, last, value) : false
    case .either(let left, let right):
      return try holds(left, price, last, value) ? true : try holds(right, price, last, value)
    case .compared(let sign, let expression):
      let level = try value(expression)
      let (rises, falls) = (last <= level && price > level, last >= level && price < level)
      return switch sign {
      case .less: price < level
      case .lessOrEqual: price <= level
      case .greater: price > level
      case .greaterOrEqual: price >= level
      case .equal: price == level
      case .notEqual: price != level && level.isFinite
      case .crosses: rises || falls
      case .crossesAbove: rises
      case .crossesBelow: falls
      case .or, .and, .add, .subtract, .multiply, .divide, .power: false
      }
    }
  }
}

extension Expression {
  fileprivate var usesPrice: Bool { uses("price") }
}

extension BinaryOperator {
  /// True for a comparison.
  fileprivate var compares: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .crosses, .crossesAbove, .crossesBelow: true
    case .or, .and, .add, .subtract, .multiply, .divide, .power: false
    }
  }

  /// The comparison with its sides exchanged; nil for other operators.
  fileprivate var mirrored: BinaryOperator? {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual, .crosses: self
    case .crossesAbove: .crossesBelow
    case .crossesBelow: .crossesAbove
    case .or, .and, .add, .subtract, .multiply, .divide, .power: nil
    }
  }
}
