import Valuation

/// The path of an assumption with the numbers that a workbook has for it now.
struct ReadPath {
  private let assumption: Assumption?
  private let values: [Double]
  private let horizon: Int

  init(_ assumption: Assumption?, _ values: [Double]?, _ horizon: Int) {
    self.assumption = assumption
    self.values = values ?? []
    self.horizon = horizon
  }

  /// Whether two numbers are the same but for the rounding of a program that computed one of them.
  static func agree(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= 1e-12 * max(abs(left), abs(right), 1e-6)
  }

  /// Whether each year that is known has the number that it had.
  func isAsItWas(_ numbers: [Double?]) -> Bool {
    numbers.count == values.count && zip(values, numbers).allSatisfy { a, b in b.map { Self.agree(a, $0) } ?? true }
  }

  /// The path in its former phases, with other numbers; `nil` if the years no longer form such a path.
  ///
  /// - Parameters:
  ///   - numbers: the number of each year, `nil` if it follows from others and was not computed.
  ///   - base: the base year's value.
  func path(with numbers: [Double?], base: Double?) -> Assumption.Value? {
    guard let assumption, values.count == horizon, assumption.exceptions.isEmpty else { return nil }
    let years = PathCells(assumption, values: values).years
    let phases: [YearPath.Phase]
    switch assumption.value {
    case .scalar: phases = [YearPath.Phase(.constant(0))]
    case .path(let path): phases = path.phases
    case .terminal, .word, .priced: return nil
    }
    var changed: [YearPath.Phase] = []
    var first = 1
    for phase in phases {
      // Each phase takes its numbers from the cells that it was typed into.
      guard let (shape, count) = shape(of: phase, first, years, numbers) else { return nil }
      changed.append(YearPath.Phase(shape, phase.length))
      first += count
    }
    let path = YearPath(changed)
    guard let computed = try? path.values(of: assumption.name, horizon: horizon, base: base).years,
      zip(computed, numbers).allSatisfy({ a, b in b.map { Self.agree(a, $0) } ?? true })
    else { return nil }
    if case .scalar = assumption.value, let number = path.plainConstant { return .scalar(number) }
    return .path(path)
  }

  private func shape(
    of phase: YearPath.Phase, _ first: Int, _ years: [PathCells.Year], _ numbers: [Double?]
  ) -> (YearPath.Shape, Int)? {
    guard first <= horizon else { return nil }
    let last = lastYear(of: phase, first)
    let count = last - first + 1
    guard count >= 1, last <= horizon else { return nil }
    switch phase.shape {
    case .hold: return (.hold, count)
    case .constant: return numbers[first - 1].map { (.constant($0), count) }
    case .list:
      let list = numbers[(first - 1)..<last].compactMap(\.self)
      return list.count == count ? (.list(list), count) : nil
    case .glide(.some, _):
      guard let from = numbers[first - 1], let to = numbers[last - 1] else { return nil }
      return (.glide(from: from, to: to), count)
    case .glide(nil, _): return numbers[last - 1].map { (.glide(from: nil, to: $0), count) }
    case .amounts, .linked, .approach: return nil
    }
  }

  private func lastYear(of phase: YearPath.Phase, _ first: Int) -> Int {
    switch (phase.length, phase.shape) {
    case (.years(let count), _): first + count - 1
    case (.byYear(let year), _): year
    case (nil, .list(let values)), (nil, .amounts(let values)): first + values.count - 1
    case (nil, _): horizon
    }
  }
}
