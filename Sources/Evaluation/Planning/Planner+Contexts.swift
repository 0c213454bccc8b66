import Calendar
import Columns
import Language
import Text

extension Planner {
  /// Plans `x @ 1d`, `x @ MSFT`: the same computation on other bars.
  mutating func plan(_ operand: Expression, in contexts: [Context], _ span: SourceSpan) throws(Diagnostic) -> Planned {
    if let valuation = try planValuation(operand, in: contexts) { return valuation }
    let context = BarContext(contexts)
    let outer = series
    let inner = try series(in: context, contexts)
    let tolerates = toleratesAbsence
    series = inner
    // A company that was requested by its name has the valuation, or it is an error.
    if context.symbol != nil, !isAcross { toleratesAbsence = false }
    defer { (series, toleratesAbsence) = (outer, tolerates) }
    let value = try plan(operand)
    let sides = outer.flatMap { outer in inner.map { (outer, $0) } }
    if case .node(let node) = value.content, !plan.readsBars(node) { return withoutEffect(value, contexts, span) }
    if case .value = value.content { return withoutEffect(value, contexts, span) }
    return try value.onBars { node throws(Diagnostic) in
      try join(node, context, sides, operand.span, at: contexts.span(of: .symbol))
    }
  }

  /// Plans `raw(x)`: the same computation on the traded prices.
  ///
  /// On bars that are not adjusted it is x.
  mutating func plan(raw argument: Expression) throws(Diagnostic) -> Planned {
    let outer = series
    var inner: Series?
    if let outer {
      do throws(ContextError) { inner = try source.series(in: .raw, seenFrom: outer) } catch {
        throw Diagnostic(error.code, error.message, at: argument.span, hints: error.hints)
      }
    }
    series = inner
    defer { series = outer }
    let value = try plan(argument)
    let isSame = outer != nil && outer === inner
    let refused = Diagnostic(
      .wrongKind, "`raw` takes prices of the bars themselves", at: argument.span,
      hints: ["`raw(close)`; of another symbol `raw(close) @ MSFT`"])
    let sides = outer.flatMap { outer in inner.map { (outer, $0) } }
    return try value.onBars(otherwise: refused) { node throws(Diagnostic) in
      guard plan.readsBars(node) else { throw refused }
      if case .joined = plan[node] { throw refused }
      return isSame ? node : try join(node, .raw, sides, argument.span, at: nil)
    }
  }

  /// Plans `fresh(x @ C)`: the same, missing on bars that bring no new value.
  mutating func plan(fresh argument: Expression) throws(Diagnostic) -> Planned {
    let value = try plan(argument)
    return try value.onBars(otherwise: notJoined(value, argument)) { node throws(Diagnostic) in
      guard case .joined(let inner, let context, _) = plan[node] else { throw notJoined(value, argument) }
      let fresh = add(.joined(inner, context, .fresh))
      plan.note(warmUp: plan.warmUp(of: node), settled: plan.settled(of: node), of: fresh)
      return fresh
    }
  }

  private func notJoined(_ value: Planned, _ argument: Expression) -> Diagnostic {
    Diagnostic(
      .wrongKind, "`fresh` takes a value of other bars: the part before `@`, and `@`", at: argument.span,
      hints: ["`fresh(close @ 1w)`, `fresh((close > open) @ 1w)`"])
  }

  /// The series that a context means here, if it is known on which series the expression is computed.
  ///
  /// Of a definition that is not known: then only the series that the context names is looked at.
  private mutating func series(in context: BarContext, _ contexts: [Context]) throws(Diagnostic) -> Series? {
    do throws(ContextError) {
      if let series {
        let inner = try source.series(in: context, seenFrom: series)
        noteZones(of: inner, seenFrom: series, at: contexts)
        return inner
      }
      guard let symbol = context.symbol else { return nil }
      let named = try source.series(named: symbol)
      guard let timeframe = context.timeframe else { return nil }
      return try source.series(in: BarContext(timeframe: timeframe), seenFrom: named)
    } catch {
      throw Diagnostic(error.code, error.message, at: contexts.span(of: error.part), hints: error.hints)
    }
  }

