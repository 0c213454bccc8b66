/// A value written as arithmetic of literals.
///
/// Inside of an expectation the compiler tries each type for each literal and operator together with all that surrounds
/// them, which takes seconds for a sum of three terms; with their type said, it takes none.
@inlinable
public func double(_ value: Double) -> Double { value }
