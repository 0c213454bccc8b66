extension SignalEntry {
  /// The outcome of the entry, from the bar that comes `horizon` bars after its own.
  ///
  /// The outcome depends only on the entry and the bars after it: the return is measured from the price in the entry,
  /// and neither bars before the signal nor bars after the settling one affect it. If the signal's own bar now has
  /// another price (as after a split adjustment of the history), nothing is settled, because the two prices are not on
  /// the same basis. A changed fingerprint of the earlier bars is reported but does not prevent settlement: the signal
  /// was given on the data known at the time.
  ///
  /// - Parameters:
  ///   - closes: The closes of the entry's series.
  ///   - dataHash: The fingerprint that the bars up to the entry's have now; nil if it is not known.
  public func settle(with closes: CloseHistory, dataHash: String? = nil) -> Settlement {
    var rewritings: [Settlement.Rewriting] = []
    if let dataHash, !self.dataHash.isEmpty, dataHash != self.dataHash {
      rewritings.append(.data(was: self.dataHash, now: dataHash))
    }
    guard let index = closes.index(of: time) else {
      // Closes that begin later, or end earlier, say nothing of the bar.
      guard let first = closes.times.first, let last = closes.times.last, first < time, last > time else {
        return Settlement(state: .uncovered, rewritings: rewritings)
      }
      return Settlement(state: .rewritten, rewritings: rewritings + [.barGone])
    }
    guard closes.prices[index] == price else {
      return Settlement(
        state: .rewritten, rewritings: rewritings + [.price(was: price, now: closes.prices[index])])
    }
    let later = closes.times.count - 1 - index
    guard horizon <= later else {
      return Settlement(state: .pending(bars: horizon - later), rewritings: rewritings)
    }
    let outcome = outcome(closes, from: index, at: index + horizon)
    return Settlement(state: .settled(outcome), rewritings: rewritings)
  }

  private func outcome(_ closes: CloseHistory, from first: Int, at index: Int) -> Settlement.Outcome {
    // In units of the bar of the signal, so that a split in between is not a fall.
    let close = closes.prices[index] * closes.units[index] / closes.units[first]
    let expected = decision == .hold ? 0 : direction.score
    let verdict: Settlement.Verdict
    if expected == 0 || close == price {
      verdict = .neither
    } else {
      verdict = (close > price) == (expected > 0) ? .right : .wrong
    }
    let change = close / price - 1
    return Settlement.Outcome(
      time: closes.times[index], price: closes.prices[index], marketReturn: change,
      // Not -0 for a signal that expects nothing.
      signalReturn: expected == 0 ? 0 : expected * change, verdict: verdict)
  }
}
