import JSON

/// The keys of an object in a saved document, each read as its required kind.
///
/// An error names the key by its path from the top: `revenueDrivers.[0].title`.
struct DocumentFields {
  private let value: JSONValue
  private let path: String

  init(_ value: JSONValue, path: String = "") throws(ValuationError) {
    self.value = value
    self.path = path
    guard value.members != nil else { throw Self.wrongKind(path) }
  }

  func string(_ key: String) throws(ValuationError) -> String {
    try read(key, \.stringValue)
  }

  func number(_ key: String) throws(ValuationError) -> Double {
    try read(key, \.doubleValue)
  }

  func integer(_ key: String) throws(ValuationError) -> Int {
    try read(key, \.intValue)
  }

  func bool(_ key: String) throws(ValuationError) -> Bool {
    try read(key, \.boolValue)
  }

  /// The number of a key that may be `null` or absent.
  func numberIfPresent(_ key: String) throws(ValuationError) -> Double? {
    guard let found = value[key], !found.isNull else { return nil }
    return try number(key)
  }

  func object(_ key: String) throws(ValuationError) -> DocumentFields {
    try DocumentFields(read(key) { $0 }, path: pathOf(key))
  }

  func objects(_ key: String) throws(ValuationError) -> [DocumentFields] {
    var objects: [DocumentFields] = []
    for (index, element) in try read(key, \.elements).enumerated() {
      objects.append(try DocumentFields(element, path: "\(pathOf(key)).[\(index)]"))
    }
    return objects
  }

  private func read<Value>(_ key: String, _ kind: (JSONValue) -> Value?) throws(ValuationError) -> Value {
    guard let found = value[key] else {
      throw ValuationError(code: .documentKeyMissing, message: "the document has no `\(pathOf(key))`")
    }
    guard let result = kind(found) else { throw Self.wrongKind(pathOf(key)) }
    return result
  }

  private func pathOf(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private static func wrongKind(_ path: String) -> ValuationError {
    guard !path.isEmpty else {
      return ValuationError(code: .documentWrongType, message: "the document is not an object")
    }
    return ValuationError(code: .documentWrongType, message: "`\(path)` is of the wrong kind in the document")
  }
}
