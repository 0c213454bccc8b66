import Evaluation
import Indicators
import Language
import OrderedCollections
import Research
import Sessions
import Shell
import StandardIndicators
import Strategies
import Workspace

/// The candidates inside a call.
extension Completion {
  package static func parameters(of call: Expectations.Call, _ session: Session) -> [Candidate] {
    if call.argumentName == Planner.presetArgument, Indicator.named(call.function) != nil {
      return Preset.all.map { Candidate(text: "\"\($0.name)\"", detail: $0.summary) }
    }
    if call.argumentName == "across" {
      return session.universes.keys.map { Candidate(text: $0, detail: "universe") }
    }
    return rest(of: call, arguments(of: call, session))
  }

  /// The parameters that are not given yet.
  private static func rest(of call: Expectations.Call, _ candidates: [Candidate]) -> [Candidate] {
    var candidates = candidates
    // Arguments without names are the series, if they are not literals, and then the parameters in their order.
    if call.argumentName == nil, let indicator = Indicator.named(call.function) {
      let first = call.literals.first == true ? 0 : indicator.inputs.count
      let taken = Set(indicator.parameters.prefix(max(0, call.literals.count - first)).map { $0.name + "=" })
      candidates.removeAll { taken.contains($0.text) }
    }
    return candidates.filter { !call.given.contains(String($0.text.dropLast())) || !$0.text.hasSuffix("=") }
  }

  private static func arguments(of call: Expectations.Call, _ session: Session) -> [Candidate] {
    if BarFunction.named(call.function)?.isValuation == true {
      return session.research.scenarios.map { scenario in
        let name = ValuationName(scenario: scenario.name).description.dropFirst("value(".count).dropLast()
        return Candidate(text: String(name) + ")", detail: "scenario of \(scenario.ticker)")
      }
    }
    if let function = BarFunction.named(call.function), function.isFinancial {
      if call.argumentName == "due" {
        return ["\"end\"", "\"begin\""].map { Candidate(text: $0, detail: "of a period") }
      }
      if call.argumentName == nil {
        return function.parameters.map { Candidate(text: $0 + "=", detail: function.signature) }
      }
    }
    if let argument = call.argumentName {
      guard let parameter = Indicator.named(call.function)?.parameters.first(where: { $0.name == argument }),
        case .choice(let choices) = parameter.kind
      else { return [] }
      return choices.map { Candidate(text: "\"\($0.name)\"", detail: "for \(argument)") }
    }
    if let indicator = Indicator.named(call.function) {
      return indicator.parameters.map { Candidate(text: $0.name + "=", detail: $0.meaning) }
        + [Candidate(text: Planner.presetArgument + "=", detail: "The conventions it follows.")]
    }
    var parameters = session.strategies[call.function]?.definition.parameters ?? []
    if case .indicator(let definition) = session.names[call.function]?.meaning {
      parameters = definition.parameters ?? []
    }
    return parameters.map { Candidate(text: $0.name + "=", detail: "parameter of \(call.function)") }
  }
}
