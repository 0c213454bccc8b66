/// The way from one JSON value to another, as a JSON value that is small if the two are alike.
///
/// ```swift
/// let difference = JSONDifference(from: ["names": [1, 2]], to: ["names": [1, 2, 3]])
/// difference?.json.write()                          // {"in":{"names":{"at":2,"out":0,"put":[3]}}}
/// try difference?.applied(to: ["names": [1, 2]])    // {"names":[1,2,3]}
/// ```
///
/// A difference is an object: `is` is the full new value; `in` are the differences of an object's members, of which
/// `null` takes the member away; `at`, `out` and `put` replace a number of elements of an array from an index on. The
/// order of an object's members is not a difference.
public struct JSONDifference: Sendable, Hashable {
  /// The difference as a value that can be written.
  public let json: JSONValue

  /// The difference between two values; nil if they are equal.
  public init?(from old: JSONValue, to new: JSONValue) {
    guard let json = Self.difference(old, new) else { return nil }
    self.json = json
  }

  /// A difference that was written.
  public init(reading json: JSONValue) { self.json = json }

  /// The value that the difference leads to.
  ///
  /// Throws if it does not fit the value, as when one before it is missing.
  public func applied(to value: JSONValue) throws(Mismatch) -> JSONValue { try Self.apply(json, value) }

  /// A difference that does not fit the value that it was applied to.
  public struct Mismatch: Error, Sendable, Hashable {}

  private static func difference(_ old: JSONValue, _ new: JSONValue) -> JSONValue? {
    switch (old, new) {
    case (.object(let old), .object(let new)): difference(of: old, new)
    case (.array(let old), .array(let new)): difference(of: old, new)
    default: isSame(old, new) ? nil : ["is": new]
    }
  }

  /// Equality to the bit: a negative zero is not zero.
  private static func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if case .number(let old) = old, case .number(let new) = new { return old.bitPattern == new.bitPattern }
    return old == new
  }

  private static func difference(of old: [JSONValue.Member], _ new: [JSONValue.Member]) -> JSONValue? {
    let before = Dictionary(old.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    var members: [(String, JSONValue)] = []
    for member in new {
      guard let value = before[member.key] else {
        members.append((member.key, ["is": member.value]))
        continue
      }
      if let difference = difference(value, member.value) { members.append((member.key, difference)) }
    }
    for member in old where after[member.key] == nil { members.append((member.key, .null)) }
    return members.isEmpty ? nil : ["in": .object(members)]
  }

  private static func difference(of old: [JSONValue], _ new: [JSONValue]) -> JSONValue? {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, difference(old[start], new[start]) == nil { start += 1 }
    if start == old.count, start == new.count { return nil }
    var end = 0
    while end < shorter - start, difference(old[old.count - 1 - end], new[new.count - 1 - end]) == nil { end += 1 }
    return [
      "at": .integer(start), "out": .integer(old.count - end - start),
      "put": .array(Array(new[start..<new.count - end])),
    ]
  }

  private static func apply(_ difference: JSONValue, _ value: JSONValue) throws(Mismatch) -> JSONValue {
    if let whole = difference["is"] { return whole }
    if let changes = difference["in"]?.members {
      guard case .object = value else { throw Mismatch() }
      var result = value
      for change in changes {
        guard !change.value.isNull else {
          result[change.key] = nil
          continue
        }
        result[change.key] = try apply(change.value, value[change.key] ?? .null)
      }
      return result
    }
    guard let at = difference["at"]?.intValue, let out = difference["out"]?.intValue,
      let put = difference["put"]?.elements, var elements = value.elements,
      at >= 0, out >= 0, at <= elements.count, out <= elements.count - at
    else { throw Mismatch() }
    elements.replaceSubrange(at..<at + out, with: put)
    return .array(elements)
  }
}
