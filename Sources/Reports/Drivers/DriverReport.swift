import Presentation
import Research
import Text
import Valuation

/// A valuation by drivers: the drivers of revenue, the forecast and the value, and the findings.
package struct DriverReport: ShapedResult {
  package var ticker: String
  package var scenario: String?
  /// True if the scenario's assumptions were changed since.
  package var isChanged: Bool
  package var work: DriverWork
  package var valuation: DriverValuation
  /// The model before the statement changed it, beside this one.
  package var before: DriverWork.Comparison?
  /// The findings of the statement's presets.
  package var presetFindings: [ValuationFinding] = []
  /// True for the whole model as a page, false for its headline.
  package var isPage = false
  /// The company's years before the forecast, oldest first; empty if no reports are loaded.
  package var past: [PastYear] = []
  /// The statement that shows the page.
  package var pageStatement = "dcf full"

  package init(
    ticker: String, scenario: String? = nil, isChanged: Bool, work: DriverWork, valuation: DriverValuation,
    before: DriverWork.Comparison? = nil, presetFindings: [ValuationFinding] = []
  ) {
    self.ticker = ticker
    self.scenario = scenario
    self.isChanged = isChanged
    self.work = work
    self.valuation = valuation
    self.before = before
    self.presetFindings = presetFindings
  }

  /// The title: `AAPL drivers platform`, `AAPL base, changed, drivers platform`.
  package var title: String {
    let name = ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "")
    return scenario == nil && !isChanged ? "\(name) \(work.title)" : "\(name), \(work.title)"
  }

  /// All findings, with the standing remark of a model that repeats known defects.
  package var findings: [ValuationFinding] { Self.standing(of: work) + presetFindings + valuation.findings }

  package var document: Document {
    Document(StyledText("\(title): \(valuation.valueText)"), mainTable: assumptionTable) {
      if let before { moved(from: before) }
      if isPage {
        worth + workings
        if let table = page { table }
        assumptionTable
        for finding in ranked { finding.block }
      } else {
        worth
        // Most say that a number was cut off: none may be missed.
        ranked.headline(.max, notes: { _ in true })
        if before == nil { Block.note("`\(pageStatement)` shows the model as a page") }
      }
    }
  }

  /// The findings, the strong ones first; their effects on the value are not computed.
  package var ranked: [FindingCost] { FindingCost.ranked(findings) }

  /// The forecast of the model as a page; nil for one without years.
  private var page: Table? {
    valuation.plain.flatMap { ModelPage($0, past: past, currency: work.currency).table }
  }

  /// The standing remark on a model that follows the Investor Tool; empty for others.
  package static func standing(of work: DriverWork) -> [ValuationFinding] {
    guard work.convention == .investor else { return [] }
    let message = """
      like "investor": levels count as growth, floors and caps may move a case the wrong way, gross margin has no \
      effect, results are cut off, and an index is compared with a price
      """
    return [ValuationFinding(code: .likeInvestor, severity: .strong, message: message)]
  }

  // MARK: Changes

  private func moved(from before: DriverWork.Comparison) -> [Document.Block] {
    var blocks: [Document.Block] = []
    if let old = before.value {
      let change = valuation.intrinsicValue - old
      blocks.append(
        .paragraph(
          "value \(old, .fixed(2)) → \(valuation.intrinsicValue, .fixed(2)) (\(change, NumberFormat.fixed(2).signed, Style.sign(of: change)))"
        ))
    }
    if !before.moves.isEmpty {
      blocks.append(.table(DriverWork.Move.fields(heading: "before").table(of: before.moves)))
    }
    return blocks
  }

  // MARK: Properties

  /// The price, and the value compared with it.
  private var worth: [Property] {
    var properties: [Property] = []
    if let price = valuation.price { properties.append(Property("price", price, .fixed(2))) }
    if let upside = valuation.upside {
      properties.append(Property("upside", upside, NumberFormat.percent(2).signed, style: .sign(of: upside)))
    }
    if let cagr = valuation.cagr {
      properties.append(Property("CAGR to fair value", cagr, NumberFormat.percent(2).signed))
    }
    if work.model.marginOfSafety != 0 {
      let remark =
        work.convention == .investor
        ? "a margin of safety has no effect there"
        : "a margin of safety of \(work.model.text(work.model.marginOfSafety, of: "margin_of_safety"))"
      properties.append(Property("buy below", valuation.buyBelow, .fixed(2), remark: StyledText(remark, .dim)))
    }
    return properties
  }

  /// The components of the value, from the revenue index to the present values.
  private var workings: [Property] {
    let lens = work.model.lens
    var properties: [Property] = []
    let years = "today 100, after \(NumberText.counted(lens.horizonYears, "year"))"
    properties += [
      Property("revenue index", valuation.revenueIndex, .fixed(3), remark: StyledText(years, .dim)),
      Property("free cash flow", valuation.flowMargin, .percent(2), remark: StyledText("of revenue", .dim)),
    ]
    if let flows = valuation.presentValueOfFlows, let terminal = valuation.presentValueOfTerminal {
      properties += [
        Property("present value of flows", flows, .compact(2)),
        Property("present value of terminal", terminal, .compact(2), remark: terminalRemark),
      ]
    } else {
      properties.append(
        Property("method", "approximation", remark: StyledText("a formula without years, whatever the horizon", .dim)))
    }
    if valuation.basis == .perShare, let plain = valuation.plain {
      for item in plain.bridge where item.value != 0 {
        let name = item.item.replacing("_", with: " ")
        let isTotal = ["enterprise_value", "equity_value"].contains(item.item)
        properties.append(
          Property(isTotal ? name : item.value < 0 ? "- \(name)" : "+ \(name)", abs(item.value), .compact(2)))
      }
    }
    let dial = AggressivenessDial(of: work.model)
    properties += [
      Property(
        "lens", StyledText("\(lens.horizonLabel), \(lens.style.rawValue), \(lens.objective.rawValue)"),
        remark: StyledText(lens.summary, .dim)),
      Property(
        "aggressiveness", dial.score, .fixed(1),
        remark: StyledText("\(dial.label.rawValue); the style asks for \(NumberFormat.integer.text(dial.target))", .dim)
      ),
    ]
    return properties
  }

  private var terminalRemark: StyledText {
    let method =
      work.model.terminalMethod == .perpetuity
      ? "perpetual growth" : "a multiple of free cash flow"
    let share = valuation.terminalShare.map { "\(NumberFormat.percent(1).text($0)) of the value, " } ?? ""
    return StyledText(share + method, .dim)
  }

  // MARK: Assumptions

  private var assumptionTable: Table {
    var rows: [[Cell]] = []
    for driver in work.model.drivers {
      rows.append([
        .text(driver.id), .text(driver.written), .text(driver.rangeText),
        .number(driver.multiplier(like: work.convention), .fixed(4).suffixed("x")),
      ])
    }
    for field in DriverField.allCases where isShown(field) {
      let held = valuation.model[field]
      var text = work.model[field].map(field.text) ?? "\(field.text(field.defaultValue)), not given"
      if let given = work.model[field], let held, given != held { text += ", counts as \(field.text(held))" }
      rows.append([.text(field.name), .text(text), .text(field.rangeText), .missing])
    }
    let company = work.company.all.map { [Cell.text($0.name), .text($0.text), .text($0.source.text), .missing] }
    var table = Table(
      columns: [.text("assumption", .name), .text("value"), .text("usual", .dim).wrapping, .number("revenue")],
      rows: rows)
    if valuation.basis == .perShare || valuation.price != nil {
      table.rules.insert(rows.count)
      table.rows += company.filter { row in row[0].isTaken(valuation) }
    }
    return table
  }

  /// Whether a field has an effect: the unused terminal method and an empty margin of safety are left out.
  private func isShown(_ field: DriverField) -> Bool {
    switch field {
    case .terminalGrowth: work.model.terminalMethod == .perpetuity
    case .exitMultiple: work.model.terminalMethod == .exitMultiple
    case .marginOfSafety: work.model.marginOfSafety != 0
    case .grossMargin, .margin, .tax, .capex, .workingCapital, .discount: true
    }
  }
}

