import Presentation
import Text
import Valuation

extension ValuationReport {
  /// The model as a page: the forecast, the bridge to a share, the assumptions and the findings.
  var page: Document {
    let page = ModelPage(result, past: past.suffix(5), currency: word("currency"))
    return Document(StyledText(valueText), mainTable: result.yearTable) {
      worth
      if let movement { movement.blocks(to: result) }
      if let table = page.table {
        table
        if let remark = page.remark { Block.note(StyledText(remark)) }
      }
      if let parts = result.sumOfParts { result.partTable(parts) }
      BridgeTable(result, in: page.unit).table
      shareProperties
      if let comparison = PastComparison(result, past: past).table { comparison }
      assumptionBlocks
      partPages
      for cost in ranked { cost.block }
    }
  }

  private var assumptionBlocks: [Document.Block] {
    let used = AssumptionsInUse(result)
    let idle = used.withoutInfluence
    let note = "without influence here: \(idle.joined(separator: ", "))"
    return [.table(used.table)] + (idle.isEmpty ? [] : [.note(StyledText(note))])
  }

  /// The forecasts of the parts, each under its name.
  private var partPages: [Document.Block] {
    (result.sumOfParts?.parts ?? []).flatMap { part -> [Document.Block] in
      guard let valuation = part.valuation,
        let table = ModelPage(valuation, currency: part.currency ?? word("currency")).table
      else { return [] }
      return [.heading(StyledText("\(part.name), by \(valuation.method.title)")), .table(table)]
    }
  }

  /// The shares, and the value of one in other terms.
  private var shareProperties: [Property] {
    var properties: [Property] = []
    let shares = result.shareCount
    if shares.dilution > 0 {
      properties.append(
        Property(
          "shares, diluted", shares.diluted, .compact(3),
          remark: StyledText("\(NumberFormat.compact(3).text(shares.basic)) and those yet to come", .dim)))
    } else if shares.basic != 1 {
      properties.append(Property("shares", shares.basic, .compact(3)))
    }
    if isADR {
      properties.append(
        Property(
          "value of an ordinary share", result.valuePerOrdinary, .fixed(2),
          remark: StyledText(word("currency") ?? "", .dim)))
    }
    if let multiples = impliedMultiples { properties.append(Property("implied multiples", multiples)) }
    if let cost = costText { properties.append(Property("cost of capital", cost)) }
    return properties
  }

  private var impliedMultiples: StyledText? {
    let multiples = [
      (result.implied.enterpriseToRevenue, "revenue"), (result.implied.enterpriseToEBITDA, "EBITDA"),
      (result.implied.enterpriseToEBIT, "EBIT"), (result.implied.priceToEarnings, "earnings"),
      (result.implied.priceToBook, "book value"), (result.implied.priceToTangibleBook, "tangible book value"),
    ].compactMap { (value: Double?, what: String) -> String? in
      value.flatMap { $0.isFinite ? "\(NumberFormat.fixed(1).text($0))x \(what)" : nil }
    }
    return multiples.isEmpty ? nil : StyledText(multiples.joined(separator: ", ") + " of year 1", .dim)
  }

  private var costText: StyledText? {
    let percent = NumberFormat.percent(2)
    if let cost = result.costOfEquity {
      let beta = cost.beta.map { " (beta \(NumberFormat.fixed(2).text($0)))" } ?? ""
      return StyledText("equity at \(percent.text(cost.rate))\(beta)")
    }
    guard let cost = result.costOfCapital else { return nil }
    var text = "\(percent.text(cost.rate)): equity at \(percent.text(cost.costOfEquity))"
    if let beta = cost.beta { text += " (beta \(NumberFormat.fixed(2).text(beta)))" }
    if let debt = cost.costOfDebt, cost.debtWeight > 0 {
      text += ", \(percent.text(cost.debtWeight)) debt at \(percent.text(debt))"
      text += cost.rating.map { " (\($0.name))" } ?? ""
      text += " less \(percent.text(cost.marginalTax)) tax"
    }
    return StyledText(text)
  }
}
