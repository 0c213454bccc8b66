import Columns

/// Operations over whole columns: one pass, one allocation, no call for each element.
enum Elementwise {
  /// The column of an operation with one operand.
  static func apply(_ operation: Operation, _ a: Column) -> Column {
    switch operation {
    case .negate: map(a) { -$0 }
    case .not: map(a) { 1 - $0 }
    case .abs: map(a) { Swift.abs($0) }
    case .na: map(a) { $0.isNaN ? 1 : 0 }
    case .sqrt: map(a) { $0.squareRoot() }
    default: map(a) { operation.apply($0) }
    }
  }

  /// The column of an operation with two operands, one of which may be a scalar.
  static func apply(_ operation: Operation, _ a: Operand, _ b: Operand, count: Int) -> Column {
    switch operation {
    case .add: zip(a, b, count) { ($0 + $1).finiteOrMissing }
    case .subtract: zip(a, b, count) { ($0 - $1).finiteOrMissing }
    case .multiply: zip(a, b, count) { ($0 * $1).finiteOrMissing }
    case .divide: zip(a, b, count) { ($0 / $1).finiteOrMissing }
    case .less: zip(a, b, count) { Scalar.compare($0, $1, $0 < $1) }
    case .lessOrEqual: zip(a, b, count) { Scalar.compare($0, $1, $0 <= $1) }
    case .greater: zip(a, b, count) { Scalar.compare($0, $1, $0 > $1) }
    case .greaterOrEqual: zip(a, b, count) { Scalar.compare($0, $1, $0 >= $1) }
    case .equal: zip(a, b, count) { Scalar.compare($0, $1, $0 == $1) }
    case .notEqual: zip(a, b, count) { Scalar.compare($0, $1, $0 != $1) }
    case .and: zip(a, b, count) { Scalar.and($0, $1) }
    case .or: zip(a, b, count) { Scalar.or($0, $1) }
    case .crossesAbove: crossings(a, b, count) { $0 <= $1 && $2 > $3 }
    case .crossesBelow: crossings(a, b, count) { $0 >= $1 && $2 < $3 }
    case .crosses: crossings(a, b, count) { ($0 <= $1 && $2 > $3) || ($0 >= $1 && $2 < $3) }
    default: zip(a, b, count) { operation.apply($0, $1) }
    }
  }

  /// The column of an operation with three operands.
  static func apply(_ operation: Operation, _ a: Operand, _ b: Operand, _ c: Operand, count: Int) -> Column {
    Column(count: count) { result in
      for index in 0..<count {
        result[index] = operation.apply(a.value(at: index), b.value(at: index), c.value(at: index))
      }
    }
  }

  /// The values of so many bars ago; the first `bars` are missing.
  static func lag(_ column: Column, by bars: Int) -> Column {
    guard bars > 0 else { return column }
    let count = column.count
    return Column(count: count) { result in
      let missing = min(bars, count)
      for index in 0..<missing { result[index] = .nan }
      column.values.withUnsafeBufferPointer { values in
        for index in missing..<count { result[index] = values[index - bars] }
      }
    }
  }

  @inline(__always)
  private static func map(_ a: Column, _ body: (Double) -> Double) -> Column {
    Column(count: a.count) { result in
      a.values.withUnsafeBufferPointer { values in
        for index in 0..<values.count { result[index] = body(values[index]) }
      }
    }
  }

  @inline(__always)
  private static func zip(
    _ a: Operand, _ b: Operand, _ count: Int, _ body: (Double, Double) -> Double
  ) -> Column {
    Column(count: count) { result in
      switch (a, b) {
      case (.column(let a), .column(let b)):
        a.values.withUnsafeBufferPointer { a in
          b.values.withUnsafeBufferPointer { b in
            for index in 0..<count { result[index] = body(a[index], b[index]) }
          }
        }
      case (.column(let a), .scalar(let b)):
        a.values.withUnsafeBufferPointer { a in
          for index in 0..<count { result[index] = body(a[index], b) }
        }
      case (.scalar(let a), .column(let b)):
        b.values.withUnsafeBufferPointer { b in
          for index in 0..<count { result[index] = body(a, b[index]) }
        }
      case (.scalar(let a), .scalar(let b)):
        let value = body(a, b)
        for index in 0..<count { result[index] = value }
      }
    }
  }

  /// Compares this bar with the one before; missing where any of the four values is.
  @inline(__always)
  private static func crossings(
    _ a: Operand, _ b: Operand, _ count: Int, _ holds: (Double, Double, Double, Double) -> Bool
  ) -> Column {
    let a = a.column(count: count)
    let b = b.column(count: count)
    return Column(count: count) { result in
      guard count > 0 else { return }
      result[0] = .nan
      a.values.withUnsafeBufferPointer { a in
        b.values.withUnsafeBufferPointer { b in
          for index in 1..<max(1, count) {
            let isMissing =
              a[index - 1].isNaN || b[index - 1].isNaN || a[index].isNaN || b[index].isNaN
            result[index] = isMissing ? .nan : holds(a[index - 1], b[index - 1], a[index], b[index]) ? 1 : 0
          }
        }
      }
    }
  }
}
