import OrderedCollections
import Presentation

/// A condition that held, or a number that was near to the one that is expected.
package struct Assertion: ShapedResult {
  /// A number beside the one that is expected.
  package struct Expected: Sendable {
    package var value: Double
    package var target: Double
    package var distance: Double

    package init(value: Double, target: Double, distance: Double) {
      self.value = value
      self.target = target
      self.distance = distance
    }
  }

  private let expected: Expected?

  package init(expected: Expected? = nil) { self.expected = expected }

  package static let shape = ResultShape<Assertion>(
    "assertion", "A condition that held, or a number near to the one that is expected.",
    [
      .truth("passed") { _ in true }, Field.number("value") { $0.expected?.value }.only(isNumber),
      Field.number("target") { $0.expected?.target }.only(isNumber),
      Field.number("distance") { $0.expected?.distance }.only(isNumber),
    ])

  private static let isNumber: @Sendable (Assertion) -> Bool = { $0.expected != nil }

  package var document: Document { Document() }
}
