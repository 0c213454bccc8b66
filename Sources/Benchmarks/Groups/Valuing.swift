import JSON
import Presentation
import Sessions

/// The speed of a valuation, of a grid of them, and of the search for an assumption, as statements of a session; then
/// of the engine.
enum Valuing {
  static func measure(_ workplace: Workplace) throws {
    try ValuationRace.measure(workplace)
    var session = try workplace.session(model)
    let times = [
      ("valuation.dcf", "dcf growth = 10% to 4%"), ("valuation.solve", "solve base growth"),
      ("valuation.compare", "compare base, bull"),
    ]
    for (name, statement) in times {
      let runs = try workplace.runs { try session.run(statement) }
      workplace.report(Measurement(name: name, unit: .milliseconds, runs: runs))
    }
    let steps = workplace.size.gridSteps
    let tenths = { (first: Int) in
      let last = first * 10 + steps - 1
      return "\(first)%..\(last / 10).\(last % 10)% step 0.1%"
    }
    let grid = "sensitivity base discount = \(tenths(7)), growth = \(tenths(1))"
    let runs = try workplace.runs { try session.run(grid) }
    let details: [(String, JSONValue)] = [("cells", .integer(steps * steps))]
    workplace.report(Measurement(name: "valuation.sensitivity", unit: .milliseconds, runs: runs, details: details))
    workplace.report(
      Measurement(
        name: "valuation.sensitivity.rate", unit: .cellsPerSecond, runs: runs, count: Double(steps * steps),
        details: details))
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