  /// Warns if a day of the other series ends after the same date here, so that each value is seen a bar late.
  private mutating func noteZones(of inner: Series, seenFrom outer: Series, at contexts: [Context]) {
    guard inner.publication == nil, inner.bars.timeframe.unit >= .day, outer.bars.timeframe == inner.bars.timeframe,
      inner.bars.zone != outer.bars.zone, let last = inner.bars.times.last
    else { return }
    let here = outer.bars.zone.offset(at: last)
    let there = inner.bars.zone.offset(at: last)
    guard there < here else { return }
    note(
      Diagnostic(
        .zonesDiffer,
        "a day of \(inner.name) ends at midnight in \(inner.bars.zone.identifier), after the same day of \(outer.name) in \(outer.bars.zone.identifier): its value is seen on the next bar",
        at: contexts.span(of: .symbol),
        hints: ["if the zone of \(outer.name) is not \(outer.bars.zone.identifier): `load … timezone \"ZONE\"`"],
        severity: .warning))
  }

  /// How long values of a context hold: those of another symbol's bars while it has bars, all others forever.
  private func holding(of context: BarContext, _ inner: Series?) -> Holding {
    guard let symbol = context.symbol, !isPublished(symbol, inner) else { return .always }
    return names.staleAfter.map { .bars($0) } ?? .usual
  }

  private func isPublished(_ symbol: String, _ inner: Series?) -> Bool {
    if let inner { return inner.publication != nil }
    do throws(ContextError) { return try source.series(named: symbol).publication != nil } catch { return false }
  }

  /// Warns if another symbol's bars have a gap next to the bars that use it: in it its values are missing.
  private mutating func noteHole(
    of inner: Series, seenFrom outer: Series, _ join: Join, _ holding: Holding, at place: SourceSpan?
  ) {
    guard !isAcross else { return }
    if holding == .always, inner.publication != nil { return noteMissingValues(of: inner, seenFrom: outer, at: place) }
    guard let hole = join.longestHole(holding) else { return }
    let bars = outer.bars
    note(
      Diagnostic(
        .seriesHole,
        "\(inner.name) has no recent bars: its values are missing from \(bars.label(at: hole.lowerBound)) to "
          + "\(bars.label(at: hole.upperBound - 1)), on \(NumberText.counted(hole.count, "bar"))", at: place,
        severity: .warning))
  }

  /// Warns if a published series lacks values next to the bars that use it, or has no recent one: they see the previous
  /// one for longer.
  private mutating func noteMissingValues(of inner: Series, seenFrom outer: Series, at place: SourceSpan?) {
    let (times, length) = (inner.bars.times, inner.bars.timeframe.nominalMilliseconds)
    guard let first = outer.bars.times.first, let last = outer.bars.times.last else { return }
    // Values of days rest over holidays; those of a month or longer lie as far apart as their periods.
    let most = inner.bars.timeframe.unit >= .month ? length + length / 2 : max(2 * length, 14 * 86_400_000)
    if let known = inner.knownTimes().last, last.milliseconds - known.milliseconds > most {
      note(
        Diagnostic(
          .seriesEnded,
          "the last value of \(inner.name) is of \(inner.bars.label(at: times.count - 1)): it is carried to the last bar of \(outer.name), \(outer.bars.label(at: outer.bars.count - 1))",
          at: place, severity: .warning))
    }
    let holes = times.indices.dropFirst().filter {
      times[$0] > first && times[$0 - 1] < last && times[$0].milliseconds - times[$0 - 1].milliseconds > most
    }
    guard let hole = holes.first else { return }
    note(
      Diagnostic(
        .seriesHole,
        "\(inner.name) has no value between \(inner.bars.label(at: hole - 1)) and \(inner.bars.label(at: hole))"
          + (holes.count > 1 ? ", and \(holes.count - 1) more such gaps" : "") + ": the previous value is carried over",
        at: place, severity: .warning))
  }

