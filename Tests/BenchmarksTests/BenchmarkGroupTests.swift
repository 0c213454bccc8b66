import Benchmarks
import JSON
import Presentation
import TestSupport
import Testing

@Suite("The groups of the bench", .serialized)
struct BenchmarkGroupTests {
  @Test("Each group runs, and reports lines of JSON with a name and a value", arguments: BenchmarkGroup.all)
  func runs(group: BenchmarkGroup) throws {
    var lines: [String] = []
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    let workplace = try Workplace(size: .small, program: program, output: { lines.append($0) })
    defer { workplace.remove() }
    try group.run(workplace)
    #expect(!lines.isEmpty)
    for line in lines {
      let measurement = try JSONValue(parsing: line)
      #expect(measurement["measurement"]?.stringValue?.isEmpty == false, "\(line)")
      let value = try #require(measurement["value"]?.doubleValue, "\(line)")
      #expect(value.isFinite && value > 0, "\(line)")
    }
  }

  @Test("The groups have names of their own, and the first line tells the machine")
  func names() throws {
    let names = BenchmarkGroup.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(try JSONValue(parsing: Machine.line)["cores"]?.doubleValue == Double(Machine.cores))
  }
}

extension BenchmarkGroup: CustomTestStringConvertible {
  /// The name is enough to tell which group a test ran.
  public var testDescription: String { name }
}
