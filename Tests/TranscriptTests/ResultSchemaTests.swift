import JSON
import Manual
import Presentation
import Shell
import TestSupport
import Testing

/// Every answer satisfies the schema of its kind in the machine description: those of the transcripts here, those of
/// the examples where these run.
@Suite("Schemas of results")
struct ResultSchemaTests {
  private static let schemas: [String: JSONValue] = Dictionary(
    (MachineDescription.json["results"]?.elements ?? []).compactMap { result in
      guard let kind = result["kind"]?.stringValue, let schema = result["schema"] else { return nil }
      return (kind, schema)
    }, uniquingKeysWith: { first, _ in first })

  @Test("Each result of a transcript is as its schema says", arguments: TranscriptTests.files)
  func results(file: String) throws {
    for printed in try TranscriptTests.printed(by: file).compactMap({ $0?[.json]?.output }) {
      for line in printed.split(separator: "\n") {
        let record = try JSONValue(parsing: String(line))
        let kind = try #require(record["kind"]?.stringValue)
        #expect(Self.faults(of: record["data"] ?? .null, kind: kind) == [], "\(file)")
      }
    }
  }

  @Test("Each kind of result has one schema, and contains a key once")
  func kinds() {
    let results = MachineDescription.json["results"]?.elements ?? []
    #expect(Set(results.map { $0["kind"] }).count == results.count)
    for result in results {
      let keys = (result["schema"]?["properties"]?.members ?? []).map(\.key)
      #expect(Set(keys).count == keys.count, "\(keys)")
    }
  }

  /// The deviations of a result's data from the schema of its kind.
  static func faults(of data: JSONValue, kind: String) -> [String] {
    schemas[kind].map { faults(of: data, $0, kind) } ?? ["no schema for \(kind)"]
  }

  /// The deviations of a value from a schema, for the part of JSON Schema that the description uses.
  private static func faults(of value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    let types = schema["type"]?.stringValue.map { [$0] } ?? schema["type"]?.elements?.compactMap(\.stringValue)
    if let types, !types.contains(value.schemaType) { return ["\(place) is of the type \(value.schemaType)"] }
    if let elements = value.elements, let items = schema["items"] {
      return elements.filter { $0.members != nil }.flatMap { faults(of: $0, items, place + "[]") }
    }
    guard let members = value.members else { return [] }
    var found: [String] = []
    for key in schema["required"]?.elements?.compactMap(\.stringValue) ?? [] where value[key] == nil {
      found.append("\(place) lacks \(key)")
    }
    for member in members {
      if let inner = schema["properties"]?[member.key] {
        found += faults(of: member.value, inner, "\(place).\(member.key)")
      } else if schema["additionalProperties"] == false {
        found.append("\(place) has \(member.key)")
      }
    }
    return found
  }
}

extension JSONValue {
  /// The word that a schema has for the kind of value.
  fileprivate var schemaType: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number, .integer, .decimal: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
