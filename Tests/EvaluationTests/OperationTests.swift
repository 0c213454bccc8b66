import Evaluation
import Testing

@Test("A comparison with a missing value is missing")
func comparisonOfMissing() { #expect(Operation.less.apply(.nan, 1).isNaN) }
