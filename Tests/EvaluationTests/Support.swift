import Calendar
import Columns
import Evaluation
import Language
import StandardIndicators
import TestSupport
import Testing

/// The day of the program's start in all tests.
let today = CivilDate(daysSince1970: 19_000)

/// Bars of hand-written closes; the other prices are one above, one below and half below.
func bars(_ closes: [Double], timeframe: Timeframe = .day, zone: Zone = .utc) -> Bars {
  let step = timeframe.nominalMilliseconds
  return Bars(
    times: closes.indices.map { Timestamp(milliseconds: Int64($0) * step) },
    open: Column(closes.map { $0 - 0.5 }), high: Column(closes.map { $0 + 1 }), low: Column(closes.map { $0 - 1 }),
    close: Column(closes), volume: Column(closes.map { $0 * 10 }), timeframe: timeframe, zone: zone)
}

/// A random walk whose prices are never equal; `holes` is the share of bars on which a price is missing.
func randomBars(_ count: Int, seed: UInt64, holes: Double = 0) -> Bars {
  var walk = RandomBars()
  walk.holes = holes
  return walk.bars(count, seed: seed)
}

func expression(_ text: String) throws -> Expression { try Parser.expression(parsing: text, source: SourceID(0)) }

/// Names as the session keeps them: `let NAME = VALUE` aside, each `indicator …` line as typed.
func names(_ indicators: [String], values: [String: Value] = [:]) throws -> Names {
  var names = Names()
  for (name, value) in values { names.meanings[name] = .value(value, looksAhead: false, nil) }
  for line in indicators {
    var parser = Parser(source: SourceID(1), text: line, commands: [])
    guard case .definition(let definition)? = try parser.next()?.kind else { throw NoDefinition(line: line) }
    names.meanings[definition.name] = .indicator(definition)
  }
  return names
}

struct NoDefinition: Error {
  let line: String
}

/// An expression that was planned, and how to compute it.
struct Plannable {
  var planner: Planner
  let planned: Planned

  init(_ text: String, names: Names = Names(), prepare: (inout Planner) -> Void = { _ in }) throws {
    var planner = Planner(names: names, today: today)
    prepare(&planner)
    planned = try planner.plan(try expression(text))
    self.planner = planner
  }

  var plan: Plan { planner.plan }

  func node() throws -> NodeID { try #require(planned.node) }

  func column(on series: Series, parameters: [Double] = []) throws -> Column {
    var evaluator = Evaluator(plan: plan, series: series, parameters: parameters, today: today)
    return try evaluator.column(try node())
  }
}

func kind(of text: String, names: Names = Names()) throws -> Kind { try Plannable(text, names: names).planned.kind }

/// The values of an expression on bars, with a cache of their own.
func values(_ text: String, on bars: Bars, names: Names = Names()) throws -> [Double] {
  try Plannable(text, names: names).column(on: Series(name: "X", bars: bars)).values.array
}

/// The one value of an expression that is the same on all bars.
func scalar(_ text: String, on bars: Bars = bars([1, 2, 3]), names: Names = Names()) throws -> Double {
  let plannable = try Plannable(text, names: names)
  var evaluator = Evaluator(plan: plannable.plan, series: Series(name: "X", bars: bars), today: today)
  return try evaluator.scalar(try plannable.node())
}

/// The diagnostic of an expression that cannot be planned.
func diagnostic(
  of text: String, names: Names = Names(), prepare: (inout Planner) -> Void = { _ in }
) throws -> Diagnostic? {
  do {
    _ = try Plannable(text, names: names, prepare: prepare)
    return nil
  } catch let error as Diagnostic {
    return error
  }
}

/// The bits of values, in which all missing ones are equal, and zeros of both signs.
func bits(_ values: some Sequence<Double>) -> [UInt64] {
  values.map { $0.isNaN ? Double.nan.bitPattern : $0 == 0 ? 0 : $0.bitPattern }
}

/// True if two rows hold the same numbers and are missing on the same bars.
func same(_ left: some Sequence<Double>, _ right: [Double]) -> Bool { bits(left) == bits(right) }
func same(_ left: some Sequence<Double>, _ right: Values<Double>) -> Bool { bits(left) == bits(right) }

/// New York's clock by its rule since 2007, without the tz database.
let newYork: Zone = {
  var bytes: [UInt8] = []
  for _ in 0..<2 {
    bytes += Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    for count: UInt8 in [0, 0, 0, 0, 1, 4] { bytes += [0, 0, 0, count] }
    // One type, five hours behind, without daylight saving, called EST.
    bytes += [0xFF, 0xFF, 0xB9, 0xB0, 0, 0] + Array("EST".utf8) + [0]
  }
  bytes += Array("\nEST5EDT,M3.2.0,M11.1.0\n".utf8)
  return ZoneRules(tzif: bytes).map { Zone(identifier: "America/New_York", rules: $0) } ?? .utc
}()

extension Names {
  /// No names beside the indicators of the standard catalogue.
  init() { self.init(catalogue: StandardCatalogue()) }
}
