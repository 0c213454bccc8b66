import Columns
import Evaluation
import JSON
import Presentation
import Reports
import Sessions
import Testing

/// One description of a thing makes its JSON, its schema, its table and its frame.
@Suite("Shapes of results")
struct ShapeTests {
  private struct Fill {
    var symbol: String
    var price: Double?
    var parts: [Double] = []
  }

  private static let fields: [Field<Fill>] = [
    .text(.text("symbol"), .never) { $0.symbol },
    .number(.number("fill price", key: "price"), .possible) { $0.price },
    Field.list("parts", [.number("units") { $0 }]) { $0.parts }.only { !$0.parts.isEmpty },
    Field("doubled") { ($0.price ?? .nan) * 2 },
  ]

  @Test("JSON has the keys in their order, and one that is sometimes there only then")
  func json() {
    #expect(Self.fields.json(Fill(symbol: "KO", price: nil)).write() == #"{"symbol":"KO","price":null}"#)
    #expect(
      Self.fields.json(Fill(symbol: "KO", price: 1.5, parts: [2])).write()
        == #"{"symbol":"KO","price":1.5,"parts":[{"units":2.0}]}"#)
    let long = Fill(symbol: "KO", price: 1.5, parts: [Double](repeating: 2, count: 10_000))
    let cut = Self.fields.json(long, isStopped: { true })["parts"]?.elements
    #expect((cut?.count ?? 10_000) < 1000, "a list is cut once it is stopped")
  }

  @Test("The schema says what is always there, and what may be null")
  func schema() {
    let schema = ResultSchema(kind: "fill", summary: "A fill.", keys: Self.fields.schema()).json["schema"]
    #expect(schema?["required"] == ["symbol", "price"])
    #expect(schema?["properties"]?["price"]?["type"] == ["number", "null"])
    #expect(schema?["properties"]?["parts"]?["items"]?["required"] == ["units"])
    #expect(schema?["properties"]?["doubled"] == nil, "JSON lacks what expressions alone know")
  }

  @Test("Types of one kind have one schema: keys of some are there sometimes, and free ones are left open")
  func kindOfSeveralTypes() {
    func schema(_ keys: [SchemaKey], isOpen: Bool = false) -> ResultSchema {
      ResultSchema(kind: "k", summary: "", isOpen: isOpen, keys: keys)
    }
    let (name, size) = (SchemaKey("name", [.string]), SchemaKey("size", [.number]))
    let both = ResultSchema([schema([name]), schema([SchemaKey("name", [.null]), size])])
    #expect(both.keys.map(\.name) == ["name", "size"])
    #expect(both.keys.map(\.isAlways) == [true, false])
    #expect(both.keys[0].kinds == [.string, .null])
    #expect(ResultSchema([schema([name], isOpen: true), schema([name, size])]).keys.map(\.name) == ["name"])
  }

  @Test("The table has the fields that are shown, the frame those that have a value for expressions")
  func tableAndFrame() {
    let fills = [Fill(symbol: "KO", price: 1.5), Fill(symbol: "PEP", price: nil)]
    #expect(
      Self.fields.table(of: fills)
        == Table(
          columns: [.text("symbol"), .number("fill price", key: "price")],
          rows: [[.text("KO"), .number(1.5)], [.text("PEP"), .missing]]))
    let frame = ItemFrame(one: "a fill", many: "fills", fills, Self.fields)
    #expect(frame.columns.map(\.name) == ["symbol", "price", "doubled"])
    #expect(frame.columns[2].column[0] == 3)
  }
  @Test("A value may be for JSON, tables and expressions, or for some of them; a list offers what expressions read")
  func parts() {
    let fields: [Field<Fill>] = [
      .text("symbol") { $0.symbol }.shown(.text("of")),
      Field.number(.number("price")) { $0.price }.withoutJSON,
      .column(.text("mark")) { .text($0.price == nil ? "?" : "") },
      Field("doubled", isDerived: true) { ($0.price ?? .nan) * 2 },
    ]
    let fill = Fill(symbol: "KO", price: 1.5)
    #expect(fields.json(fill).write() == #"{"symbol":"KO"}"#)
    #expect(fields.schema().map(\.name) == ["symbol"])
    #expect(
      fields.table(of: [fill])
        == Table(
          columns: [.text("of"), .number("price"), .text("mark")], rows: [[.text("KO"), .number(1.5), .text("")]]))
    #expect(fields.names() == ["symbol", "price"])
  }

  @Test("Names of a result are the numbers and strings of its JSON, outer ones before inner ones, and none of its rows")
  func namedFields() {
    let result = TableResult(
      table: Table(columns: [.number("close")], rows: [[.number(1)]]),
      details: [("inner", ["x": 1.5, "y": 2.0, "word": "in"]), ("x", 3.0), ("word", "out"), ("isNone", .null)])
    #expect(result.namedFields.numbers == ["x": 3, "y": 2])
    #expect(result.namedFields.texts == ["word": "out"])
    #expect(NamedResult(name: "r", of: result).fields == ["x": 3, "y": 2])
    #expect(result.kept(as: "r").map(\.named.count) == nil, "a table has no names of its own")
  }
}
