import Columns
import Evaluation
import OrderedCollections
import Workspace

extension InterpreterState {
  /// Takes bars into a series of the session, between two statements or while one waits.
  ///
  /// It is no statement: there is nothing to undo, and results stay as they are. The sessions that `undo` and `redo` go
  /// to get the bars when they are gone to.
  ///
  /// - Throws: if no series has the name, or the bars do not fit; nothing is changed then.
  @discardableResult
  package mutating func apply(_ update: SeriesUpdate) throws(SeriesUpdateError) -> SeriesChange {
    guard let loaded = session.series[update.series] else { throw .notLoaded(update.series) }
    let (grown, change) = try loaded.taking(update.bars)
    if grown.growth?.stage == loaded.growth?.stage { return change }
    newest[grown.load] = grown
    session.replace(loaded, with: grown)
    if newest.count > session.series.count { forgetDropped() }
    return change
  }

  /// Forgets the bars of series that no session has, neither this one nor one that can be gone to.
  private mutating func forgetDropped() {
    let sessions = [session] + (history.past.elements + history.future).map(\.session)
    let loads = Set(sessions.flatMap { $0.series.values.elements.map(\.load) })
    newest = newest.filter { loads.contains($0.key) }
    origins = origins.filter { loads.contains($0.key) }
  }

  /// Keeps what came while a statement was at work that has failed: bars, and what was noticed on them.
  package mutating func keepUpdates(of failed: InterpreterState) {
    newest.merge(failed.newest) { (own, other) in
      (own.growth?.stage ?? 0) < (other.growth?.stage ?? 0) ? other : own
    }
    session.follow(newest)
    (lines, origins, watchers) = (failed.lines, failed.origins, failed.watchers)
    (alerts, noticeWays, noticedUpTo) = (failed.alerts, failed.noticeWays, failed.noticedUpTo)
  }
}

extension Session {
  /// Gives the series that have grown their newest bars.
  package mutating func follow(_ newest: [LoadedSeries.LoadID: LoadedSeries]) {
    guard !newest.isEmpty else { return }
    for loaded in series.values.elements {
      // Bars that these prices cannot be adjusted with are left out, as they are when they come.
      guard let grown = newest[loaded.load], let following = try? loaded.following(grown),
        following.growth?.stage != loaded.growth?.stage
      else { continue }
      replace(loaded, with: following)
    }
  }

  /// Puts a series in the place of another one of its name, also of the one in use.
  package mutating func replace(_ loaded: LoadedSeries, with other: LoadedSeries) {
    series[loaded.name] = other
    guard let active, active.name == loaded.name,
      let series = try? other.series(
        timeframe: active.timeframe ?? other.bars.timeframe, session: active.series.bars.session)
    else { return }
    self.active = ActiveSeries(name: active.name, timeframe: active.timeframe, series: series)
  }
}
