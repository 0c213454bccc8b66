import Columns
import Evaluation
import Indicators
import Language
import StandardIndicators
import Testing

@Suite("Values of parameters")
struct BindingTests {
  private static let silly = [-1, 0, 2.5, .nan, .infinity, -.infinity, 1e19, -1e300]

  @Test("An argument that an indicator does not take is refused before the run and ends nothing")
  func indicators() throws {
    for indicator in Indicator.all {
      for parameter in indicator.parameters {
        let series = indicator.inputs.map { $0.kind == .truth ? "close > open" : "close" }.joined(separator: ", ")
        // The others at their defaults, or at the least where they have none.
        let others = indicator.parameters.filter { $0.name != parameter.name && $0.defaultValue == .required }
        let call = ([series, "\(parameter.name)=p"] + others.map { "\($0.name)=\($0.least)" }).joined(separator: ", ")
        var planner = Planner(names: Names(), today: today)
        planner.locals["p"] = planner.addParameter(0, kind: .number)
        let planned = try planner.plan(try expression("\(indicator.name)(\(call))"))
        var nodes = [planned.node].compactMap { $0 }
        if case .record(let outputs) = planned.content { nodes = outputs.map(\.node) }
        for value in Self.silly {
          for node in nodes { _ = planner.plan.beginning(of: node, parameters: [value]) }
          let isRefused = planner.plan.boundNumbers.contains { $0.error(value) != nil }
          #expect(isRefused == !parameter.allows(value), "\(indicator.name) \(parameter.name)=\(value)")
          guard isRefused else { continue }
          var evaluator = Evaluator(
            plan: planner.plan, series: Series(name: "X", bars: bars([1, 2, 3])), parameters: [value], today: today)
          #expect(throws: EvaluationError.self) { _ = try evaluator.column(try #require(nodes.first)) }
        }
      }
    }
  }

  @Test("A lag that is none is refused, whatever it is computed from")
  func lags() throws {
    var planner = Planner(names: Names(), today: today)
    planner.locals["p"] = planner.addParameter(0, kind: .number)
    let node = try #require(try planner.plan(try expression("close[p * 2 - 1]")).node)
    for (value, isRefused) in [(0.0, true), (0.5, false), (0.6, true), (1, false), (.nan, true), (1e19, true)] {
      let bound = try #require(planner.plan.boundNumbers.first)
      let lag = try #require(planner.plan.value(of: bound.node, parameters: [value]))
      #expect((bound.error(lag) != nil) == isRefused, "\(value)")
      #expect(bound.parameters == [0])
      _ = planner.plan.beginning(of: node, parameters: [value])
    }
  }
}
