import Calendar
import Columns
import Evaluation
import MarketData
import OrderedCollections
import Text

/// The source of the curves of a result, each as a series of its own.
package protocol CurveSource: Sendable {
  /// The curve of a name; nil if there is none.
  func curve(named name: String) -> Evaluation.Series?
}

/// The loaded series, as the source of the series that contexts mean.
package struct SessionSeries: SeriesSource {
  package let loaded: OrderedDictionary<String, LoadedSeries>
  /// The series that a saved session had and whose source no longer exists, with the reason.
  package let absent: OrderedDictionary<String, String>
  /// The valuations of the companies.
  package let values: IntrinsicValueSource
  /// The curves of results, by the name of the result.
  package let curves: [String: any CurveSource]
  /// The record of the series that a statement reads besides its own; nil if not needed.
  package var reads: SeriesReads?

  package init(
    loaded: OrderedDictionary<String, LoadedSeries>, absent: OrderedDictionary<String, String> = [:],
    values: IntrinsicValueSource, curves: [String: any CurveSource] = [:]
  ) {
    self.curves = curves
    self.loaded = loaded
    self.absent = absent
    self.values = values
  }

  package func series(named symbol: String) throws(ContextError) -> Evaluation.Series {
    if let curve = ResultCurve(symbol: symbol) { return try series(of: curve) }
    if let parameters = CycleParameters(symbol) { return try cycles.series(parameters) }
    return try entry(symbol).series
  }

  /// The economic cycle of the loaded series.
  package var cycles: CycleSource {
    let loaded = loaded
    return CycleSource { loaded[$0]?.series }
  }

  private func series(of curve: ResultCurve) throws(ContextError) -> Evaluation.Series {
    guard let series = curves[curve.result]?.curve(named: curve.name) else {
      throw ContextError(.symbol, "the result `\(curve.result)` no longer exists")
    }
    return series
  }

  /// Without a symbol other bars of the same series; without a timeframe bars as long as those it is seen from, or the
  /// symbol's own if these are longer or not bars.
  package func series(
    in context: BarContext, seenFrom outer: Evaluation.Series
  ) throws(ContextError) -> Evaluation.Series {
    if let curve = context.symbol.flatMap({ ResultCurve(symbol: $0) }) { return try series(of: curve) }
    if let parameters = context.symbol.flatMap({ CycleParameters($0) }) { return try cycles.series(parameters) }
    let origin = outer.origin ?? outer
    var own = loaded[outer.name]
    if let known = own, known.all !== origin { own = nil }
    if context.isRaw { return try raw(own, like: outer) }
    if let symbol = context.symbol {
      let other = try entry(symbol)
      if other.all !== origin { return try series(of: other, context.timeframe, seenFrom: outer) }
      own = other
    }
    let timeframe = context.timeframe ?? outer.bars.timeframe
    do {
      if let own { return try own.series(timeframe: timeframe, session: outer.bars.session) }
      // It was reloaded since: its former state is all in the series itself.
      if timeframe == outer.bars.timeframe { return outer }
      let bars = try outer.bars.session.map { hours throws(ResamplingError) in try origin.bars.within(hours) }
      return Evaluation.Series(
        name: outer.name, bars: try (bars ?? origin.bars).resampled(to: timeframe), publication: outer.publication,
        origin: origin)
    } catch {
      throw Self.error(error, of: outer.name, origin.bars)
    }
  }

  package func noteRead(of series: Evaluation.Series, from outer: Evaluation.Series) {
    if let reads, series.name != outer.name, loaded[series.name] != nil { reads.note(series) }
  }

  private func raw(_ own: LoadedSeries?, like outer: Evaluation.Series) throws(ContextError) -> Evaluation.Series {
    if outer.basis == .nothing { return outer }
    guard let own else {
      throw ContextError(.symbol, "\(outer.name) is now another series: its traded prices are gone")
    }
    do { return try own.raw(like: outer) } catch { throw Self.error(error, of: outer.name, own.unadjusted) }
  }

  private func series(
    of other: LoadedSeries, _ timeframe: Timeframe?, seenFrom outer: Evaluation.Series
  ) throws(ContextError) -> Evaluation.Series {
    let seen = outer.bars.timeframe
    let isShorter = other.bars.timeframe.nominalMilliseconds < seen.nominalMilliseconds
    // The hours in use also hold for other symbols on the same clock without their own.
    let isSameClock = other.bars.timeframe.isIntraday && other.bars.zone == outer.bars.zone
    do {
      return try other.series(
        timeframe: timeframe ?? (isShorter && !other.isMacro ? seen : nil),
        session: other.session ?? (isSameClock ? outer.bars.session : nil))
    } catch {
      throw Self.error(error, of: other.name, other.bars)
    }
  }

  private func entry(_ symbol: String) throws(ContextError) -> LoadedSeries {
    if let entry = loaded[symbol] { return entry }
    throw ContextError(.symbol, "`\(symbol)` is not loaded", hints: hints(for: symbol))
  }

  /// The hints for a name that is not loaded.
  package func hints(for name: String) -> [String] {
    if let reason = absent[name] { return ["the session had it, but its source is missing: \(reason)"] }
    let known = Array(loaded.keys)
    var hints: [String] = []
    if let near = Spelling.hint(for: name, in: known) { hints.append(near) }
    if Sample.named(name, kind: .bars) != nil || Sample.named(name, kind: .macro) != nil {
      hints.append("`load sample \(name)` loads it")
    } else if hints.isEmpty {
      hints.append(known.isEmpty ? "nothing is loaded: `load sample SPY`" : "loaded: \(known.joined(separator: ", "))")
    }
    return hints
  }

  private static func error(_ error: ResamplingError, of name: String, _ bars: Bars) -> ContextError {
    let has = bars.timeframe
    switch error {
    case .notCoarser(_, let requested):
      return ContextError(
        .timeframe, "\(name) has bars of \(has): those of \(requested) are shorter and cannot be made from them",
        hints: ["`@ \(has)` and longer", "bars of \(requested) can be loaded from a file"])
    default: return ContextError(.timeframe, "\(name): \(error)")
    }
  }
}
