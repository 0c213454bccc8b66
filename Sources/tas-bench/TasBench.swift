import Benchmarks
import LibC

/// Measures the speed of tas: a line of JSON for each measurement, the machine first.
@main
struct TasBench {
  static func main() {
    let chosen = CommandLine.arguments.dropFirst()
    let names = BenchmarkGroup.all.map(\.name)
    if let unknown = chosen.first(where: { !names.contains($0) }) {
      return fail("there is no group \(unknown); the groups: \(names.joined(separator: ", "))", status: 2)
    }
    do {
      let workplace = try Workplace(size: .full, program: program, output: Lines.output, error: Lines.error)
      defer { workplace.remove() }
      Lines.output(Machine.line)
      for group in BenchmarkGroup.all where chosen.isEmpty || chosen.contains(group.name) { try group.run(workplace) }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  /// The program beside this one.
  private static var program: String {
    if let path = getenv("TAS_BENCH_BINARY") { return String(cString: path) }
    let own = CommandLine.arguments[0]
    guard let slash = own.lastIndex(of: "/") else { return "./tas" }
    return own[...slash] + "tas"
  }

  private static func fail(_ message: String, status: Int32) {
    Lines.error("error: \(message)")
    exit(status)
  }
}
