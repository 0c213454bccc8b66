import JSON

/// Whether a value may be null in JSON.
package enum NullValue: Sendable {
  case never, possible, always
}

/// A key of an object in JSON with the kinds that its value may have.
package struct SchemaKey: Sendable {
  /// The kinds of JSON's values.
  package enum ValueKind: String, Sendable {
    case string, number, boolean, object, null
    case list = "array"
  }

  package let name: String
  package let kinds: [ValueKind]
  /// True for a key that each object has.
  package var isAlways = true
  /// The keys of the object, or of each object of the list.
  package let keys: [SchemaKey]

  package init(_ name: String, _ kinds: [ValueKind], _ keys: [SchemaKey] = []) {
    (self.name, self.kinds, self.keys) = (name, kinds, keys)
  }

  /// A key of one kind, and of null as far as it may be.
  init(_ name: String, _ kind: ValueKind, _ null: NullValue, _ keys: [SchemaKey] = []) {
    let kinds: [ValueKind] =
      switch null {
      case .never: [kind]
      case .possible: [kind, .null]
      case .always: [.null]
      }
    self.init(name, kinds, null == .always ? [] : keys)
  }
}

/// The schema of one kind of result: the keys of its `data`.
///
/// More keys may come beside them in a later version; none goes away, and none changes its kind.
package struct ResultSchema: Sendable {
  /// The word that `kind` has.
  package let kind: String
  /// The matter, in one sentence.
  package let summary: String
  /// True if other keys are beside these, which depend on the statement.
  package let isOpen: Bool
  package let keys: [SchemaKey]

  /// The schema of a kind that results of several types have: a key of some of them is one that `data` has sometimes.
  ///
  /// Keys that an open one of the types does not name are left out, as its own keys may have the same names.
  package init(_ shapes: [ResultSchema]) {
    (kind, summary) = (shapes.first?.kind ?? "", shapes.first?.summary ?? "")
    isOpen = shapes.contains(where: \.isOpen)
    let open = shapes.filter(\.isOpen)
    keys = Self.merged(shapes.map(\.keys)).filter { key in
      open.allSatisfy { $0.keys.contains { $0.name == key.name } }
    }
  }

  package init(kind: String, summary: String, isOpen: Bool = false, keys: [SchemaKey]) {
    (self.kind, self.summary, self.isOpen, self.keys) = (kind, summary, isOpen, keys)
  }

  private static func merged(_ lists: [[SchemaKey]]) -> [SchemaKey] {
    var names: [String] = []
    for key in lists.joined() where !names.contains(key.name) { names.append(key.name) }
    return names.map { name in
      let found = lists.compactMap { $0.first { $0.name == name } }
      var kinds: [SchemaKey.ValueKind] = []
      for kind in found.flatMap(\.kinds) where !kinds.contains(kind) { kinds.append(kind) }
      var key = SchemaKey(name, kinds, merged(found.map(\.keys).filter { !$0.isEmpty }))
      key.isAlways = found.count == lists.count && found.allSatisfy(\.isAlways)
      return key
    }
  }

  /// The kind with a JSON schema of its data.
  package var json: JSONValue {
    var schema = keys.members
    schema.insert(("type", "object"), at: 0)
    schema.append(("additionalProperties", .bool(isOpen)))
    return ["kind": .string(kind), "summary": .string(summary), "schema": .object(schema)]
  }
}

extension [SchemaKey] {
  /// The counts of a list: what its condition keeps, and what there is in its window.
  package static let counts = [SchemaKey("matched", [.number]), SchemaKey("total", [.number])]

  /// The keys that are required, and the schema of each.
  fileprivate var members: [(String, JSONValue)] {
    [
      ("required", .strings(filter(\.isAlways).map(\.name))),
      ("properties", .object(map { ($0.name, $0.json) })),
    ]
  }
}

extension SchemaKey {
  /// The JSON schema of the value.
  fileprivate var json: JSONValue {
    let type: (String, JSONValue) = ("type", .strings(kinds.map(\.rawValue)))
    if keys.isEmpty { return .object([type]) }
    return .object([type] + (kinds.contains(.list) ? [("items", .object(keys.members))] : keys.members))
  }
}
