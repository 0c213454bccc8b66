import Calendar

extension SettledJournal {
  /// The entries of one timeframe.
  public func filtered(timeframe: Timeframe) -> SettledJournal {
    SettledJournal(entries: entries.filter { $0.entry.timeframe == timeframe })
  }

  /// The score of each timeframe: the direction of its latest signal times the hit rate of its signals, longest first.
  ///
  /// A timeframe whose hit rate is not known has no score. The journal is taken to be of one strategy and one symbol;
  /// of several, filter it before.
  public func timeframeScores(
    latest: Int = SettledJournal.usualLatest, minimum: Int = SettledJournal.usualMinimum
  ) -> [TimeframeScore] {
    let timeframes = Set(entries.map(\.entry.timeframe)).sorted {
      ($1.nominalMilliseconds, $0.description) < ($0.nominalMilliseconds, $1.description)
    }
    return timeframes.compactMap { timeframe in
      let own = filtered(timeframe: timeframe)
      let firsts = own.entries.filter(\.isFirst).map(\.entry)
      guard let last = firsts.max(by: { $0.time < $1.time }),
        let accuracy = own.hitRate(latest: latest, minimum: minimum)
      else { return nil }
      return TimeframeScore(timeframe, last.decision == .hold ? .neutral : last.direction, accuracy: accuracy)
    }
  }
}
