import Columns
import Indicators
import JSON
import LibC
import Presentation
import StandardIndicators

/// Each indicator with its defaults on a million bars, in turn with TA-Lib's function for it and with a copy of
/// the memory that it reads and writes, which no indicator can be faster than.
///
/// Some runs of the one, some of the other, and again: both see the same machine, and the shortest run of each
/// is the one least disturbed by other work on the machine.
struct IndicatorRace {
  private struct Row {
    var name: String
    var isPattern: Bool
    var own: Double
    var talib: Double?
    var limit: Double
    var agrees: Bool?
    var ratio: Double? { talib.map { $0 / own } }
  }

  private let workplace: Workplace
  private let series: MeasuredSeries
  private let talib: TALib?
  private var rows: [Row] = []
  private var taken: Set<String> = []

  /// Measures all indicators.
  static func measure(_ workplace: Workplace) throws {
    var race = try IndicatorRace(workplace)
    if race.talib == nil {
      workplace.note("TA-Lib is not there (scripts/bench installs it where Python and the network are): tas is alone")
    }
    for indicator in Indicator.all { try race.run(indicator) }
    try race.runPatterns()
    race.report()
  }

  private init(_ workplace: Workplace) throws {
    self.workplace = workplace
    series = workplace.series
    talib = try TALib(series: series, in: workplace)
  }

  private mutating func run(_ indicator: Indicator) throws {
    let arguments = try MeasuredSeries.arguments(of: indicator)
    let inputs = series.inputs(of: indicator)
    let first = try indicator.compute(inputs, arguments)
    var other = talib?.prepare(indicator, arguments)
    let agrees = other.map { Self.agree(first.map { $0.values.last ?? .nan }, $0.last) }
    // A function of two indicators is counted once. One that an indicator only refers to is its peer if it computes the
    // same.
    let isNamed = ([indicator.name] + indicator.aliases).contains { $0.uppercased() == other?.function }
    if let function = other?.function, !(isNamed || agrees == true) || !taken.insert(function).inserted { other = nil }
    let outputs = indicator.outputs.count
    let copy = CopyLimit(arrays: inputs.count + outputs, of: series.count)

    var own = Stopwatch.Runs()
    var theirs: [Double] = []
    var limit = Double.infinity
    var burst = 2
    for round in 0..<workplace.size.rounds {
      for _ in 0..<burst {
        let run = try Stopwatch.once { try indicator.compute(inputs, arguments) }
        own.wall += run.wall
        own.processor += run.processor
      }
      if let talib, let other { theirs += talib.run([other.function], burst) }
      limit = min(limit, copy.seconds())
      // About 10 ms a round of the faster one.
      if round == 0 { burst = max(2, min(20, Int(0.01 / (own.wall.min() ?? 1)))) }
    }

    let scale = 1e9 / Double(series.count)
    let row = Row(
      name: indicator.name, isPattern: indicator.group == .pattern, own: (own.wall.min() ?? 0) * scale,
      talib: theirs.min().map { $0 * scale }, limit: limit * scale,
      agrees: other == nil ? nil : agrees)
    rows.append(row)
    var details: [(String, JSONValue)] = [
      ("elements", .integer(series.count)),
      ("parameters", .object(zip(indicator.parameters, arguments).map { ($0.name, .number($1)) })),
      ("copy_limit", .number(Measurement.rounded(row.limit))), ("bits", .string(Self.digest(first))),
    ]
    if let other, let ratio = row.ratio {
      details += [
        ("talib", .string(other.function)),
        ("talib_value", .number(Measurement.rounded(Measurement.median(theirs) * scale))),
        ("talib_best", .number(Measurement.rounded(row.talib ?? 0))), ("ratio", .number(Measurement.rounded(ratio))),
        ("same_last_value", .bool(row.agrees ?? false)),
      ]
    }
    workplace.report(
      Measurement(
        name: "indicator.\(indicator.name)", unit: .nanosecondsPerElement, runs: own,
        count: Double(series.count), details: details))
  }

