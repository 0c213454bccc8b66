import Columns

/// The combinations of a sweep: some values for each parameter, and which combinations are run.
///
/// A combination is a number: the last parameter runs fastest. So ten million of them take no memory.
package struct SweepGrid: Sendable {
  /// The values that each parameter takes; parameters that do not vary have one.
  package let values: [[Double]]
  /// The numbers of the combinations that are run, rising; nil if all are.
  package private(set) var remaining: [Int]?
  /// The number of combinations before any is left out.
  package let total: Int

  /// Makes the grid of all combinations; `Int.max` if there are too many to number.
  package init(values: [[Double]]) {
    self.values = values
    total = values.reduce(1) { total, list in
      let (product, isTooLarge) = total.multipliedReportingOverflow(by: list.count)
      return isTooLarge ? Int.max : product
    }
  }

  /// The same grid, limited to the combinations with these numbers, in this order.
  package func only(_ numbers: [Int]) -> SweepGrid {
    var grid = self
    grid.remaining = numbers
    return grid
  }

  /// The same grid, limited to the combinations at some places among its own.
  package func only(at places: [Int]) -> SweepGrid { only(places.map { remaining?[$0] ?? $0 }) }

  /// The numbers of the combinations that are run as ranges; nil if all are.
  package var remainingRuns: [Range<Int>]? {
    guard let remaining else { return nil }
    var runs: [Range<Int>] = []
    for number in remaining {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }

  /// The number of combinations that are run.
  package var count: Int { remaining?.count ?? total }

  /// The number among all combinations of one of those that are run.
  func number(of index: Int) -> Int { remaining?[index] ?? index }

  /// The indices of a combination's values in each parameter's list, for those that are run.
  package func indices(of index: Int) -> [Int] {
    var indices = [Int](repeating: 0, count: values.count)
    read(index, into: &indices)
    return indices
  }

  /// Writes the indices of a combination's values over those of another one.
  package func read(_ index: Int, into indices: inout [Int]) {
    var number = remaining?[index] ?? index
    for parameter in values.indices.reversed() {
      (number, indices[parameter]) = number.quotientAndRemainder(dividingBy: values[parameter].count)
    }
  }

  /// The values of the parameters in a combination, of those that are run.
  package func combination(_ index: Int) -> [Double] { zip(values, indices(of: index)).map { $0[$1] } }

  /// Writes the values of the parameters in a combination over those of another one.
  package func read(_ index: Int, into combination: inout [Double]) {
    if combination.count != values.count { combination = [Double](repeating: 0, count: values.count) }
    var number = remaining?[index] ?? index
    for parameter in values.indices.reversed() {
      let (rest, place) = number.quotientAndRemainder(dividingBy: values[parameter].count)
      (number, combination[parameter]) = (rest, values[parameter][place])
    }
  }

  /// True if a combination that is run has one of the values of a parameter.
  func uses(_ value: Int, of parameter: Int) -> Bool {
    guard remaining != nil else { return true }
    return (0..<count).contains { indices(of: $0)[parameter] == value }
  }

  /// Leaves out the combinations for which a column is not 1, which is made for many of them at once.
  ///
  /// - Parameter truth: makes it from the values of each parameter; nil if it cannot.
  /// - Returns: false if it could not, and nothing is left out.
  package mutating func keep<Failure: Error>(
    whereAll truth: (_ parameters: [Column], _ count: Int) throws(Failure) -> Column?
  ) throws(Failure) -> Bool {
    let together = 1 << 14
    var numbers: [Int] = []
    for start in stride(from: 0, to: count, by: together) {
      let some = min(together, count - start)
      var inner = 1
      var columns: [Column] = []
      for list in values.reversed() {
        columns.append(
          Column(count: some) { column in
            for place in 0..<some { column[place] = list[number(of: start + place) / inner % list.count] }
          })
        inner *= list.count
      }
      guard let kept = try truth(columns.reversed(), some) else { return false }
      for place in 0..<some where kept[place] == 1 { numbers.append(number(of: start + place)) }
    }
    remaining = numbers
    return true
  }

  /// Leaves out the combinations for which `isKept` is false.
  package mutating func keep<Failure: Error>(
    where isKept: (_ indices: [Int]) throws(Failure) -> Bool
  ) throws(Failure) {
    var numbers: [Int] = []
    for index in 0..<count where try isKept(indices(of: index)) { numbers.append(remaining?[index] ?? index) }
    remaining = numbers
  }
}
