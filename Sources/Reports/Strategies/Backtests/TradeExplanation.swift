import Backtesting
import Presentation
import Strategies
import Text

extension BacktestReport {
  /// The gain of a trade with its numbers put in: prices, units, costs, dividends.
  package func explanation(of trade: Trade, number: Int) -> Explanation {
    let symbol = trade.symbol.flatMap { result.symbols.indices.contains($0) ? result.symbols[$0] : nil } ?? seriesName
    let multiplier = run.settings.contracts[symbol]?.multiplier ?? 1
    let sign = trade.side == .long ? 1.0 : -1.0
    let exit = trade.exitPrice * trade.splitRatio
    let gain = sign * trade.size * multiplier * (exit - trade.entryPrice)
    let known = gain - trade.commission + trade.dividends
    var facts = [
      (
        "trade",
        "\(number) of \(name): \(trade.side) \(symbol), \(label(trade.entryIndex)) to \(label(trade.exitIndex))"
          + (trade.isOpen ? ", open" : "")
      ),
      ("formula", formula(trade, multiplier)),
    ]
    let numbers = [
      "\(plain(trade.size))", multiplier == 1 ? nil : plain(multiplier),
      trade.side == .long
        ? "(\(plain(exit)) - \(plain(trade.entryPrice)))" : "(\(plain(trade.entryPrice)) - \(plain(exit)))",
    ].compactMap { $0 }.joined(separator: " × ")
    facts.append(
      ("with numbers", "\(numbers) - \(plain(trade.commission)) + \(plain(trade.dividends)) = \(plain(known))"))
    if trade.laterGain != 0 {
      let name = trade.exitFills.isEmpty ? "gain of resizes" : "gain of the units sold"
      facts.append((name, plain(trade.laterGain)))
    }
    let rest = trade.pnl - known - trade.laterGain
    if rest.magnitude > 1e-9 * max(1, trade.pnl.magnitude) {
      facts.append(("other fills and financing", plain(rest)))
    }
    facts.append(("gain", plain(trade.pnl)))
    facts.append(
      (
        "return",
        "gain / value at the entry = \(NumberFormat.percent(4).text(trade.returnRate)) (\(plain(trade.returnRate)))"
      ))
    facts.append(("entry", price(trade.entryPrice, quote: trade.entryQuote)))
    let isCut = !trade.exitFills.isEmpty
    facts.append(
      (trade.isOpen ? "last close" : "exit", price(trade.exitPrice, quote: isCut ? .nan : trade.exitQuote)))
    if let fills = exitFillsText(of: trade) { facts.append(("exit fills", fills)) }
    if trade.splitRatio != 1 {
      facts.append(("split", "\(plain(trade.splitRatio)) units at the exit for each at the entry"))
    }
    facts.append(("why", "`why trade \(number) of \(name)` tells the rules behind both"))
    return Explanation(expression: "trade \(number) of \(name)", facts: facts)
  }

  private func formula(_ trade: Trade, _ multiplier: Double) -> String {
    let units = multiplier == 1 ? "units" : "units × multiplier"
    let exit = trade.splitRatio == 1 ? "exit" : "exit × split"
    let prices = trade.side == .long ? "(\(exit) - entry)" : "(entry - \(exit))"
    return "\(units) × \(prices) - commission + dividends"
  }

  private func price(_ value: Double, quote: Double) -> String {
    guard quote.isFinite, quote != value else { return plain(value) }
    return "\(plain(value)), \(plain(quote)) before slippage"
  }

  private func plain(_ value: Double) -> String { NumberFormat.general.significant(9).text(value) }
}
