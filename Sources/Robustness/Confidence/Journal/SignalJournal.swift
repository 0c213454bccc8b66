import Calendar

/// Signals in the order in which they were written; entries are added and never changed.
public struct SignalJournal: Sendable, Hashable {
  /// The ways in which a journal takes an entry.
  public enum Entering: Sendable, Hashable {
    /// It is the first of its strategy on its bar with its horizon.
    case entered
    /// The strategy spoke of the bar before, on other data: both are kept, and the first counts.
    case enteredAgain
    /// It exists already, with the same data.
    case duplicate
    /// One with the same data exists already with other contents; the new one is not added.
    case contradicted(SignalEntry)
  }

  /// The entries, oldest first.
  public private(set) var entries: [SignalEntry] = []

  private var indices: [SignalEntry.Place: [Int]] = [:]

  /// Makes an empty journal.
  public init() {}

  /// Makes a journal of entries in their order; duplicates are left out.
  public init(_ entries: some Sequence<SignalEntry>) {
    for entry in entries { append(entry) }
  }

  /// Adds an entry, unless the same strategy, rules, symbol, timeframe, bar and horizon exist with the same data.
  @discardableResult
  public mutating func append(_ entry: SignalEntry) -> Entering {
    let before = (indices[entry.place] ?? []).filter { entries[$0].mayBe(of: entry.rules) }
    let sameData = before.filter { entries[$0].dataHash == entry.dataHash }
    if sameData.contains(where: { entries[$0].saysTheSame(as: entry) }) { return .duplicate }
    // One whose rules are unknown and that says something else is of other rules.
    if let index = sameData.first(where: { entries[$0].rules == entry.rules }) { return .contradicted(entries[index]) }
    indices[entry.place, default: []].append(entries.count)
    entries.append(entry)
    return before.contains { entries[$0].dataHash != entry.dataHash } ? .enteredAgain : .entered
  }

  /// The entries of a strategy, of a symbol, of a timeframe, from a time of the bar on, with a horizon, of some rules; nil
  /// takes all, and entries whose rules are unknown are taken with any.
  public func filtered(
    strategy: String? = nil, symbol: String? = nil, timeframe: Timeframe? = nil, since: Timestamp? = nil,
    horizon: Int? = nil, rules: String? = nil
  ) -> SignalJournal {
    SignalJournal(
      entries.lazy.filter { entry in
        (strategy.map { $0 == entry.strategy } ?? true) && (symbol.map { $0 == entry.symbol } ?? true)
          && (timeframe.map { $0 == entry.timeframe } ?? true) && (since.map { $0 <= entry.time } ?? true)
          && (horizon.map { $0 == entry.horizon } ?? true) && entry.mayBe(of: rules)
      })
  }

  /// The outcomes of all entries.
  ///
  /// - Parameters:
  ///   - closes: The closes of a series, asked for once for each; nil if there are none.
  ///   - dataHash: The fingerprint that the bars up to an entry's have now; nil if it is not known.
  public func settle(
    with closes: (SignalEntry.Series) -> CloseHistory?, dataHash: (SignalEntry) -> String? = { _ in nil }
  ) -> SettledJournal {
    var histories: [SignalEntry.Series: CloseHistory?] = [:]
    var seen: [SignalEntry.Place: [String?]] = [:]
    let settled = entries.map { entry in
      let history = histories[entry.series] ?? closes(entry.series)
      histories.updateValue(history, forKey: entry.series)
      let settlement =
        history.map { entry.settle(with: $0, dataHash: dataHash(entry)) }
        ?? Settlement(state: .uncovered, rewritings: [])
      let isFirst = !(seen[entry.place] ?? []).contains { entry.mayBe(of: $0) }
      seen[entry.place, default: []].append(entry.rules)
      return SettledJournal.Entry(entry: entry, settlement: settlement, isFirst: isFirst)
    }
    return SettledJournal(entries: settled)
  }

  /// Equality of the entries and their order.
  public static func == (left: SignalJournal, right: SignalJournal) -> Bool { left.entries == right.entries }

  /// Hashes the entries.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension SignalEntry {
  /// True if two entries of one bar differ in nothing but the time at which they were written.
  fileprivate func saysTheSame(as other: SignalEntry) -> Bool {
    decision == other.decision && direction == other.direction && price == other.price
  }
}
