import Backtesting
import Evaluation
import Indicators
import JSON
import Shell
import StandardIndicators
import Strategies
import Valuation

/// The tables of indicators, functions, settings, assumptions, metrics and codes.
extension MachineDescription {
  package static var indicators: [JSONValue] {
    Indicator.listed.map { indicator in
      [
        "name": .string(indicator.name), "title": .string(indicator.fullName),
        "group": .string(indicator.group.rawValue), "summary": .string(indicator.summary),
        "signature": .string(HelpPages.signature(indicator)), "also": .strings(indicator.otherNames),
        "formula": .string(indicator.formula), "convention": .string(indicator.convention),
        "inputs": .strings(indicator.inputs.map(\.name)),
        "parameters": .array(indicator.parameters.map(parameter)),
        "outputs": .array(
          indicator.outputs.map { ["name": .string($0.name), "aliases": .strings($0.aliases)] }),
        "presets": .strings(indicator.presets.map(\.name)), "references": .strings(indicator.references),
        "example": .string(indicator.example),
      ]
    }
  }

  private static func parameter(_ parameter: Parameter) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(parameter.name)), ("aliases", .strings(parameter.aliases)),
      ("default", .string(HelpPages.defaultText(parameter))), ("allowed", .string(parameter.allowed)),
      ("meaning", .string(parameter.meaning)),
    ]
    if case .choice(let choices) = parameter.kind { members.append(("choices", .strings(choices.map(\.name)))) }
    return .object(members)
  }

  package static var functions: [JSONValue] {
    BarFunction.all.filter { $0.twin == nil }.map { function in
      [
        "name": .string(function.name), "aliases": .strings(function.aliases),
        "signature": .string(function.signature), "parameters": .strings(function.parameters),
        "required": .integer(function.required), "variadic": .bool(function.isVariadic),
        "summary": .string(function.summary), "discussion": .string(function.discussion),
        "looks_ahead": .bool(function.looksAhead), "example": .string(function.example),
      ]
    }
  }

  package static var settings: [JSONValue] {
    let settings = Settings()
    return Settings.definitions.map { setting in
      [
        "name": .string(setting.name), "summary": .string(setting.summary), "allowed": .string(setting.allowed),
        "choices": .strings(setting.choices), "default": .string(setting.read(settings)),
      ]
    }
  }

  package static var assumptions: [JSONValue] {
    AssumptionDefinition.all.map { assumption in
      [
        "name": .string(assumption.name), "aliases": .strings(assumption.aliases),
        "unit": .string(assumption.unit.rawValue), "meaning": .string(assumption.meaning),
      ]
    }
  }

  package static var metrics: [JSONValue] {
    Metric.all.map { metric in
      [
        "name": .string(metric.name), "aliases": .strings(metric.aliases), "title": .string(metric.title),
        "formula": .string(metric.formula), "unit": .string(metric.unit.rawValue),
        "better": .string(metric.preference == .higher ? "higher" : "lower"),
      ]
    }
  }

  package static var codes: [JSONValue] {
    CodeTable.all.map { entry in
      [
        "code": .string(entry.code), "meanings": .strings(entry.meanings), "example": .string(entry.example),
      ]
    }
  }
}
