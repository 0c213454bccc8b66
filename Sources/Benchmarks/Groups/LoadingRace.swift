import JSON
import LibC
import MarketData
import Presentation

/// The load of ten million minute bars from a file, beside pyarrow's reader of CSV on the same file, by turns in one run.
enum LoadingRace {
  static func measure(_ workplace: Workplace) throws {
    let count = 10 * workplace.size.bars
    let path = try workplace.file("many.csv") {
      SyntheticBars.commaSeparated(SyntheticBars.bars(count: count, timeframe: .minute))
    }
    defer { unlink(path) }
    // Memory is that of a whole program that does nothing else.
    let peak = try ProgramRun(workplace.program, ["-c", "load \"\(path)\""]).peakMemory
    let peer = peer(workplace)
    for threads in Set([1, Machine.cores]).sorted() {
      var own = Stopwatch.Runs()
      var seconds: [Double] = []
      var peerPeak: Double?
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
        peerPeak = answer["peak_bytes"]?.doubleValue
      }
      var details: [(String, JSONValue)] = [
        ("bars", .integer(count)), ("threads", .integer(threads)), ("peak_mb", .number(megabytes(Double(peak)))),
      ]
      if let shortest = seconds.min(), let mine = own.wall.min() {
        details += [
          ("pyarrow_s", .number(Measurement.rounded(shortest))),
          ("pyarrow_ratio", .number(Measurement.rounded(shortest / mine))),
          ("pyarrow_peak_mb", peerPeak.map { .number(megabytes($0)) } ?? .null),
        ]
      }
      workplace.report(Measurement(name: "load.race", unit: .seconds, runs: own, details: details))
    }
  }

  private static func megabytes(_ bytes: Double) -> Double { Measurement.rounded(bytes / 1e6) }

  private static func peer(_ workplace: Workplace) -> Peer? {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_LOAD") else {
      workplace.note("pyarrow is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    return Peer(python, [script])
  }
}
