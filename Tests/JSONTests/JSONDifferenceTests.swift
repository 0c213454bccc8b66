import JSON
import TestSupport
import Testing

@Suite("Differences of JSON values")
struct JSONDifferenceTests {
  @Test("Equal values have none, in any order of their members")
  func equal() {
    #expect(JSONDifference(from: ["a": 1, "b": [1, 2]], to: ["b": [1, 2], "a": 1]) == nil)
    #expect(JSONDifference(from: .number(0.1), to: .number(0.1)) == nil)
    #expect(JSONDifference(from: .number(0), to: .number(-0.0)) != nil)
  }

  @Test("A difference is as small as what changed")
  func small() throws {
    let old: JSONValue = ["names": [["name": "a"], ["name": "b"]], "settings": ["cash": "1", "like": "talib"]]
    var new = old
    new["names"] = [["name": "a"], ["name": "c"], ["name": "b"]]
    let added = try #require(JSONDifference(from: old, to: new))
    #expect(added.json.write() == #"{"in":{"names":{"at":1,"out":0,"put":[{"name":"c"}]}}}"#)
    new["settings"] = ["cash": "2"]
    let changed = try #require(JSONDifference(from: old, to: new))
    #expect(changed.json["in"]?["settings"]?.write() == #"{"in":{"cash":{"is":"2"},"like":null}}"#)
    #expect(JSONDifference(from: try changed.applied(to: old), to: new) == nil)
  }

  @Test("A difference that does not fit is refused")
  func mismatch() {
    for text in [
      #"{"at":3,"out":0,"put":[]}"#, #"{"at":0,"out":3,"put":[]}"#, #"{"at":-1,"out":0,"put":[]}"#, #"{"in":{}}"#,
      #"{"in":{"a":{"at":0,"out":0,"put":[]}}}"#, "{}", "3", #"{"at":9223372036854775807,"out":1,"put":[]}"#,
    ] {
      #expect(throws: JSONDifference.Mismatch.self, "\(text)") {
        try JSONDifference(reading: try JSONValue(parsing: text)).applied(to: [1, 2])
      }
    }
  }

  @Test("From any value to any other and through text, the difference leads there")
  func random() throws {
    var dice = Dice(11)
    for _ in 0..<2000 {
      let (old, new) = (value(&dice, depth: 3), value(&dice, depth: 3))
      guard let difference = JSONDifference(from: old, to: new) else { continue }
      let read = JSONDifference(reading: try JSONValue(parsing: difference.json.write()))
      #expect(JSONDifference(from: try read.applied(to: old), to: new) == nil, "\(old) to \(new)")
    }
  }

  private func value(_ dice: inout Dice, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &dice) {
    case 0: return .null
    case 1: return .bool(.random(using: &dice))
    case 2: return .integer(.random(in: 0..<3, using: &dice))
    case 3: return .number(.random(in: -1...1, using: &dice))
    case 4: return .string(["", "is", "in", "put"].randomElement(using: &dice) ?? "")
    case 5: return .array((0..<Int.random(in: 0..<4, using: &dice)).map { _ in value(&dice, depth: depth - 1) })
    default:
      let keys = ["is", "in", "at", "a"].filter { _ in Bool.random(using: &dice) }
      return .object(keys.map { ($0, value(&dice, depth: depth - 1)) })
    }
  }
}
