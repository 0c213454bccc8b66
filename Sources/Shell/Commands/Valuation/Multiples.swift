import Calendar
import Filings
import Language
import OrderedCollections
import Reports
import Research
import Text
import Valuation

extension Command {
  static let multiples = Command(
    CommandSyntax(
      "multiples",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .company)],
          clauses: [
            .clause("against", .peers),
            .clause("by", .multiples),
          ])
      ]),
    category: .valuation, summary: "Values a company by what the market pays for others.",
    discussion: """
      Prices are last closes, figures those of the latest twelve months or of the latest fiscal year: load both for \
      each company. Multiples: ev_revenue, ev_ebitda, ev_ebit, ev_fcf, pe, pb. One whose figure is not positive says \
      nothing and is left out. Without `against` all companies with figures are the peers.
      """,
    examples: ["multiples AAPL against NVDA, MRVL", "multiples AAPL against NVDA, MRVL by ev_ebitda, pe"]
  ) { execution, call throws(Diagnostic) in
    try execution.multiples(call)
  }
}

extension Execution {
  fileprivate mutating func multiples(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = call[.company]
    let ticker =
      try word.map { word throws(Diagnostic) in try text(word) } ?? session.research.model?.ticker
      ?? session.active?.name
    guard let ticker else {
      throw Diagnostic(.missingArgument, "`multiples` needs a company", at: call.commandSpan)
    }
    var notes: [String] = []
    let company = try peer(ticker, at: word?.span ?? call.commandSpan, &notes)
    var peers: [PeerFigures] = []
    let words = call[.peers] ?? []
    for word in words { peers.append(try peer(try text(word), at: word.span, &notes)) }
    if words.isEmpty {
      for name in session.research.fundamentals.keys where name != ticker {
        peers.append(try peer(name, at: call.commandSpan, &notes))
      }
    }
    var wanted: [PeerMultiple] = []
    for word in call[.multiples] ?? [] {
      let name = try text(word)
      guard let multiple = PeerMultiple(named: name) else {
        let all = PeerMultiple.allCases.map(\.rawValue)
        throw Diagnostic(
          "unknown-metric", "there is no multiple `\(name)`", at: word.span,
          hints: [Spelling.nearest(to: name, in: all).map { "did you mean `\($0)`?" } ?? all.joined(separator: ", ")])
      }
      wanted.append(multiple)
    }
    do {
      let comparison = try PeerComparison(
        of: company, against: peers, by: wanted.isEmpty ? PeerMultiple.allCases : wanted)
      return MultiplesReport(comparison: comparison, notes: notes)
    } catch {
      throw diagnostic(error, [], words.first?.span ?? call.commandSpan)
    }
  }

  /// The figures of a company's multiples; a note says which they are.
  private func peer(_ ticker: String, at span: SourceSpan, _ notes: inout [String]) throws(Diagnostic) -> PeerFigures {
    guard let fundamentals = session.research.fundamentals[ticker], let period = fundamentals.period() else {
      throw Diagnostic(
        "no-figures", "there are no figures of `\(ticker)`", at: span,
        hints: ["`load sample fundamentals \(ticker)` or `load fundamentals FILE as \(ticker)` reads them"])
    }
    let price = lastClose(of: ticker)?.price
    var note = "\(ticker): \(period.name)"
    if price != nil, let day = lastDay(of: ticker) {
      note += ", price of \(day)"
      let distance = abs(day.daysSince1970 - period.balanceDate.daysSince1970)
      if distance > CompanyResearch.mostDaysBetweenPriceAndFigures { note += ", more than a year from the figures" }
    } else {
      note += ", no price loaded"
    }
    notes.append(note)
    return PeerFigures(ticker, period, price: price)
  }
}
