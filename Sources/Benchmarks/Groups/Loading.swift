import Columns
import JSON
import LibC
import MarketData
import Presentation
import Sessions

/// The load of a million minute bars from a file.
enum Loading {
  static func measure(_ workplace: Workplace) throws {
    let path = try workplace.minutes()
    var status = stat()
    guard stat(path, &status) == 0 else { throw Workplace.Failure(description: "cannot read \(path)") }
    let megabytes = Double(status.st_size) / 1e6
    for threads in Set([1, Machine.cores]).sorted() {
      let runs = try workplace.runs {
        try BarFile.load(path: path, options: BarFile.Options(threads: threads))
      }
      report("load.file", runs, megabytes, threads, workplace)
      let empty = try workplace.session(workers: threads)
      let statements = try workplace.runs {
        // A session that was loaded before would keep its bars for `undo`, and each run would need more memory.
        var session = empty
        try session.run("load \"\(path)\"")
      }
      report("load.statement", statements, megabytes, threads, workplace)
    }
    try LoadingRace.measure(workplace)
  }

  private static func report(
    _ name: String, _ runs: Stopwatch.Runs, _ megabytes: Double, _ threads: Int, _ workplace: Workplace
  ) {
    let details: [(String, JSONValue)] = [
      ("bars", .integer(workplace.size.bars)), ("megabytes", .number(megabytes)), ("threads", .integer(threads)),
    ]
    workplace.report(Measurement(name: name, unit: .seconds, runs: runs, details: details))
    workplace.report(
      Measurement(name: name + ".rate", unit: .megabytesPerSecond, runs: runs, count: megabytes, details: details))
  }
}
