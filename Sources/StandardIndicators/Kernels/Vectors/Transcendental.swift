import Indicators
import LibC

/// The arc tangent in radians.
func arctangent(_ value: Double) -> Double { atan(value) }

/// The arc tangents in radians.
func arctangent(_ values: SIMD4<Double>) -> SIMD4<Double> {
  SIMD4(atan(values[0]), atan(values[1]), atan(values[2]), atan(values[3]))
}

/// The natural exponential.
func naturalExponential(_ value: Double) -> Double { exp(value) }

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }

/// The sine of an angle in radians.
func sine(_ value: Double) -> Double { sin(value) }

/// The cosine of an angle in radians.
func cosine(_ value: Double) -> Double { cos(value) }
