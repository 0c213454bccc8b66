import Columns
import Indicators
import StandardIndicators
import Testing

/// A missing value, short enough for a row of numbers.
let __ = Double.nan

/// Two short series for rows that can be checked by hand.
let rowX: [Double] = [1, 2, 3, 4, 3, 2, 5, 5, 5, 7, 6, 8]
let rowY: [Double] = [2, 1, 4, 3, 3, 6, 5, 9, 1, 7, 2, 4]

/// Computes an indicator of the catalogue over plain arrays; arguments that are left out have their
/// default.
func computed(_ name: String, _ inputs: [[Double]], _ arguments: [Double?] = []) throws -> [[Double]] {
  let indicator = try #require(Indicator.named(name))
  return try indicator.compute(inputs.map { Column($0) }, indicator.completeArguments(arguments)).map(
    \.values.array
  )
}

/// Expects a row of values, to twelve digits.
func expectRow(
  _ values: [Double]?,
  _ expected: [Double],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isEqual =
    values?.count == expected.count
    && zip(values ?? [], expected).allSatisfy {
      $0.isNaN && $1.isNaN || abs($0 - $1) <= 1e-12 * max(abs($1), 1)
    }
  #expect(isEqual, "\(values ?? []) is not \(expected)", sourceLocation: sourceLocation)
}
