import JSON
import TestSupport
import Testing

@Suite("Reading JSON value by value")
struct JSONReaderTests {
  private func reader(_ text: String) -> JSONReader { JSONReader(Array(text.utf8)) }

  @Test("Keys and elements come in order, what is not wanted is skipped")
  func walking() throws {
    var reader = reader(
      #" { "skipped" : [ {"a":[1,2,{}]}, "\"x\u00e9", -1.5e3, null ], "close" : [ 1, 2.5, -0.1 ], "name":"é" } "#)
    var values: [Double] = []
    var name = ""
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch key {
      case "close":
        try reader.openArray()
        while try reader.nextElement() { values.append(try reader.double()) }
      case "name": name = try reader.string()
      default: try reader.skip()
      }
    }
    try reader.finish()
    #expect(values == [1, 2.5, -0.1])
    #expect(name == "é")
  }

  @Test("A value of another kind is refused at its place")
  func kinds() {
    func error(_ text: String, _ read: (inout JSONReader) throws(JSONError) -> Void) -> JSONError? {
      var reader = reader(text)
      do { try read(&reader) } catch { return error }
      return nil
    }
    #expect(
      error(" 1") { reader throws(JSONError) in _ = try reader.string() }
        == JSONError(reason: .unexpectedKind, offset: 1))
    #expect(
      error("\"1\"") { reader throws(JSONError) in _ = try reader.double() }
        == JSONError(reason: .unexpectedKind, offset: 0))
    #expect(
      error("[]") { reader throws(JSONError) in try reader.openObject() }
        == JSONError(reason: .unexpectedKind, offset: 0))
    #expect(
      error("?") { reader throws(JSONError) in _ = try reader.double() }
        == JSONError(reason: .unexpectedCharacter, offset: 0))
    #expect(
      error("") { reader throws(JSONError) in _ = try reader.string() } == JSONError(reason: .unexpectedEnd, offset: 0))
  }

  @Test("A long text is read until it is stopped, and of its lists as many elements as are asked for")
  func stopped() throws {
    let text = "{\"rows\":[" + String(repeating: "[1,2],", count: 200_000) + "[3]],\"name\":\"x\"}"
    let bytes = Array(text.utf8)
    #expect { try JSONValue(parsing: bytes, isStopped: { true }) } throws: {
      ($0 as? JSONError)?.reason == .interrupted
    }
    let sketch = try JSONValue(parsing: bytes, elements: 2)
    #expect(sketch == ["rows": [[1, 2], [1, 2]], "name": "x"])
    #expect { try JSONValue(parsing: Array("[1,2,3,".utf8), elements: 1) } throws: {
      ($0 as? JSONError)?.reason == .unexpectedEnd
    }
  }

  @Test("Skipping refuses what reading refuses, at the same place")
  func skipping() {
    for text in [
      "[1,]", "{\"a\":1,}", "{\"a\" 1}", "[\"a\\x\"]", "[\"a\nb\"]", "[01]", "[1 2]", "{a:1}", "[nul]", "[\"a",
      "[1e999]",
      String(repeating: "[", count: 300), "1 2",
    ] {
      var reading = reader(text)
      var skipping = reader(text)
      var errors: [JSONError?] = [nil, nil]
      do throws(JSONError) {
        _ = try reading.value()
        try reading.finish()
      } catch { errors[0] = error }
      do throws(JSONError) {
        try skipping.skip()
        try skipping.finish()
      } catch { errors[1] = error }
      #expect(errors[0] != nil)
      #expect(errors[0] == errors[1])
    }
  }

  @Test("A number has the bits of its decimal digits, in every way of writing it")
  func bits() throws {
    var random = Dice(7)
    for _ in 0..<20_000 {
      let whole = String(random.whole(0...99_999_999))
      let decimals = String((0..<random.whole(1...14)).map { _ in Character(String(random.whole(0...9))) })
      let text = (random.whole(0...1) == 0 ? "-" : "") + whole + "." + decimals
      var reader = reader(text)
      #expect(try reader.double().bitPattern == Double(text)?.bitPattern)
      let value = try JSONValue(parsing: text + "e\(random.whole(-30...30))")
      #expect(value.doubleValue != nil)
    }
    for text in ["9007199254740993.0", "9007199254740991.5", "0.30000000000000004", "922337203685477580.75", "-0.0"] {
      #expect(try JSONValue(parsing: text).doubleValue?.bitPattern == Double(text)?.bitPattern)
    }
    #expect(try JSONValue(parsing: "-9223372036854775808") == .integer(.min))
    #expect(try JSONValue(parsing: "9223372036854775799") == .integer(9_223_372_036_854_775_799))
  }
}
