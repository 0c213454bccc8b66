import Columns

extension BlockProgram.Step {
  /// Computes one bar of a block.
  @inline(__always)
  func run(_ registers: BlockProgram.Registers, at index: Int) {
    registers[result][index] = operation.apply(
      registers[first][index], registers[second][index], registers[third][index])
  }

  /// Computes a block.
  ///
  /// Each operation has its own loop: with the operation known to the compiler the branch disappears, and the loop is
  /// vectorised if possible.
  func run(_ registers: BlockProgram.Registers, into result: UnsafeMutablePointer<Double>, count: Int) {
    let (a, b) = (UnsafePointer(registers[first]), UnsafePointer(registers[second]))
    let c = UnsafePointer(registers[third])

    @inline(__always)
    func loop(_ operation: Operation) {
      for index in 0..<count { result[index] = operation.apply(a[index], b[index], c[index]) }
    }
    @inline(__always)
    func crossing(_ operation: Operation) {
      for index in 0..<count {
        result[index] = operation.cross(a[index - 1], b[index - 1], a[index], b[index])
      }
    }
    switch operation {
    case .add: loop(.add)
    case .subtract: loop(.subtract)
    case .multiply: loop(.multiply)
    case .divide: loop(.divide)
    case .power: loop(.power)
    case .negate: loop(.negate)
    case .less: loop(.less)
    case .lessOrEqual: loop(.lessOrEqual)
    case .greater: loop(.greater)
    case .greaterOrEqual: loop(.greaterOrEqual)
    case .equal: loop(.equal)
    case .notEqual: loop(.notEqual)
    case .and: loop(.and)
    case .or: loop(.or)
    case .not: loop(.not)
    case .crossesAbove: crossing(.crossesAbove)
    case .crossesBelow: crossing(.crossesBelow)
    case .crosses: crossing(.crosses)
    case .abs: loop(.abs)
    case .sign: loop(.sign)
    case .min: loop(.min)
    case .max: loop(.max)
    case .sqrt: loop(.sqrt)
    case .log: loop(.log)
    case .exp: loop(.exp)
    case .mod: loop(.mod)
    case .round: loop(.round)
    case .floor: loop(.floor)
    case .ceil: loop(.ceil)
    case .clamp: loop(.clamp)
    case .log10: loop(.log10)
    case .sin: loop(.sin)
    case .cos: loop(.cos)
    case .tan: loop(.tan)
    case .asin: loop(.asin)
    case .acos: loop(.acos)
    case .atan: loop(.atan)
    case .sinh: loop(.sinh)
    case .cosh: loop(.cosh)
    case .tanh: loop(.tanh)
    case .na: loop(.na)
    case .nz: loop(.nz)
    case .select: loop(.select)
    }
  }
}
