public import Columns

extension Indicator {
  /// Computes all outputs over series of equal length.
  ///
  /// Outputs are as long as the inputs. A bar on which an input is missing has a missing value, and the part after it
  /// is computed as if the series began there, except in functions that wait for events (see `convention`). Of an input
  /// of booleans a missing one counts as false. Nothing in an output is infinite. If there are fewer bars than the
  /// warm-up all values are missing.
  ///
  /// - Parameters:
  ///   - inputs: the series, in the order of `inputs`.
  ///   - arguments: one number for each parameter: whole numbers and the numbers of choices as `Double`.
  /// - Throws: `IndicatorError` if an argument is not allowed, if there is not one argument for each parameter and one
  ///   series for each input, or if the series are of different lengths.
  public func compute(
    _ inputs: [Column],
    _ arguments: [Double]
  ) throws(IndicatorError) -> [Column] {
    guard inputs.count == self.inputs.count else {
      throw IndicatorError(indicator: name, cause: .inputCount(inputs.count, inputs: self.inputs.map(\.name)))
    }
    let count = inputs.first?.count ?? 0
    guard inputs.allSatisfy({ $0.count == count }) else {
      throw IndicatorError(indicator: name, cause: .inputLengths(inputs.map(\.count)))
    }
    try check(arguments)
    if count == 0 { return outputs.map { _ in Column([]) } }
    return Computation(indicator: self, arguments: Arguments(values: arguments), inputs: inputs).run()
  }
}
