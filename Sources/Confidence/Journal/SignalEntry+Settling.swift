extension SignalEntry {
  /// The outcome of the entry, from the bar that comes `horizon` bars after its own.
  ///
  /// The outcome follows from the entry and the bars after it alone: the return is taken from the price that was
  /// written. Bars before the signal's change nothing of it, and no bar behind the one that settles does. Where the
  /// signal's own bar has another price now (as after a split that the history was adjusted for), nothing is settled,
  /// as prices then and now are not of one kind. Another fingerprint of the bars before is said and does not keep an
  /// entry from being settled: the signal was given on what was known then.
  ///
  /// - Parameters:
  ///   - closes: The closes of the entry's series.
  ///   - dataHash: The fingerprint that the bars up to the entry's have now; nil where it is not known.
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
    let outcome = outcome(closes, at: index + horizon)
    return Settlement(state: .settled(outcome), rewritings: rewritings)
  }

  private func outcome(_ closes: CloseHistory, at index: Int) -> Settlement.Outcome {
    let close = closes.prices[index]
    let expected = decision == .hold ? 0 : direction.score
    let verdict: Settlement.Verdict
    if expected == 0 || close == price {
      verdict = .neither
    } else {
      verdict = (close > price) == (expected > 0) ? .right : .wrong
    }
    let change = close / price - 1
    return Settlement.Outcome(
      time: closes.times[index], price: close, marketReturn: change,
      // Not -0 for a signal that expects nothing.
      signalReturn: expected == 0 ? 0 : expected * change, verdict: verdict)
  }
}
