import Backtesting
import Columns
import Evaluation
import Presentation
import Strategies
import Text

// The fills of a run beside the volume of their bars.
extension BacktestReport {
  /// The fills' share of the volume of their bars: the entries cut to the limit, the exits that took several bars, and
  /// the largest shares above the setting or, without one, 10 %.
  var volumeRemarks: [String] {
    let parts = run.parts.isEmpty ? [(result, bars)] : run.parts.map { ($0.result, $0.series.bars) }
    let limit = result.settings.maximumVolumeShare
    var remarks = limit.map { cutRemarks($0, parts) } ?? []
    remarks += quietRemark(parts)
    let most = limit ?? 0.1
    // Of many fills few are named, and a label costs more than all else.
    var (count, largest) = (0, [(part: Int, index: Int, share: Double)]())
    for (part, (result, bars)) in parts.enumerated() {
      for (index, share) in result.volumeShares(on: bars) where share > most * (1 + 1e-9) {
        count += 1
        let place = largest.firstIndex { $0.share < share } ?? largest.count
        guard place < Self.shownFills else { continue }
        largest.insert((part, index, share), at: place)
        if largest.count > Self.shownFills { largest.removeLast() }
      }
    }
    let named = largest.map { (label: parts[$0.part].1.label(at: $0.index), share: NumberText.percentShort($0.share)) }
    guard let first = named.first else { return remarks }
    if limit == nil, count == 1 {
      remarks.append("the fills of \(first.label) took \(first.share) of the volume of that bar")
      return remarks
    }
    let others = count - named.count
    remarks.append(
      (limit == nil ? "" : "exits at the end or by force are not cut: ")
        + "fills took more than \(NumberText.percentExact(most)) of the volume on "
        + "\(NumberText.counted(count, "bar")): " + named.map { "\($0.label) (\($0.share))" }.joined(separator: ", ")
        + (others > 0 ? " and \(NumberText.counted(others, "other"))" : ""))
    return remarks
  }

  /// The fills on bars of a volume of zero, without trades.
  private func quietRemark(_ parts: [(BacktestResult, Bars)]) -> [String] {
    var (count, first) = (0, String?.none)
    for (result, bars) in parts {
      let quiet = result.fillsWithoutTrading(on: bars)
      count += quiet.count
      if let index = quiet.first, first == nil { first = bars.label(at: index) }
    }
    guard let first else { return [] }
    let way = result.settings.maximumVolumeShare == nil ? ": `with max_volume 10%` fills none there" : ""
    return ["fills on \(NumberText.counted(count, "bar")) with a volume of zero, first \(first)\(way)"]
  }

  /// The entries and exits that the limit has cut, and the bars whose volume is not known.
  private func cutRemarks(_ limit: Double, _ parts: [(BacktestResult, Bars)]) -> [String] {
    var remarks: [String] = []
    let share = "\(NumberText.percentExact(limit)) of the volume of the bar"
    let cut = entries { $0.isCutToVolume }
    if cut > 0 { remarks.append("\(NumberText.counted(cut, "trade")) cut to \(share)") }
    let long = (result.trades + result.openTrades).count { $0.laterFills.contains(where: \.isExit) }
    if long > 0 {
      remarks.append(
        "\(NumberText.counted(long, "exit")) filled in part, the rest at the next opens, cut to \(share)")
    }
    let unknown = parts.reduce(0) { $0 + $1.0.fillsWithoutVolume(on: $1.1) }
    if unknown > 0 {
      remarks.append(
        "the volume of \(NumberText.counted(unknown, "bar")) with fills is not known: those fills are not cut")
    }
    return remarks
  }

  /// The most bars that a remark names for their fills.
  private static let shownFills = 3

  /// All fills of the exit of a closed trade whose first bars had too little volume for it; of an open trade those so far.
  func parts(ofExit trade: Trade) -> [LaterFill] {
    let parts = trade.exitFills
    guard !trade.isOpen else { return parts }
    let units = trade.held(after: trade.exitIndex)
    let all = trade.size * trade.splitRatio * trade.exitPrice
    let received = parts.reduce(all) { $0 + $1.units * $1.splitRatio * $1.price }
    return parts + [
      LaterFill(
        index: trade.exitIndex, units: -units, price: received / (units * trade.splitRatio),
        splitRatio: trade.splitRatio, exitQuote: trade.exitQuote)
    ]
  }

  /// The fills of an exit that took several bars, in words; nil of any other.
  func exitFillsText(of trade: Trade) -> String? {
    guard !trade.exitFills.isEmpty else { return nil }
    let format = NumberFormat.general
    let parts = parts(ofExit: trade).map {
      "\(format.text(-$0.units * $0.splitRatio)) on \(label($0.index)) at \(format.text($0.price))"
    }
    return parts.joined(separator: ", ")
  }

  /// The units that an open trade has sold of an exit that continues, as the rest of a remark.
  func unfinishedExit(of trade: Trade) -> String {
    let parts = trade.exitFills
    guard !parts.isEmpty else { return "" }
    let units = parts.reduce(0) { $0 - $1.units * $1.splitRatio }
    let resizes = trade.resizes.isEmpty ? ", \(NumberFormat.fixed(2).grouped.text(trade.laterGain)) gained" : ""
    return ", \(NumberFormat.general.text(units)) of it sold already\(resizes)"
  }
}
