/// A code as it is printed, its meaning and, after ` | ` as well, a statement that leads to it if one can.
public struct CodeRow: ExpressibleByStringLiteral, Equatable, Sendable {
  private let text: StaticString

  /// The row of a literal: `no-date-column | No column holds dates | load prices.csv`.
  public init(stringLiteral text: StaticString) { self.text = text }

  /// Whether the texts are equal.
  public static func == (left: CodeRow, right: CodeRow) -> Bool { left.text.description == right.text.description }

  /// The code as it is printed in brackets after a message: `no-date-column`.
  public var name: String { self[0] ?? "" }

  fileprivate subscript(part: Int) -> String? {
    var rest = Substring(text.description)
    for _ in 0..<part {
      guard let bar = rest.firstRange(of: " | ") else { return nil }
      rest = rest[bar.upperBound...]
    }
    guard part < 2, let bar = rest.firstRange(of: " | ") else { return String(rest) }
    return String(rest[..<bar.lowerBound])
  }
}

/// The codes of an engine, each described by its row: stable names, which are part of the contract with scripts.
public protocol DescribedCode: RawRepresentable<CodeRow>, CaseIterable, Hashable, Sendable {
  /// The code as it is printed; each type has it itself, so that those who read it need not import this module.
  var name: String { get }
}

extension DescribedCode {
  /// The meaning, in one line without a full stop.
  public var meaning: String { rawValue[1] ?? "" }

  /// A statement that leads to it, as a transcript shows it; nil if no transcript can.
  public var example: String? { rawValue[2] }
}
