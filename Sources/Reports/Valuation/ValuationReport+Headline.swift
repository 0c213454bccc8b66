import Presentation
import Text
import Valuation

extension ValuationReport {
  /// The number of findings that a headline shows.
  package static let shownFindings = 3

  /// The value, its changes, and the caveats: the answer to a what-if.
  var headline: Document {
    Document(StyledText(valueText), mainTable: result.yearTable) {
      worth
      if let movement { movement.blocks(to: result) }
      ranked.headline(notes: isNew)
      if movement == nil { Block.note("`\(pageStatement)` shows the model as a page") }
    }
  }

  /// Whether a finding is one that the valuation before did not have: it says how the statement was read.
  private func isNew(_ finding: ValuationFinding) -> Bool {
    guard let before = movement?.before else { return false }
    return !before.findings.contains { $0.code == finding.code && $0.assumptions == finding.assumptions }
  }

  /// `AAPL base, changed: 109.59 USD a share`.
  var valueText: String {
    let currency = priceCurrency.map { " \($0)" } ?? ""
    return "\(title): \(NumberFormat.fixed(2).grouped.text(result.valuePerShare))\(currency) a share"
  }

  /// The currency of the value of a share, if it is known.
  package var priceCurrency: String? { word("price_currency") ?? word("currency") }

  /// The price, and the value compared with it.
  var worth: [Property] {
    var properties: [Property] = []
    if result.method != .fcff { properties.append(Property("valued by", StyledText(result.method.title))) }
    if let price = result.price { properties.append(Property("price", price, .fixed(2))) }
    if let upside = result.upside {
      properties.append(Property("upside", upside, NumberFormat.percent(2).signed, style: .sign(of: upside)))
    }
    if let cagr = result.cagr {
      properties.append(Property("CAGR to fair value", cagr, NumberFormat.percent(2).signed))
    }
    if let implied = impliedReturn {
      properties.append(Property("implied IRR", implied, .percent(2)))
    }
    return properties
  }
}

extension [FindingCost] {
  /// The findings of a headline: the first warnings, some notes, and how many more there are.
  ///
  /// - Parameters:
  ///   - limit: the most warnings.
  ///   - notes: whether a note is shown.
  func headline(
    _ limit: Int = ValuationReport.shownFindings, notes: (ValuationFinding) -> Bool
  ) -> [Document.Block] {
    let warnings = filter { $0.finding.severity != .note }
    let shown = warnings.prefix(limit)
    let told = filter { $0.finding.severity == .note && notes($0.finding) }
    let hidden = (warnings: warnings.count - shown.count, notes: count - warnings.count - told.count)
    let more = shown.isEmpty && told.isEmpty ? "" : "more "
    let rest = [(hidden.warnings, "warning"), (hidden.notes, "note")].filter { $0.0 > 0 }
      .map { NumberText.counted($0.0, more + $0.1) }
    return shown.map(\.block) + told.map(\.block)
      + (rest.isEmpty ? [] : [.note(StyledText("\(Wording.list(rest)): `findings` lists all"))])
  }
}

extension FindingCost {
  /// The finding as a line: a warning, or a note if it is one.
  package var block: Document.Block {
    finding.severity == .note ? .note(text) : .warning(text)
  }

  /// The sentence, its cost if it has one, and its code.
  private var text: StyledText {
    StyledText(finding.message + (cost.map { "; \($0)" } ?? "") + " [\(finding.code.name)]")
  }

  /// `-8.83 a share with margin at 45%`.
  private var cost: String? {
    guard let effect, let remedy else { return nil }
    return "\(NumberFormat.fixed(2).grouped.signed.text(effect)) a share with \(remedy.text)"
  }
}
