/// A formula of a cell as a tree, so that it is written and computed from one value.
public indirect enum Formula: Sendable, Equatable {
  /// The functions that formulas call; all are in every program that reads workbooks.
  public enum Function: String, Sendable, Equatable, CaseIterable {
    case sum = "SUM"
    case product = "PRODUCT"
    case min = "MIN"
    case max = "MAX"
    case `if` = "IF"
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case choose = "CHOOSE"
    case index = "INDEX"
    case match = "MATCH"
    case sqrt = "SQRT"
    case ln = "LN"
    case normal = "NORMSDIST"
    case notAvailable = "NA"
    case isError = "ISERROR"
  }

  /// The operators between two formulas.
  public enum Operator: String, Sendable, Equatable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "^"
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// The strength with which it binds.
    var strength: Int {
      switch self {
      case .equal, .notEqual, .less, .atMost, .greater, .atLeast: 1
      case .add, .subtract: 2
      case .multiply, .divide: 3
      case .power: 4
      }
    }
  }

  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A cell.
  case cell(CellReference)
  /// The cells from one to another of the same sheet.
  case range(CellReference, CellAddress)
  /// Two formulas under an operator.
  case binary(Operator, Formula, Formula)
  /// A call.
  case call(Function, [Formula])

  /// A cell of a sheet.
  public static func cell(_ sheet: String, _ row: Int, _ column: Int) -> Formula {
    .cell(CellReference(sheet, row, column))
  }
}

extension Formula: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension Formula {
  /// The sum.
  public static func + (left: Formula, right: Formula) -> Formula { .binary(.add, left, right) }
  /// The difference.
  public static func - (left: Formula, right: Formula) -> Formula { .binary(.subtract, left, right) }
  /// The product.
  public static func * (left: Formula, right: Formula) -> Formula { .binary(.multiply, left, right) }
  /// The quotient.
  public static func / (left: Formula, right: Formula) -> Formula { .binary(.divide, left, right) }
  /// The left to the power of the right.
  public func power(_ exponent: Formula) -> Formula { .binary(.power, self, exponent) }
  /// Whether both are equal.
  public func equals(_ other: Formula) -> Formula { .binary(.equal, self, other) }
  /// Whether this one is below the other.
  public func isBelow(_ other: Formula) -> Formula { .binary(.less, self, other) }
  /// Whether this one is above the other.
  public func isAbove(_ other: Formula) -> Formula { .binary(.greater, self, other) }
  /// Whether this one is the other or below it.
  public func isAtMost(_ other: Formula) -> Formula { .binary(.atMost, self, other) }

  /// `then` if the condition holds, else `other`.
  public static func choose(if condition: Formula, _ then: Formula, else other: Formula) -> Formula {
    .call(.if, [condition, then, other])
  }
  /// The largest.
  public static func largest(_ formulas: Formula...) -> Formula { .call(.max, formulas) }
  /// The smallest.
  public static func smallest(_ formulas: Formula...) -> Formula { .call(.min, formulas) }
  /// The square root.
  public var squareRoot: Formula { .call(.sqrt, [self]) }
  /// The `NA()` call: the error of a cell without a value.
  public static var notAvailable: Formula { .call(.notAvailable, []) }
  /// Whether the cell is empty.
  public var isEmpty: Formula { equals("") }
  /// This one if it is given, else the other.
  public func given(else other: Formula) -> Formula { .choose(if: isEmpty, other, else: self) }
}
