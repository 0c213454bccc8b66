import Columns
import Indicators
import JSON
import Presentation

/// TA-Lib's C functions, called through NumPy by a script in Python on the arrays of `MeasuredSeries`.
struct TALib {
  private let peer: Peer
  /// The version of TA-Lib's Python package.
  let version: String

  /// Starts it; nil if `scripts/bench` found no Python with TA-Lib.
  init?(series: MeasuredSeries, in workplace: Workplace) throws {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_TALIB"),
      let peer = Peer(python, [script])
    else { return nil }
    let file = try workplace.file("series.bin") { series.bytes }
    let request: [(String, JSONValue)] = [
      ("file", .string(file)), ("fields", .strings(series.series.map(\.name))),
      ("count", .integer(series.count)),
    ]
    guard let version = peer.ask(.object(request))?["version"]?.stringValue else { return nil }
    (self.peer, self.version) = (peer, version)
  }

  /// The name of the function for an indicator and the last value of each of its outputs, missing ones as nil; nil if
  /// TA-Lib has no such function.
  func prepare(_ indicator: Indicator, _ arguments: [Double]) -> (function: String, last: [Double?])? {
    let references = indicator.references.filter { $0.hasPrefix("TA-Lib ") }.map { String($0.dropFirst(7)) }
    let names = ([indicator.name] + indicator.aliases).map { $0.uppercased() } + references
    let parameters = zip(indicator.parameters, arguments).map { parameter, value in
      JSONValue.object([("names", .strings([parameter.name] + parameter.aliases)), ("value", .number(value))])
    }
    let answer = peer.ask(
      .object([
        ("names", .strings(names)), ("inputs", .strings(MeasuredSeries.inputNames(of: indicator))),
        ("parameters", .array(parameters)),
      ]))
    guard let answer, let function = answer["function"]?.stringValue else { return nil }
    return (function, answer["last"]?.elements?.map(\.doubleValue) ?? [])
  }

  /// The seconds of several runs of prepared functions, called one after another.
  func run(_ functions: [String], _ runs: Int) -> [Double] {
    peer.ask(.object([("run", .strings(functions)), ("runs", .integer(runs))]))?["seconds"]?.elements?
      .compactMap(\.doubleValue) ?? []
  }
}