  /// Warns if another symbol's bars end before those that use it: from then on its values are missing.
  private mutating func noteEnd(
    of inner: Series, seenFrom outer: Series, _ join: Join, _ holding: Holding, at place: SourceSpan?
  ) {
    guard let end = join.end(holding), let last = inner.bars.times.indices.last else { return }
    if isAcross {
      if !endedSymbols.contains(inner.name) { endedSymbols.append(inner.name) }
      return
    }
    note(
      Diagnostic(
        .seriesEnded,
        "the last bar of \(inner.name) is of \(inner.bars.label(at: last)): its values are missing from \(outer.bars.label(at: end)) on",
        at: place, severity: .warning))
  }

  /// The node as seen from the bars; `sides` are the series that sees it and the one it is computed on, if known.
  private mutating func join(
    _ node: NodeID, _ context: BarContext, _ sides: (outer: Series, inner: Series)?, _ span: SourceSpan,
    at place: SourceSpan?
  ) throws(Diagnostic) -> NodeID {
    guard !plan.isPerBar(node) else {
      throw Diagnostic(
        .contextOfPosition,
        plan.facts(of: node).usesPosition
          ? "fields of the position are known only on the strategy's own bars"
          : "an own past is known only on its own bars", at: span,
        hints: ["take it out of what `@` applies to: `(close @ 1d) > entry_price`"])
    }
    let holding = holding(of: context, sides?.inner)
    let joined = add(.joined(node, context, holding))
    guard let (outer, inner) = sides, !plan.isScalar(node) else { return joined }
    let join = outer.join(with: inner)
    noteEnd(of: inner, seenFrom: outer, join, holding, at: place)
    noteHole(of: inner, seenFrom: outer, join, holding, at: place)
    let warmUp = plan.warmUp(of: node)
    var first = join.firstBar(seeing: warmUp)
    if first == outer.bars.count, first > 0 {
      note(
        Diagnostic(
          .neverKnown,
          warmUp < inner.bars.count
            ? "no value of \(inner.name) is known up to the last bar of \(outer.name): all values are missing"
            : "this needs \(warmUp + 1) bars of \(inner.bars.timeframe), but \(inner.name) has \(inner.bars.count): all values are missing",
          at: place, severity: .warning))
      first -= 1
    }
    plan.note(warmUp: first, settled: plan.settled(of: node).map { join.firstBar(seeing: $0) }, of: joined)
    return joined
  }

  private mutating func withoutEffect(_ value: Planned, _ contexts: [Context], _ span: SourceSpan) -> Planned {
    note(
      Diagnostic(
        .contextWithoutEffect, "this is the same on all bars: `@` changes nothing",
        at: contexts.span(of: .symbol) ?? span, severity: .warning))
    return value
  }
}

extension Planned {
  /// The value with other nodes; `otherwise` is thrown for values that have none.
  fileprivate func onBars(
    otherwise: Diagnostic? = nil, _ change: (NodeID) throws(Diagnostic) -> NodeID
  ) throws(Diagnostic) -> Planned {
    var changed = self
    switch content {
    case .value: if let otherwise { throw otherwise }
    case .node(let node): changed.content = .node(try change(node))
    case .record(var outputs):
      for index in outputs.indices { outputs[index].node = try change(outputs[index].node) }
      changed.content = .record(outputs)
    }
    return changed
  }
}

extension [Context] {
  /// The place of the symbol or the timeframe; of the other one if it is not there.
  fileprivate func span(of part: ContextError.Part) -> SourceSpan? {
    let symbols = compactMap { if case .symbol(_, let span) = $0 { span } else { nil } }
    let timeframes = compactMap { if case .timeframe(_, let span) = $0 { span } else { nil } }
    return part == .symbol ? symbols.first ?? timeframes.first : timeframes.first ?? symbols.first
  }
}
