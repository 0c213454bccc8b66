import JSON
import LibC
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
  @Test("Literals, order of keys and the two ways of writing")
  func writing() {
    let value: JSONValue = ["b": 1, "a": [true, nil, 0.5, "x"], "empty": [], "none": [:]]
    #expect(value.write() == #"{"b":1,"a":[true,null,0.5,"x"],"empty":[],"none":{}}"#)
    #expect(
      value.prettyWrite(sortedKeys: true) == """
        {
          "a": [
            true,
            null,
            0.5,
            "x"
          ],
          "b": 1,
          "empty": [],
          "none": {}
        }

        """
    )
  }

  @Test("Numbers: the shortest text, whole doubles keep their point, no infinities")
  func numbers() {
    #expect(JSONValue.number(5).write() == "5.0")
    #expect(JSONValue.number(0.1).write() == "0.1")
    #expect(JSONValue.number(.nan).write() == "null")
    #expect(JSONValue.number(-.infinity).write() == "null")
    #expect(JSONValue.number(nil as Double?).write() == "null")
    #expect(JSONValue.integer(.min).write() == "-9223372036854775808")
    #expect(JSONValue.numbers([1, .nan]).write() == "[1.0,null]")
  }

  @Test("Strings are escaped, and nothing in them ends a line")
  func escapes() {
    let text = "\" \\ / \n \r \t \u{8} \u{C} \u{1} \u{7F} \u{2028} é 漢 👍"
    #expect(
      JSONValue.string(text).write()
        == #""\" \\ / \n \r \t \b \f \u0001 \u007f \u2028 é 漢 👍""#
    )
    #expect(JSONValue.string("a\u{85}\u{2029}\r\n").write() == #""a\u0085\u2029\r\n""#)
    // Characters whose first bytes are those of the escaped ones.
    #expect(JSONValue.string("\u{A0}\u{BF} … € \u{2027}\u{202A}").write() == "\"\u{A0}\u{BF} … € \u{2027}\u{202A}\"")
  }

  @Test("Random doubles read back to the same bits")
  func doubleRoundTrip() throws {
    var random = Dice(1)
    for _ in 0..<5_000 {
      let value = random.nextFiniteDouble()
      guard case .number(let read) = try JSONValue(parsing: JSONValue.number(value).write()) else {
        Issue.record("\(value) is not a number")
        continue
      }
      #expect(read.bitPattern == value.bitPattern)
    }
    #expect(try JSONValue(parsing: "-0.0").doubleValue?.sign == .minus)
    #expect(try JSONValue(parsing: "-0").doubleValue?.sign == .minus)
  }

  @Test("Random values read back as they were, from both ways of writing")
  func valueRoundTrip() throws {
    var random = Dice(2)
    for _ in 0..<500 {
      let value = randomValue(&random, depth: 0)
      #expect(try JSONValue(parsing: value.write()) == value)
      #expect(try JSONValue(parsing: value.prettyWrite()) == value)
    }
  }

  @Test("The decimal comma of a locale changes nothing")
  func locale() throws {
    let before = setlocale(LC_NUMERIC, nil).map { String(cString: $0) }
    setlocale(LC_NUMERIC, "de_DE.UTF-8")
    #expect(JSONValue.number(0.5).write() == "0.5")
    #expect(try JSONValue(parsing: "1.25e-1") == .number(0.125))
    if let before { setlocale(LC_NUMERIC, before) }
  }

  @Test("Integers are exact where they fit, and doubles where they do not")
  func integers() throws {
    #expect(try JSONValue(parsing: "9223372036854775807") == .integer(.max))
    #expect(try JSONValue(parsing: "9223372036854775808") == .number(9.223372036854775808e18))
    #expect(try JSONValue(parsing: "1e2") == .number(100))
    #expect(try JSONValue(parsing: "5.0").intValue == 5)
    #expect(try JSONValue(parsing: "1e-999") == .number(0))
  }

  @Test("Of equal keys the last value counts, in the place of the first; spelling is compared byte by byte")
  func duplicateKeys() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).write() == #"{"a":3,"b":2}"#)
    let many = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let value = try JSONValue(parsing: "{\(many),\"k70\":-1,\"k3\":-2}")
    #expect(value.members?.count == 100)
    #expect(value["k70"] == -1)
    #expect(value["k3"] == -2)
    #expect(try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").members?.count == 2)
  }

  @Test(
    "What is not JSON is refused at its place",
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1),
      ("[1,]", .unexpectedCharacter, 3),
      ("[1 2]", .unexpectedCharacter, 3), ("{a:1}", .unexpectedCharacter, 1),
      ("{\"a\" 1}", .unexpectedCharacter, 5),
      ("{\"a\":1,}", .unexpectedCharacter, 7), ("01", .invalidNumber, 0), ("-", .unexpectedEnd, 1),
      ("-x", .invalidNumber, 1), ("1.", .unexpectedEnd, 2), ("1.x", .invalidNumber, 2),
      (".5", .unexpectedCharacter, 0),
      ("+1", .unexpectedCharacter, 0), ("1e", .unexpectedEnd, 2), ("1e999", .numberOutOfRange, 0),
      ("nul", .unexpectedEnd, 3), ("nulx", .unexpectedCharacter, 3), ("NaN", .unexpectedCharacter, 0),
      ("true false", .trailingText, 5), ("\"a", .unexpectedEnd, 2), ("\"\\x\"", .invalidEscape, 1),
      ("\"\\u12\"", .invalidEscape, 1), ("\"\\ud800\"", .loneSurrogate, 1),
      ("\"\\udc00\"", .loneSurrogate, 1),
      ("\"\\ud800\\u0041\"", .loneSurrogate, 1), ("\"a\nb\"", .controlCharacter, 2),
      ("'a'", .unexpectedCharacter, 0),
      ("\u{FEFF}1", .unexpectedCharacter, 0), ("[1] // x", .trailingText, 4),
    ] as [(String, JSONError.Reason, Int)]
  )
  func errors(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason: reason, offset: offset)) { try JSONValue(parsing: text) }
  }

  @Test("Escapes of all kinds are read")
  func readingEscapes() throws {
    let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDC4D\u0000""#)
    #expect(value.stringValue == "\"\\/\u{8}\u{C}\n\r\té👍\u{0}")
  }

  @Test("Two hundred levels are read, one more is refused")
  func depth() throws {
    let deepest = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try JSONValue(parsing: deepest).write() == deepest)
    #expect(throws: JSONError(reason: .tooDeep, offset: 200)) { try JSONValue(parsing: "[" + deepest + "]") }
    #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 100_000)) }
  }

  @Test("No bytes make the parser trap, and what it reads it can write and read again")
  func fuzz() throws {
    var random = Dice(3)
    let alphabet =
      Array(#"{}[]:,"\/ntrue fals null 0123456789.eE+-u\ud83d"#.utf8) + [
        0x00, 0x1F, 0x80, 0xC3, 0xFF, 0xED, 0x0A,
      ]
    var read = 0
    for round in 0..<20_000 {
      var bytes: [UInt8] = []
      if round.isMultiple(of: 3) {
        // A valid text with a few bytes changed comes further than noise.
        bytes = Array(randomValue(&random, depth: 0).write().utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] =
            alphabet[
              Int.random(in: 0..<alphabet.count, using: &random)
            ]
        }
      } else {
        for _ in 0..<Int.random(in: 0...24, using: &random) {
          bytes.append(
            round.isMultiple(of: 2)
              ? UInt8.random(in: 0...255, using: &random)
              : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          )
        }
      }
      do throws(JSONError) {
        let value = try JSONValue(parsing: bytes)
        read += 1
        #expect(try JSONValue(parsing: value.write()) == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(read > 500)
  }

  @Test("Bytes that are not UTF-8 are refused")
  func invalidUTF8() {
    #expect(throws: JSONError(reason: .invalidUTF8, offset: 1)) {
      try JSONValue(parsing: [0x22, 0xFF, 0x22])
    }
    #expect(throws: JSONError(reason: .invalidUTF8, offset: 1)) {
      try JSONValue(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22])
    }
  }

  @Test("Keys are read, replaced in place, added and removed")
  func subscripts() {
    var value: JSONValue = ["a": 1, "b": ["x", "y"]]
    #expect(value["b"]?[1]?.stringValue == "y")
    #expect(value["b"]?[2] == nil)
    #expect(value["c"] == nil)
    value["a"] = "new"
    value["c"] = nil
    value["d"] = true
    #expect(value.write() == #"{"a":"new","b":["x","y"],"d":true}"#)
    value["a"] = nil
    #expect(value.write() == #"{"b":["x","y"],"d":true}"#)
  }

  private func randomValue(_ random: inout Dice, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(Int(truncatingIfNeeded: random.next()))
    case 3: .number(random.nextFiniteDouble())
    case 4, 5: .string(randomText(&random))
    case 6:
      .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      .object(
        (0..<Int.random(in: 0..<5, using: &random)).map { index in
          JSONValue.Member("\(index)" + randomText(&random), randomValue(&random, depth: depth + 1))
        }
      )
    }
  }

  private func randomText(_ random: inout Dice) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
