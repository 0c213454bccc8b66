import JSON
import Sessions
import Shell

/// The shape of one kind of result: the keys of its `data` with the kinds of their values.
///
/// More keys may come beside them in a later version; none goes away, and none changes its kind.
package struct ResultSchema: Sendable {
  /// The kinds of JSON's values.
  package enum ValueKind: String, Sendable {
    case string, number, boolean, object, null
    case list = "array"
  }

  /// A key with the kinds that its value may have.
  package struct Key: Sendable {
    package let name: String
    package let kinds: [ValueKind]
    /// True where each result of the kind has it.
    package let isAlways: Bool
    /// The keys of the object, or of each object of the list.
    package let keys: [Key]

    package static func always(_ name: String, _ kinds: [ValueKind], _ keys: [Key] = []) -> Key {
      Key(name: name, kinds: kinds, isAlways: true, keys: keys)
    }

    package static func sometimes(_ name: String, _ kinds: [ValueKind], _ keys: [Key] = []) -> Key {
      Key(name: name, kinds: kinds, isAlways: false, keys: keys)
    }
  }

  /// The word that `kind` has.
  package let kind: String
  /// The matter, in one sentence.
  package let summary: String
  /// True where other keys stand beside these, which depend on the statement.
  package let isOpen: Bool
  package let keys: [Key]

  package init(_ kind: String, _ summary: String, isOpen: Bool = false, _ keys: [Key]) {
    self.kind = kind
    self.summary = summary
    self.isOpen = isOpen
    self.keys = keys
  }

  /// All kinds, in the order of the documentation.
  package static let all: [ResultSchema] = ofData + ofSessions + ofStrategies + ofConfidence + ofValuations + ofDrivers

  /// The kind with a JSON schema of its data.
  package var json: JSONValue {
    [
      "kind": .string(kind), "summary": .string(summary),
      "schema": Self.object(keys, isOpen: isOpen),
    ]
  }

  private static func object(_ keys: [Key], isOpen: Bool) -> JSONValue {
    [
      "type": "object", "required": .strings(keys.filter(\.isAlways).map(\.name)),
      "properties": .object(keys.map { ($0.name, $0.schema) }), "additionalProperties": .bool(isOpen),
    ]
  }
}

extension ResultSchema.Key {
  /// The JSON schema of the key's value.
  fileprivate var schema: JSONValue {
    var members: [(String, JSONValue)] = [("type", .strings(kinds.map(\.rawValue)))]
    guard !keys.isEmpty else { return .object(members) }
    let properties = JSONValue.object(keys.map { ($0.name, $0.schema) })
    let required = JSONValue.strings(keys.filter(\.isAlways).map(\.name))
    if kinds.contains(.list) {
      members.append(("items", ["required": required, "properties": properties]))
    } else {
      members += [("required", required), ("properties", properties)]
    }
    return .object(members)
  }
}
