/// The combinations of a sweep: some values for each parameter, and which combinations are run.
///
/// A combination is a number: the last parameter runs fastest. So ten million of them take no memory.
package struct SweepGrid: Sendable {
  /// The values that each parameter takes; parameters that do not vary have one.
  package let values: [[Double]]
  /// The numbers of the combinations that are run, rising; nil where all are.
  package private(set) var kept: [Int]?
  /// The number of combinations before any is left out.
  package let total: Int

  /// Makes the grid of all combinations, whose product is a whole number that memory can count.
  package init(values: [[Double]]) {
    self.values = values
    total = values.reduce(1) { $0 * $1.count }
  }

  /// The number of combinations that are run.
  package var count: Int { kept?.count ?? total }

  /// The indices of a combination's values in each parameter's list, for those that are run.
  package func places(of index: Int) -> [Int] {
    var number = kept?[index] ?? index
    var places = [Int](repeating: 0, count: values.count)
    for parameter in values.indices.reversed() {
      (number, places[parameter]) = number.quotientAndRemainder(dividingBy: values[parameter].count)
    }
    return places
  }

  /// Leaves out the combinations for which `isKept` is false.
  package mutating func keep<Failure: Error>(
    where isKept: (_ places: [Int]) throws(Failure) -> Bool
  ) throws(Failure) {
    var numbers: [Int] = []
    for index in 0..<count where try isKept(places(of: index)) { numbers.append(kept?[index] ?? index) }
    kept = numbers
  }
}
