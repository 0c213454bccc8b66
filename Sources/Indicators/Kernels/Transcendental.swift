#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The arc tangent in radians.
func arctangent(_ value: Double) -> Double { atan(value) }

/// The natural exponential.
func naturalExponential(_ value: Double) -> Double { exp(value) }

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }

/// The sine of an angle in radians.
func sine(_ value: Double) -> Double { sin(value) }

/// The cosine of an angle in radians.
func cosine(_ value: Double) -> Double { cos(value) }
