import Calendar
import Columns
import JSON
import LibC
import MarketData
import Presentation

/// The load of ten million minute bars from a file, compared with pyarrow's reader of CSV on the same file, by turns in
/// one run.
enum LoadingRace {
  static func measure(_ workplace: Workplace) throws {
    let count = 10 * workplace.size.bars
    let path = try workplace.file("many.csv") {
      SyntheticBars.commaSeparated(SyntheticBars.bars(count: count, timeframe: .minute))
    }
    defer { unlink(path) }
    let peak = try peakMemory(of: path, workplace)
    let peer = peer(workplace)
    for threads in Set([1, Machine.cores]).sorted() {
      var own = Stopwatch.Runs()
      var seconds: [Double] = []
      for _ in 0..<workplace.size.rounds {
        let run = try Stopwatch.once {
          try BarFile.load(path: path, options: BarFile.Options(threads: threads))
        }
        own.wall += run.wall
        own.processor += run.processor
        let request: [(String, JSONValue)] = [
          ("path", .string(path)), ("threads", .integer(threads)), ("rows", .integer(count)),
        ]
        guard let answer = peer?.ask(.object(request)), let time = answer["seconds"]?.doubleValue else { continue }
        seconds.append(time)
      }
      var details: [(String, JSONValue)] = [
        ("bars", .integer(count)), ("threads", .integer(threads)), ("peak_mb", megabytes(peak)),
      ]
      if let shortest = seconds.min(), let mine = own.wall.min() {
        details += [
          ("pyarrow_s", .number(Measurement.rounded(shortest))),
          ("pyarrow_ratio", .number(Measurement.rounded(shortest / mine))),
          ("pyarrow_peak_mb", megabytes(peer?.peakMemory)),
        ]
      }
      workplace.report(Measurement(name: "load.race", unit: .seconds, runs: own, details: details))
    }
  }

  /// The memory of a program that loads the file and does nothing else.
  private static func peakMemory(of path: String, _ workplace: Workplace) throws -> Int? {
    guard let program = Peer(workplace.program, ["--batch"]) else {
      throw Workplace.Failure(description: "cannot start \(workplace.program)")
    }
    var answer = program.ask(.object([("id", .integer(1)), ("statement", .string("load \"\(path)\""))]))
    while answer?["progress"] != nil { answer = program.next() }
    guard answer?["results"] != nil else { throw Workplace.Failure(description: "\(path) was not loaded") }
    return program.peakMemory
  }

  private static func megabytes(_ bytes: Int?) -> JSONValue {
    bytes.map { .number(Measurement.rounded(Double($0) / 1e6)) } ?? .null
  }

  private static func peer(_ workplace: Workplace) -> Peer? {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_LOAD") else {
      workplace.note("pyarrow is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    return Peer(python, [script])
  }
}