extension Cell {
  /// True for the name of a company's figure that the valuation looked at.
  fileprivate func isTaken(_ valuation: DriverValuation) -> Bool {
    guard case .text(let name) = content else { return false }
    if name.plain == "price" { return true }
    return valuation.basis == .perShare && DriverModel.isCompanyFigure(name.plain)
  }
}

extension DriverValuation {
  /// The value with its unit: `254.29 (an index of revenue 100)`, `143.20 a share`.
  package var valueText: String {
    let value = NumberFormat.fixed(2).text(intrinsicValue)
    return basis == .perShare ? "\(value) a share" : "\(value), an index where revenue is 100"
  }
}

extension RevenueDriver {
  /// The value as typed, with the level of today if it is measured from one.
  package var written: String {
    if case .level(let base) = effect { return "\(text(base)) to \(text(value))" }
    return text(value)
  }

  /// The usual values as people read them.
  package var rangeText: String { "\(text(range.lowerBound))..\(text(range.upperBound))" }
}

extension DriverField {
  /// The usual values as people read them; a multiple has no upper end.
  package var rangeText: String {
    self == .exitMultiple ? "\(text(range.lowerBound)).." : "\(text(range.lowerBound))..\(text(range.upperBound))"
  }
}

extension ValuationFinding {
  /// The sentence with its code.
  package var styledText: StyledText { StyledText("\(message) [\(code.name)]") }
}

extension DriverWork {
  /// The currency of the company's accounts; nil if it is not known, and for an index.
  fileprivate var currency: String? {
    guard DriverModel.isMoney(of: company), case .word(let word)? = company[.currency]?.value else { return nil }
    return word
  }
}
