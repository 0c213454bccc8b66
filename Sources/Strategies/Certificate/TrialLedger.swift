/// One trial: a hash of the run, and its Sharpe ratio.
package struct Trial: Sendable, Hashable {
  /// A hash of the rules, the parameters, the settings, the data and the window.
  package var key: UInt64
  /// The Sharpe ratio of a year; missing if it has none.
  package var sharpe: Double
  /// True if the ratio is of parts of the window, as a walk-forward's training has it.
  package var isEstimate: Bool

  package init(key: UInt64, sharpe: Double, isEstimate: Bool = false) {
    (self.key, self.sharpe, self.isEstimate) = (key, sharpe, isEstimate)
  }

  /// True if this ratio takes the place of another of the same trial: any ratio that of a missing one, the full
  /// window's that of an estimate, and the greater of two estimates, so that their order changes nothing.
  fileprivate func supersedes(_ other: Trial) -> Bool {
    guard sharpe.isFinite else { return false }
    if other.sharpe.isNaN { return true }
    return other.isEstimate && (!isEstimate || Float(sharpe) > Float(other.sharpe))
  }
}

/// The different trials on some data, each counted once whichever statement ran it.
///
/// It takes 13 bytes a trial, and knows a million of them; each further one counts as new however often it comes, so that
/// there are never fewer than were tried. Of a million keys of 64 bits two are the same once in some 37 million ledgers.
package struct TrialLedger: Sendable, Hashable {
  /// The most trials that are known each for itself.
  package static let most = 1_000_000

  /// The keys of the trials, rising.
  package private(set) var keys: [UInt64] = []
  /// Their Sharpe ratios of a year in the same order, to seven digits.
  package private(set) var sharpes: [Float] = []
  /// True if the ratio is an estimate, which a run over the full window replaces; in the same order.
  package private(set) var areEstimates: [Bool] = []
  /// The trials beyond ``most``, and those whose keys are not known.
  package var beyond = TrialTally()
  private let most: Int

  /// An empty ledger, which keeps up to `most` trials individually.
  package init(most: Int = Self.most) { self.most = most }

  /// Counts trials; of equal keys the first ratio of the full window stays, so that a repeated run changes nothing.
  package mutating func add(_ trials: some Sequence<Trial>) {
    var places: [UInt64: Int] = [:]
    var new: [Trial] = []
    for trial in trials {
      if let known = place(of: trial.key) {
        if trial.supersedes(self.trial(at: known)) {
          (sharpes[known], areEstimates[known]) = (Float(trial.sharpe), trial.isEstimate)
        }
      } else if let place = places[trial.key] {
        if trial.supersedes(new[place]) { new[place] = trial }
      } else {
        places[trial.key] = new.count
        new.append(trial)
      }
    }
    guard !new.isEmpty else { return }
    let room = max(0, most - keys.count)
    beyond.add(TrialTally(new.dropFirst(room).lazy.map(\.sharpe)))
    merge(new.prefix(room).sorted { $0.key < $1.key })
  }

  /// Adds the trials of another ledger of the same data; of those beyond the larger count stays.
  package mutating func add(_ other: TrialLedger) {
    let ownBeyond = beyond
    beyond = ownBeyond.count >= other.beyond.count ? ownBeyond : other.beyond
    add(other.keys.indices.lazy.map(other.trial(at:)))
  }

  /// A trial by its place among the keys.
  package func trial(at place: Int) -> Trial {
    Trial(key: keys[place], sharpe: Double(sharpes[place]), isEstimate: areEstimates[place])
  }

  /// The place of a trial that is known; nil for another.
  ///
  /// Keys are hashes, which spread evenly: a key lies near the place that is its share of all numbers, and the distance to
  /// the key found there leads nearer still.
  private func place(of key: UInt64) -> Int? {
    guard !keys.isEmpty else { return nil }
    func places(_ distance: UInt64) -> Int { Int(distance.multipliedFullWidth(by: UInt64(keys.count)).high) }
    let guess = places(key)
    let near =
      keys[guess] < key
      ? min(guess + places(key - keys[guess]), keys.count - 1) : max(guess - places(keys[guess] - key), 0)
    var (low, high) = (near, near + 1)
    var step = 4
    while low > 0, keys[low] > key { (low, high, step) = (max(low - step, 0), low, 2 * step) }
    while high < keys.count, keys[high - 1] < key { (low, high, step) = (high, min(high + step, keys.count), 2 * step) }
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// All trials; the same for the same trials, in any order.
  package var tally: TrialTally {
    var tally = TrialTally(sharpes.lazy.map(Double.init))
    tally.add(beyond)
    return tally
  }

  /// True if nothing was tried yet.
  package var isEmpty: Bool { keys.isEmpty && beyond.count == 0 }

  /// Merges trials with rising keys, none of which is known.
  private mutating func merge(_ new: [Trial]) {
    guard !new.isEmpty else { return }
    var all = (keys: [UInt64](), sharpes: [Float](), areEstimates: [Bool]())
    all.keys.reserveCapacity(keys.count + new.count)
    all.sharpes.reserveCapacity(keys.count + new.count)
    all.areEstimates.reserveCapacity(keys.count + new.count)
    func take(_ places: Range<Int>) {
      all.keys += keys[places]
      all.sharpes += sharpes[places]
      all.areEstimates += areEstimates[places]
    }
    var own = 0
    for trial in new {
      let start = own
      while own < keys.count, keys[own] < trial.key { own += 1 }
      take(start..<own)
      all.keys.append(trial.key)
      all.sharpes.append(trial.sharpe.isFinite ? Float(trial.sharpe) : .nan)
      all.areEstimates.append(trial.isEstimate)
    }
    take(own..<keys.count)
    (keys, sharpes, areEstimates) = all
  }
}
