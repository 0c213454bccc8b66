#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The arc tangent in radians.
func arctangent(_ value: Double) -> Double { atan(value) }

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }
