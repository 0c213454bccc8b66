import JSON
import Research
import Valuation

extension DriverReport {
  package var data: JSONValue {
    let model = work.model
    let isMoney = valuation.basis == .perShare
    let dial = AggressivenessDial(of: model)
    var members: [(String, JSONValue)] = [
      ("ticker", .string(ticker)), ("scenario", .string(scenario)), ("changed", .bool(isChanged)), ("model", "drivers"),
      ("business", .string(model.business?.rawValue)), ("financial", .bool(model.isFinancial)),
      ("like", .string(work.convention.rawValue)), ("method", .string(work.method.rawValue)),
      ("basis", .string(valuation.basis.rawValue)), ("lens", model.lens.json),
      ("drivers", .object(model.drivers.map { ($0.id, $0.json(like: work.convention)) })),
      ("assumptions", .object(DriverField.allCases.map { ($0.name, json($0)) })),
      ("terminal_method", .string(model.terminalMethod.rawValue)),
      (
        "company",
        .object(
          work.company.all.filter { DriverModel.isCompanyFigure($0.name) }.map { assumption in
            (assumption.name, ["written": .string(assumption.text), "source": .string(assumption.source.name)])
          })
      ),
    ]
    members += [
      ("revenue_index", .number(valuation.revenueIndex)), ("flow_margin", .number(valuation.flowMargin)),
      ("flow_index", .number(valuation.flowIndex)), ("value", .number(valuation.intrinsicValue)),
      ("value_per_share", isMoney ? .number(valuation.intrinsicValue) : .null),
      ("buy_below", .number(valuation.buyBelow)),
      ("present_value_of_flows", .number(valuation.presentValueOfFlows)),
      ("present_value_of_terminal", .number(valuation.presentValueOfTerminal)),
      ("terminal_share", .number(valuation.terminalShare)), ("price", .number(valuation.price)),
      ("upside", .number(valuation.upside)), ("cagr", .number(valuation.cagr)),
      ("revenue_line", .numbers(valuation.revenueLine)),
      ("value_line", valuation.valueLine.map { .numbers($0) } ?? .null), ("dial", dial.json),
    ]
    // Programs read the forecast and the bridge at the same keys as those of a plain valuation.
    let plain = valuation.plain
    members += [
      ("enterprise_value", plain.map { .number($0.enterpriseValue) } ?? .null),
      ("bridge", plain?.bridgeJSON ?? .array([])),
      ("equity_value", plain.map { .number($0.equityValue) } ?? .null), ("past_years", past.json),
      ("years", plain?.yearsJSON ?? .array([])),
    ]
    if let before {
      members.append(("moved", .array(before.moves.map(\.json))))
      members.append(("value_before", .number(before.value)))
    }
    members.append(("findings", .array(findings.map(\.json))))
    return .object(members)
  }

  private func json(_ field: DriverField) -> JSONValue {
    [
      "value": .number(work.model[field]), "counts_as": .number(valuation.model[field]),
      "section": .string(field.section.rawValue), "low": .number(field.range.lowerBound),
      "high": field == .exitMultiple ? .null : .number(field.range.upperBound), "step": .number(field.step),
    ]
  }
}

extension InvestmentLens {
  /// The lens as programs read it.
  package var json: JSONValue {
    [
      "horizon": .integer(horizonYears), "style": .string(style.rawValue), "objective": .string(objective.rawValue),
      "summary": .string(summary),
    ]
  }
}

extension RevenueDriver {
  /// The driver as programs read it.
  package func json(like convention: DriverConvention) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("title", .string(title)), ("value", .number(value)), ("written", .string(written)),
      ("unit", .string(unit.rawValue)),
      ("effect", .string(effectName)),
    ]
    if case .level(let base) = effect { members.append(("today", .number(base))) }
    members += [
      ("low", .number(range.lowerBound)), ("high", .number(range.upperBound)), ("step", .number(step)),
      ("multiplier", .number(multiplier(like: convention))),
    ]
    return .object(members)
  }
}

extension AggressivenessDial {
  /// The dial as programs read it.
  package var json: JSONValue {
    [
      "score": .number(score), "label": .string(label.rawValue), "target": .number(target), "aligned": .bool(isAligned),
      "parts": [
        "revenue": .number(revenue), "margin": .number(margin), "discount": .number(discount),
        "terminal": .number(terminal),
      ],
    ]
  }
}

extension DriverWork.Move {
  /// The change as programs read it.
  package var json: JSONValue {
    [
      "section": .string(change.section.rawValue), "assumption": .string(change.name), "title": .string(change.title),
      "base": change.base.map { .number($0) } ?? .string(change.baseText),
      "current": change.current.map { .number($0) } ?? .string(change.currentText), "effect": .number(effect),
    ]
  }
}
