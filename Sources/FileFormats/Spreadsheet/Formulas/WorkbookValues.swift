import LibC

/// The values of the cells of a workbook, computed from its formulas as a spreadsheet program computes them.
///
/// A cell that rests on itself has the error of a reference.
public struct WorkbookValues {
  private enum State {
    case underWay
    case known(CellValue)
  }

  private let cells: [CellReference: SheetCell.Content]
  private var states: [CellReference: State] = [:]

  /// Computes nothing yet; each value is computed if requested first.
  public init(_ workbook: Workbook) {
    var cells: [CellReference: SheetCell.Content] = [:]
    for sheet in workbook.sheets {
      for (address, cell) in sheet.cells {
        cells[CellReference(sheet.name, address.row, address.column)] = cell.content
      }
    }
    self.cells = cells
  }

  /// The value of a cell.
  public mutating func value(_ reference: CellReference) -> CellValue {
    switch states[reference] {
    case .known(let value): return value
    case .underWay: return .error(.reference)
    case nil: break
    }
    guard let content = cells[reference] else { return .empty }
    let value: CellValue
    switch content {
    case .value(let own): value = own
    case .formula(let formula):
      states[reference] = .underWay
      let result = self.value(of: formula)
      // A formula that gives an empty cell gives 0.
      value = result == .empty ? .number(0) : result
    }
    states[reference] = .known(value)
    return value
  }

  /// The value of a formula.
  public mutating func value(of formula: Formula) -> CellValue {
    switch formula {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .cell(let reference): return value(reference)
    case .range: return .error(.value)
    case .binary(let sign, let left, let right):
      let (left, right) = (value(of: left), value(of: right))
      if case .error = left { return left }
      if case .error = right { return right }
      return Self.combine(sign, left, right)
    case .call(let function, let arguments): return call(function, arguments)
    }
  }

  // MARK: Operators

  private static func combine(_ sign: Formula.Operator, _ left: CellValue, _ right: CellValue) -> CellValue {
    switch sign {
    case .equal: return .flag(order(left, right) == 0)
    case .notEqual: return .flag(order(left, right) != 0)
    case .less: return .flag(order(left, right) < 0)
    case .atMost: return .flag(order(left, right) <= 0)
    case .greater: return .flag(order(left, right) > 0)
    case .atLeast: return .flag(order(left, right) >= 0)
    case .add, .subtract, .multiply, .divide, .power: break
    }
    guard let a = number(left), let b = number(right) else { return .error(.value) }
    switch sign {
    case .add: return checked(a + b)
    case .subtract: return checked(a - b)
    case .multiply: return checked(a * b)
    case .divide: return b == 0 ? .error(.division) : checked(a / b)
    default: return checked(pow(a, b))
    }
  }

  /// Numbers come before texts, and an empty cell is equal to 0 and to the empty text.
  private static func order(_ left: CellValue, _ right: CellValue) -> Int {
    switch (left, right) {
    case (.text(let a), .text(let b)): compare(a.lowercased(), b.lowercased())
    case (.text(let a), .empty): a.isEmpty ? 0 : 1
    case (.empty, .text(let b)): b.isEmpty ? 0 : -1
    case (.text, _): 1
    case (_, .text): -1
    default: compare(number(left) ?? 0, number(right) ?? 0)
    }
  }

  private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  private static func number(_ value: CellValue) -> Double? {
    switch value {
    case .number(let number): number
    case .empty: 0
    case .flag(let flag): flag ? 1 : 0
    case .text, .error: nil
    }
  }

  private static func checked(_ number: Double) -> CellValue {
    number.isFinite ? .number(number) : .error(.number)
  }

  // MARK: Functions

  private mutating func call(_ function: Formula.Function, _ arguments: [Formula]) -> CellValue {
    switch function {
    case .if: return branch(arguments)
    case .choose: return choice(arguments)
    case .index: return indexed(arguments)
    case .match: return matched(arguments)
    case .notAvailable: return .error(.notAvailable)
    case .isError:
      guard let first = arguments.first else { return .error(.value) }
      if case .error = value(of: first) { return .flag(true) }
      return .flag(false)
    case .and, .or, .not: return logic(function, arguments)
    case .sqrt, .ln, .normal: return single(function, arguments)
    case .sum, .product, .min, .max: return gathered(function, arguments)
    }
  }

