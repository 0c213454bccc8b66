import Accounts
import Calendar
import JSON
import Presentation
import Text

/// An entry that was booked, with what it changed.
package struct EntryReport: ShapedResult {
  package let line: Books.Line
  package let state: Replay.State
  /// The closings that it made.
  package let closings: [Closing]
  /// What it changes in other years and lots, in words.
  package let changes: [String]

  package init(line: Books.Line, state: Replay.State, changes: [String] = []) {
    (self.line, self.state, self.changes) = (line, state, changes)
    closings = Array(state.closings[line.closings])
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  private var entry: Entry { line.entry }
  private var time: LedgerTime { LedgerTime(entry.time, isDay: entry.isDay, in: state.account.zone) }

  package static let shape = ResultShape<EntryReport>(
    "entry", "An entry of an account's ledger, as it was booked.",
    [
      .integer("id") { $0.entry.id }, .text("account") { $0.entry.account }, .text("time") { $0.time.label },
      .text("type") { $0.entry.type.rawValue }, .text("symbol", .possible) { $0.entry.symbol },
      .decimal("size", .possible) { $0.entry.size == .zero ? nil : $0.entry.size },
      .decimal("price", .possible) { $0.entry.price == .zero ? nil : $0.entry.price },
      .decimal("fee") { $0.entry.fee }, .decimal("amount") { $0.entry.amount }, .decimal("cash") { $0.line.cash },
      .decimal("realized", .possible) { $0.line.realized(in: $0.state) },
      .integer("voids", .possible) { $0.entry.voids }, .strings("changes") { $0.changes },
    ])

  package var document: Document {
    Document {
      StyledText(text)
      for change in changes { Block.note(StyledText(change)) }
    }
  }

  private var text: String {
    if let id = entry.voids { return "\(entry.id)  voids \(id): cash \(entry.amount.signed)\(gainText)" }
    var text = "\(entry.id)  \(time.shown)  \(entry.words)"
    text += gainText
    if !closings.isEmpty, let symbol = entry.symbol {
      text += "   \(state.held(symbol).magnitude) left"
    } else {
      text += "   cash \(line.cash.rounded(decimals: 2))"
    }
    let levels = [("stop", entry.stop), ("target", entry.goal)].compactMap { name, level in
      level.map { "\(name) \($0.text(decimals: 2))" }
    }
    // Those of a sale are the ones that held before it.
    return levels.isEmpty || !closings.isEmpty ? text : text + "   " + levels.joined(separator: ", ")
  }

  private var gainText: String {
    guard let gain = line.realized(in: state) else { return "" }
    let zone = state.account.zone
    let lots = closings.map { "\($0.lot.entry)" }
    let terms = Set(closings.map { $0.term(in: zone) })
    let term = terms.count > 1 ? "both terms" : terms.first == .long ? "long-term" : "short-term"
    let fees = entry.fee == .zero && closings.allSatisfy { $0.lot.fee == .zero } ? "" : ", both fees in"
    let word = Wording.plural(lots.count, "lot", "lots")
    return "   \(gain.signed) of \(word) \(Wording.list(lots)) (\(term)\(fees))"
  }
}

extension Money {
  /// The amount with its sign: `+298.60`.
  package var signed: String { (self < .zero ? "" : "+") + rounded(decimals: 2) }
}

extension Entry {
  /// The entry in words: `buy 100 AAPL at 182.50, fee 1.00`.
  package var words: String {
    var text = type.rawValue
    switch type {
    case .split:
      let how = ratio.old == 0 ? "\(size) units" : "\(ratio.new):\(ratio.old)"
      return "split \(how) \(symbol ?? "")"
    case .exchange, .spinoff: return "\(text) \(symbol ?? "") into \(size) \(target ?? "")"
    case .void: return "voids \(voids ?? 0)"
    default: break
    }
    if let symbol, size != .zero {
      text += " \(size.magnitude) \(symbol)"
      if price != .zero { text += " at \(price.text(decimals: 2))" }
      if fee != .zero { text += ", fee \(fee.text(decimals: 2))" }
    } else {
      text += " \((amount + withheld).magnitude.text(decimals: 2))\(symbol.map { " \($0)" } ?? "")"
    }
    if withheld != .zero { text += ", withheld \(withheld.text(decimals: 2))" }
    if let peer { text += (size < .zero || size == .zero && amount < .zero ? " to " : " from ") + peer }
    return text
  }
}