  /// All candlestick patterns in one pass, as the command `patterns` finds them, and one after another, as TA-Lib has to.
  private mutating func runPatterns() throws {
    let patterns = Indicator.all.filter { indicator in rows.contains { $0.isPattern && $0.name == indicator.name } }
    guard !patterns.isEmpty else { return }
    let calls = try patterns.map { indicator in
      (indicator, series.inputs(of: indicator), try MeasuredSeries.arguments(of: indicator))
    }
    let functions = calls.compactMap { talib?.prepare($0.0, $0.2)?.function }
    var own = Stopwatch.Runs()
    var single = Double.infinity
    var theirs: [Double] = []
    let bars = series.bars
    for _ in 0..<max(1, workplace.size.rounds - 1) {
      let run = Stopwatch.once {
        keep(CandlestickPatterns.scan(open: bars.open, high: bars.high, low: bars.low, close: bars.close))
      }
      own.wall += run.wall
      own.processor += run.processor
      let calls = try Stopwatch.once { for call in calls { keep(try call.0.compute(call.1, call.2)) } }
      single = min(single, calls.wall[0])
      if functions.count == patterns.count { theirs += talib?.run(functions, 1) ?? [] }
    }
    var details: [(String, JSONValue)] = [
      ("patterns", .integer(patterns.count)), ("one_by_one", .number(Measurement.rounded(single * 1000))),
    ]
    if let best = theirs.min() {
      details += [
        ("talib_best", .number(Measurement.rounded(best * 1000))),
        ("ratio", .number(Measurement.rounded(best / (own.wall.min() ?? 1)))),
        ("ratio_one_by_one", .number(Measurement.rounded(best / single))),
      ]
    }
    workplace.report(Measurement(name: "indicators.patterns", unit: .milliseconds, runs: own, details: details))
  }

  /// The line with the mean of the ratios, and the table for people on the stream of errors.
  private func report() {
    let compared = rows.filter { $0.ratio != nil && !$0.isPattern }
    if let talib, !compared.isEmpty {
      let mean = exp(compared.map { log($0.ratio ?? 1) }.reduce(0, +) / Double(compared.count))
      let slowest = compared.min { ($0.ratio ?? 0) < ($1.ratio ?? 0) }
      let members: [(String, JSONValue)] = [
        ("measurement", "indicators.ratio"), ("value", .number(Measurement.rounded(mean))),
        ("unit", "TA-Lib / tas, geometric mean"), ("functions", .integer(compared.count)),
        ("slower", .integer(compared.count { ($0.ratio ?? 1) < 1 })), ("slowest", .string(slowest?.name)),
        ("slowest_ratio", .number(Measurement.rounded(slowest?.ratio ?? 0))), ("talib", .string(talib.version)),
      ]
      workplace.report(line: JSONValue.object(members).write())
    }
    workplace.note(Self.line("ns an element", "tas", "TA-Lib", "ratio", "copy"))
    for row in rows.sorted(by: { ($0.ratio ?? .infinity, $0.name) < ($1.ratio ?? .infinity, $1.name) }) {
      workplace.note(
        Self.line(
          row.name, Self.text(row.own), row.talib.map(Self.text) ?? "", row.ratio.map(Self.text) ?? "",
          Self.text(row.limit)) + (row.agrees == false ? "  not the same last value" : ""))
    }
  }

  private static func line(_ name: String, _ cells: String...) -> String {
    let pad = { (text: String, width: Int) in String(repeating: " ", count: max(0, width - text.count)) }
    return name + pad(name, 22) + cells.map { pad($0, 9) + $0 }.joined()
  }

  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }

  private static func agree(_ own: [Double], _ other: [Double?]) -> Bool {
    own.count == other.count
      && zip(own, other).allSatisfy { own, other in
        guard let other, !own.isNaN else { return own.isNaN && other == nil }
        return abs(own - other) <= 1e-7 * max(abs(other), 1e-6)
      }
  }

  /// A number made of all bits of the outputs: equal if two builds compute the same.
  private static func digest(_ columns: [Column]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for column in columns {
      for value in column.values {
        hash = (hash ^ (value.isNaN ? 0 : value.bitPattern)) &* 0x100_0000_01b3
        hash ^= hash >> 29
      }
    }
    return String(hash, radix: 16)
  }
}

/// A copy of half the arrays that an indicator reads and writes: the same memory traffic.
private final class CopyLimit {
  private let source: UnsafeMutableRawPointer
  private let target: UnsafeMutableRawPointer
  private let size: Int

  init(arrays: Int, of count: Int) {
    size = count * MemoryLayout<Double>.stride * arrays / 2
    source = .allocate(byteCount: size, alignment: 64)
    target = .allocate(byteCount: size, alignment: 64)
    memset(source, 1, size)
    memset(target, 2, size)
  }

  deinit {
    source.deallocate()
    target.deallocate()
  }

  /// The shortest of some copies.
  func seconds() -> Double {
    var best = Double.infinity
    for _ in 0..<4 {
      let run = Stopwatch.once { memcpy(target, source, size) }
      best = min(best, run.wall[0])
    }
    return best
  }
}

/// Keeps the compiler from leaving out work with an unused result.
@inline(never)
private func keep<Result>(_ result: Result) {}
