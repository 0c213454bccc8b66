import Calendar

/// The entries of a journal with their outcomes.
public struct SettledJournal: Sendable, Hashable {
  /// An entry with its settlement.
  public struct Entry: Sendable, Hashable {
    /// The entry.
    public let entry: SignalEntry
    /// The settlement.
    public let settlement: Settlement
    /// True for the first entry of a strategy on this bar; later entries, made on revised data, are not scored.
    public let isFirst: Bool

    /// Right or wrong, if the entry counts for the hit rate; nil if it does not (yet).
    public var isRight: Bool? {
      guard isFirst, let verdict = settlement.outcome?.verdict, verdict != .neither else { return nil }
      return verdict == .right
    }
  }

  /// The entries that a hit rate looks back on, by default.
  public static let usualLatest = 50
  /// The entries that a hit rate needs, by default.
  public static let usualMinimum = 5

  /// The entries, in the order of the journal.
  public let entries: [Entry]

  /// The latest entries that are right or wrong, by the time of their bar, oldest first.
  ///
  /// Entries of one bar keep the order of the journal.
  public func judged(latest: Int = SettledJournal.usualLatest) -> [Entry] {
    let judged = entries.enumerated().filter { $0.element.isRight != nil }
    let ordered = judged.sorted { ($0.element.entry.time, $0.offset) < ($1.element.entry.time, $1.offset) }
    return ordered.suffix(max(0, latest)).map(\.element)
  }

  /// The share of right ones among the latest that are right or wrong, 0 to 1: the live score of a strategy.
  ///
  /// The direction is judged, not the money. HOLD, neutral directions and prices that did not move are neither right
  /// nor wrong, and do not count. With fewer than the minimum it is nil: four right signals of four prove nothing.
  public func hitRate(
    latest: Int = SettledJournal.usualLatest, minimum: Int = SettledJournal.usualMinimum
  ) -> Double? {
    let judged = judged(latest: latest)
    guard judged.count >= max(1, minimum) else { return nil }
    return Double(judged.count { $0.isRight == true }) / Double(judged.count)
  }

  /// The entries whose history has since been rewritten, which users must know.
  public var rewritten: [Entry] { entries.filter { !$0.settlement.rewritings.isEmpty } }
}