  private mutating func branch(_ arguments: [Formula]) -> CellValue {
    guard arguments.count == 3 else { return .error(.value) }
    let condition = value(of: arguments[0])
    if case .error = condition { return condition }
    guard let number = Self.number(condition) else { return .error(.value) }
    return value(of: arguments[number != 0 ? 1 : 2])
  }

  private mutating func choice(_ arguments: [Formula]) -> CellValue {
    guard let first = arguments.first else { return .error(.value) }
    let chosen = value(of: first)
    if case .error = chosen { return chosen }
    guard let number = Self.number(chosen), number >= 1, Int(number) < arguments.count else { return .error(.value) }
    return value(of: arguments[Int(number)])
  }

  private mutating func indexed(_ arguments: [Formula]) -> CellValue {
    guard arguments.count == 2, case .range(let first, let last) = arguments[0] else { return .error(.value) }
    let place = value(of: arguments[1])
    if case .error = place { return place }
    let cells = Self.cells(first, last)
    guard let number = Self.number(place), number >= 1, number < Double(cells.count) + 1 else {
      return .error(.reference)
    }
    return value(cells[Int(number) - 1])
  }

  /// The place of an equal value; only the exact search, which the last argument 0 asks for.
  private mutating func matched(_ arguments: [Formula]) -> CellValue {
    guard arguments.count == 3, case .range(let first, let last) = arguments[1] else { return .error(.value) }
    let wanted = value(of: arguments[0])
    if case .error = wanted { return wanted }
    for (place, cell) in Self.cells(first, last).enumerated() where Self.order(value(cell), wanted) == 0 {
      return .number(Double(place + 1))
    }
    return .error(.notAvailable)
  }

  private mutating func logic(_ function: Formula.Function, _ arguments: [Formula]) -> CellValue {
    var flags: [Bool] = []
    for argument in arguments {
      let value = value(of: argument)
      if case .error = value { return value }
      guard let number = Self.number(value) else { return .error(.value) }
      flags.append(number != 0)
    }
    switch function {
    case .and: return .flag(flags.allSatisfy { $0 })
    case .or: return .flag(flags.contains(true))
    default: return .flag(!(flags.first ?? false))
    }
  }

  private mutating func single(_ function: Formula.Function, _ arguments: [Formula]) -> CellValue {
    guard let first = arguments.first else { return .error(.value) }
    let value = value(of: first)
    if case .error = value { return value }
    guard let number = Self.number(value) else { return .error(.value) }
    switch function {
    case .sqrt: return number < 0 ? .error(.number) : .number(number.squareRoot())
    case .ln: return number <= 0 ? .error(.number) : .number(log(number))
    default: return .number(0.5 * erfc(-number / 2.0.squareRoot()))
    }
  }

  /// A function of all numbers; texts and empty cells of a range do not count.
  private mutating func gathered(_ function: Formula.Function, _ arguments: [Formula]) -> CellValue {
    var numbers: [Double] = []
    for argument in arguments {
      if case .range(let first, let last) = argument {
        for cell in Self.cells(first, last) {
          let value = value(cell)
          if case .error = value { return value }
          if let number = value.number { numbers.append(number) }
        }
        continue
      }
      let value = value(of: argument)
      if case .error = value { return value }
      guard let number = Self.number(value) else { return .error(.value) }
      numbers.append(number)
    }
    switch function {
    case .sum: return Self.checked(numbers.reduce(0, +))
    case .product: return Self.checked(numbers.reduce(1, *))
    case .min: return Self.checked(numbers.min() ?? 0)
    default: return Self.checked(numbers.max() ?? 0)
    }
  }

  private static func cells(_ first: CellReference, _ last: CellAddress) -> [CellReference] {
    guard first.address.row <= last.row, first.address.column <= last.column else { return [] }
    return (first.address.row...last.row).flatMap { row in
      (first.address.column...last.column).map { CellReference(first.sheet, row, $0) }
    }
  }
}
