/// The styles of the characters of a text, among them those of brackets that belong together.
package struct StyledText {
  /// The number of the style of each character.
  package private(set) var numbers: [UInt8]
  private let scalars: [Unicode.Scalar]

  /// Gives each character the style of the span that it is in; spans are in order.
  package init(_ scalars: [Unicode.Scalar], spans: [StyledSpan]) {
    self.scalars = scalars
    numbers = Array(repeating: 0, count: scalars.count)
    var offset = 0
    var span = 0
    for (index, scalar) in scalars.enumerated() {
      while span < spans.count, spans[span].end <= offset { span += 1 }
      guard span < spans.count else { break }
      if spans[span].start <= offset { numbers[index] = spans[span].style.rawValue }
      offset += UTF8.width(scalar)
    }
  }

  /// Marks the bracket at the cursor, or before it, with its other one, and closing brackets that have none.
  ///
  /// Only characters with the style of brackets count: those in strings do not.
  package mutating func markBrackets(at cursor: Int) {
    var open: [Int] = []
    var pairs: [(Int, Int)] = []
    for index in numbers.indices where numbers[index] == TextStyle.bracket.rawValue {
      switch scalars[index] {
      case "(", "[", "{": open.append(index)
      case ")", "]", "}":
        if let last = open.last, Self.closing[scalars[last]] == scalars[index] {
          open.removeLast()
          pairs.append((last, index))
        } else {
          numbers[index] = TextStyle.lonelyBracket.rawValue
        }
      default: break
      }
    }
    let pair =
      pairs.first { $0.0 == cursor || $0.1 == cursor } ?? pairs.first { $0.0 == cursor - 1 || $0.1 == cursor - 1 }
    guard let pair else { return }
    numbers[pair.0] = TextStyle.matchingBracket.rawValue
    numbers[pair.1] = TextStyle.matchingBracket.rawValue
  }

  private static let closing: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "{": "}"]
}
