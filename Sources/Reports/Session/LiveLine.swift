import JSON
import Presentation

/// Something that a live series told, as the prompt prints it above the line being typed, and as a line of JSON.
public struct LiveLine: Sendable, Hashable {
  /// The kinds, which programs subscribe to.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case bar, gap, stall, state, notice
  }

  /// The kind.
  public var kind: Kind
  /// The line as people read it: its time in brackets, then what happened.
  public var text: String
  /// True for something that the user should see to.
  public var isProblem: Bool
  /// The keys that programs rely on.
  public var data: [(String, JSONValue)]

  /// Makes a line.
  public init(_ kind: Kind, _ text: String, isProblem: Bool = false, _ data: [(String, JSONValue)]) {
    (self.kind, self.text, self.isProblem, self.data) = (kind, text, isProblem, data)
  }

  /// The line of JSON.
  public var json: JSONValue {
    ["kind": "event", "data": .object([("type", .string(kind.rawValue))] + data)]
  }

  /// True if both are the same.
  public static func == (left: LiveLine, right: LiveLine) -> Bool { left.json == right.json && left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
