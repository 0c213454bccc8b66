import JSON
import Presentation

/// The speed of a valuation, of a grid of them, and of the search for an assumption, as statements of a session; then
/// of the engine.
enum Valuing {
  static func measure(_ workplace: Workplace) throws {
    try ValuationRace.measure()
    var session = try workplace.session(model)
    let times = [
      ("valuation.dcf", "dcf growth = 10% to 4%"), ("valuation.solve", "solve base growth"),
      ("valuation.compare", "compare base, bull"),
    ]
    for (name, statement) in times {
      let runs = try Stopwatch.runs { try session.run(statement) }
      Measurement(name: name, unit: .milliseconds, runs: runs).report()
    }
    let grid = "sensitivity base discount = 7%..16.9% step 0.1%, growth = 1%..10.9% step 0.1%"
    let runs = try Stopwatch.runs { try session.run(grid) }
    let details: [(String, JSONValue)] = [("cells", 10_000)]
    Measurement(name: "valuation.sensitivity", unit: .milliseconds, runs: runs, details: details)
      .report()
    Measurement(
      name: "valuation.sensitivity.rate", unit: .cellsPerSecond, runs: runs, count: 10_000, details: details
    ).report()
  }

  static let model = """
    load sample fundamentals AAPL
    dcf AAPL {
      price = 172.5
      growth = 6% to 3%
      margin = 30%
      discount = 9%
      terminal = 2.5%
      horizon = 10y
    }
    save scenario base
    dcf growth = 10% to 4%, margin = 32%
    save scenario bull
    """
}
