import Calendar
import Language
import OrderedCollections
import Reports
import Research
import Sessions
import Text
import Valuation

extension Command {
  package static let multiples = Command(
    CommandSyntax(
      "multiples",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .companies)],
          clauses: [
            .clause("against", .peers),
            .clause("by", .multiples),
          ])
      ]),
    category: .valuation, summary: "Values a company by the multiples of its peers.",
    discussion: """
      Prices are last closes, or the amount after `at`; figures are those of the latest twelve months or of the \
      latest fiscal year: load them for each company. The first company is valued, and those after it are peers, as \
      those after `against` are. Multiples: ev_revenue, ev_ebitda, ev_ebit, ev_fcf, pe, pb. One whose figure is not positive means \
      nothing and is left out. Without `against` all companies with figures are the peers.
      """,
    examples: [
      "multiples AAPL against NVDA, MRVL", "multiples AAPL against NVDA, MRVL by ev_ebitda, pe",
      "multiples AAPL at 190, NVDA at 120, MRVL at 70",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.multiples(call)
  }
}

extension Execution {
  fileprivate mutating func multiples(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let companies = call[.companies] ?? []
    let first = companies.first
    let ticker =
      try first.map { first throws(Diagnostic) in try text(first.word) } ?? session.research.model?.ticker
      ?? session.active?.name
    guard let ticker else {
      throw Diagnostic(.missingArgument, "`multiples` needs a company", at: call.commandSpan)
    }
    var notes: [String] = []
    let company = try peer(ticker, at: first?.word.span ?? call.commandSpan, price: first?.weight, &notes)
    var peers: [PeerFigures] = []
    let others = companies.dropFirst() + (call[.peers] ?? [])
    if first?.weight == nil, let refusal = splitRefusal(ticker) {
      throw diagnostic(refusal, [], first?.word.span ?? call.commandSpan)
    }
    var named: [(ticker: String, span: SourceSpan, price: Expression?)] = []
    for other in others { named.append((try text(other.word), other.word.span, other.weight)) }
    if others.isEmpty {
      named = session.research.fundamentals.keys.filter { $0 != ticker }.map { ($0, call.commandSpan, nil) }
    }
    var refusals: [ValuationError] = []
    for (name, span, price) in named {
      let figures = try peer(name, beside: ticker, at: span, price: price, &notes)
      if price == nil, let refusal = splitRefusal(name) {
        refusals.append(refusal)
        notes[notes.count - 1] = "\(name) is left out: \(refusal.message)"
      } else {
        peers.append(figures)
      }
    }
    if peers.isEmpty, let refusal = refusals.first {
      throw diagnostic(refusal, [], others.first?.word.span ?? call.commandSpan)
    }
    var requested: [PeerMultiple] = []
    for word in call[.multiples] ?? [] {
      let name = try text(word)
      guard let multiple = PeerMultiple(named: name) else {
        let all = PeerMultiple.allCases.map(\.rawValue)
        throw Diagnostic(
          .unknownMetric, "there is no multiple `\(name)`", at: word.span,
          hints: [Spelling.hint(for: name, in: all) ?? all.joined(separator: ", ")])
      }
      requested.append(multiple)
    }
    do {
      let comparison = try PeerComparison(
        of: company, against: peers, by: requested.isEmpty ? PeerMultiple.allCases : requested)
      return MultiplesReport(comparison: comparison, notes: notes)
    } catch {
      throw diagnostic(error, [], others.first?.word.span ?? call.commandSpan)
    }
  }

  /// The refusal of a market value whose price and count of shares have a split between them; nil if there is none.
  private func splitRefusal(_ ticker: String) -> ValuationError? {
    guard lastClose(of: ticker) != nil, let day = lastDay(of: ticker) else { return nil }
    return session.research.splitRefusal(of: ticker, priceDay: day)
  }

  /// The figures of a company's multiples; a note says which they are, and the currency of a typed price if that is not
  /// the currency of the company that is valued.
  private mutating func peer(
    _ ticker: String, beside first: String? = nil, at span: SourceSpan, price typed: Expression?,
    _ notes: inout [String]
  ) throws(Diagnostic) -> PeerFigures {
    guard let fundamentals = session.research.fundamentals[ticker], let period = fundamentals.period() else {
      throw Diagnostic(
        .noFigures, "there are no figures of `\(ticker)`", at: span,
        hints: [Self.waysToFigures(of: ticker)])
    }
    defer { notes += Self.doubts(about: period, of: fundamentals).map { "\(ticker): \($0)" } }
    if let typed {
      let price = try price(typed, of: ticker)
      let isForeign = first.map { session.research.fundamentals[$0]?.currency != fundamentals.currency } ?? false
      notes.append(
        "\(ticker): \(period.name), price of \(NumberFormat.general.text(price)) typed"
          + (isForeign ? ", in \(fundamentals.currency) as its figures" : ""))
      return PeerFigures(ticker, period, price: price)
    }
    let close = lastClose(of: ticker)
    var note = "\(ticker): \(period.name)"
    if let currency = close?.currency, currency != fundamentals.currency {
      notes.append("\(note), its bars are in \(currency) and its figures in \(fundamentals.currency): no price")
      return PeerFigures(ticker, period, price: nil)
    }
    let price = close?.price
    if price != nil, let day = lastDay(of: ticker) {
      note += ", price of \(day)"
      let days = day.daysSince1970 - period.balanceDate.daysSince1970
      if CompanyResearch.isOfAnotherTime(daysFromFigures: days) {
        note += days < 0 ? ", before the figures" : ", more than a year after the figures"
      }
    } else {
      note += ", no price loaded"
    }
    notes.append(note)
    return PeerFigures(ticker, period, price: price)
  }

  /// What the claims on a company leave out, or take from another balance sheet than the newest.
  private static func doubts(about period: Fundamentals.BasePeriod, of company: Fundamentals) -> [String] {
    let findings = company.findings(of: period).filter {
      $0.code == .olderBalance && $0.severity != .note || $0.countsAsNone
    }
    return findings.map(\.message) + (period.figures.totalDebt == nil ? ["no debt is stated; counted as 0"] : [])
  }

  /// A price that was typed after `at`.
  private mutating func price(_ expression: Expression, of ticker: String) throws(Diagnostic) -> Double {
    let (price, isRate) = try number(expression, "the price of `\(ticker)`")
    guard price > 0, price.isFinite, !isRate else {
      throw Diagnostic(
        .outOfRange, "the price of `\(ticker)` is an amount of money above 0", at: expression.span,
        hints: ["`\(ticker) at 190`"])
    }
    return price
  }
}
