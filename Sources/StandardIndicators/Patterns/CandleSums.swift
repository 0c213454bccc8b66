import Indicators

// The windows of the means by which candlesticks are judged, for one bar or several at a time.
//
// One definition for single bars and for vectors, with the same order of additions, so that both give the same
// bits. A window is summed anew for each bar from sums of two: the cost does not depend on earlier bars,
// nothing is subtracted, so no error builds up, and a value depends on the bars of its window alone.

/// The sum of ten values, given the sums of neighbours, oldest first.
@inline(__always)
func sumOfTen<Number: CandleNumber>(_ pair: (_ back: Int) -> Number) -> Number {
  ((pair(8) + pair(6)) + (pair(4) + pair(2))) + pair(0)
}

/// The sum of five values, given the sums of neighbours and the last value.
@inline(__always)
func sumOfFive<Number: CandleNumber>(_ pair: (_ back: Int) -> Number, last: Number) -> Number {
  (pair(3) + pair(1)) + last
}

/// A number, or several at a time.
protocol CandleNumber {
  static func + (a: Self, b: Self) -> Self
}

extension Double: CandleNumber {}
extension SIMD4<Double>: CandleNumber {}
