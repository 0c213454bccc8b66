import Calendar
import Columns
import Evaluation
import MarketData
import Synchronization
import Text

/// Bars with everything known about their origin.
package struct LoadedSeries: Sendable {
  package private(set) var name: String
  /// True for a series of single values (an economic series), false for bars.
  package let isMacro: Bool
  /// The bars, of the session if one was given with the load.
  package internal(set) var series: Evaluation.Series
  /// All bars that the source has, adjusted as `basis` says.
  package internal(set) var all: Evaluation.Series
  /// All bars that the source has, in its own prices.
  package internal(set) var unadjusted: Bars
  /// The splits and dividends that are known of it.
  package private(set) var actions: CorporateActions
  /// The actions that the bars are adjusted for.
  package private(set) var basis: AdjustmentBasis
  /// The actions that the source's own prices are adjusted for; nil if it does not say.
  package let sourceBasis: AdjustmentBasis?
  package let source: any BarSource
  /// The dialect of the content in words, or the provenance of the data.
  package let dialect: String
  /// The findings on the bars as loaded; see ``findings``.
  let foundInSource: [BarFinding]
  /// The currency of the prices; nil if the source does not state it.
  package let currency: String?
  /// A hash of the source's bytes, by which a session detects changes; bars that came later change nothing.
  package internal(set) var contentHash: String
  /// The bars that came after the load; nil if none have.
  package internal(set) var growth: Growth?
  /// The load: one that has grown, or was adjusted or renamed, is still of it.
  package let load = LoadID()
  /// The publication lag that was given; without one it is the usual one.
  package let published: PublicationLag?
  /// True if the calendar follows from the zone and the days, and was not requested.
  package internal(set) var hasGuessedCalendar: Bool
  /// The series that were made of this one, so that columns computed on them are found again.
  var derived = DerivedSeries()

  /// The bars that a source gave, under a name; those of a session if one is given.
  ///
  /// A lag makes a series of values of a file that has nothing but closes. `columns` is the memory for the columns that
  /// will be computed on them.
  package init(
    _ loaded: LoadedBars, name: String, source: any BarSource, published: PublicationLag? = nil,
    session: SessionHours? = nil, columns: ColumnBudget
  ) throws(ResamplingError) {
    self.name = name
    var loaded = loaded
    if published != nil {
      // Values are known by their lag, regardless of the stamped day of their period.
      loaded.bars.stamps = .period
      loaded.findings.removeAll { $0.code == .stamps }
    }
    unadjusted = loaded.bars
    actions = loaded.actions ?? source.actions ?? CorporateActions()
    basis = .nothing
    isMacro = loaded.isMacro || published != nil
    // Values whose publication is known each for itself need no lag.
    let usual =
      loaded.bars.closingTimes == nil ? PublicationLag.usual(for: loaded.bars.timeframe) : PublicationLag(0, .day)
    let lag = isMacro ? published ?? usual : nil
    all = Evaluation.Series(
      name: name, bars: loaded.bars, publication: lag, actions: actions, columns: columns)
    if let session, session != loaded.bars.session {
      series = Evaluation.Series(name: name, bars: try loaded.bars.within(session), publication: lag, origin: all)
    } else {
      series = all
    }
    self.source = source
    dialect = source.provenance ?? "\(loaded.dialect)"
    foundInSource = loaded.findings
    currency = loaded.currencyCode
    sourceBasis = loaded.basis
    contentHash = loaded.contentHash
    hasGuessedCalendar = loaded.hasGuessedCalendar
    self.published = published
  }

  /// The same data in prices that are adjusted for some actions; `columns` is the memory for the columns that will be
  /// computed on them.
  ///
  /// - Throws: an action that cannot be taken out of the prices.
  package func adjusted(
    for basis: AdjustmentBasis, by actions: CorporateActions, columns: ColumnBudget
  ) throws(AdjustmentError) -> LoadedSeries {
    let bars = try unadjusted.adjusted(for: basis, by: open(actions))
    var result = self
    result.derived = DerivedSeries()
    (result.actions, result.basis) = (actions, basis)
    result.all = Evaluation.Series(
      name: name, bars: bars, publication: all.publication, basis: basis,
      actions: open(actions).remaining(after: basis, on: unadjusted), columns: columns)
    result.series = result.all
    if let session, session != bars.session {
      // The hours held for the same times before.
      guard let hours = try? bars.within(session) else { return self }
      result.series = Evaluation.Series(name: name, bars: hours, publication: all.publication, origin: result.all)
    }
    return result
  }

  /// The actions of some that are in the source's own prices: those that it has taken out are not taken out again.
  func open(_ actions: CorporateActions) -> CorporateActions {
    guard let sourceBasis, sourceBasis != .nothing else { return actions }
    return CorporateActions(actions.all.filter { !sourceBasis.takes($0) })
  }

  /// The basis of the prices in words, with the day whose shares they are in; nil for prices as in the source.
  package var basisText: String? {
    guard basis != .nothing, let last = all.bars.times.last else { return nil }
    return "prices adjusted for \(basis.rawValue), in shares of \(all.bars.zone.civilTime(at: last).date)"
  }

  /// The basis of the source's own prices in words.
  package var sourceBasisText: String {
    "prices as in the source, adjusted for \((sourceBasis ?? .nothing).rawValue)"
  }

  /// The same data under another name; `columns` is the memory for the columns that will be computed on them.
  package func named(_ name: String, columns: ColumnBudget) -> LoadedSeries {
    var result = self
    result.derived = DerivedSeries()
    result.name = name
    result.all = Evaluation.Series(
      name: name, bars: all.bars, publication: all.publication, basis: all.basis, actions: all.actions,
      columns: columns)
    result.series =
      series.bars.session == all.bars.session
      ? result.all
      : Evaluation.Series(name: name, bars: series.bars, publication: series.publication, origin: result.all)
    return result
  }

  package var bars: Bars { series.bars }

  /// The request that it was loaded for and the hash of its content: equal ones have equal bars.
  package var identity: BarIdentity { BarIdentity(request: source.request, contentHash: contentHash) }

  /// The content of the bars: equal ones have equal bars.
  package var content: Content { Content(hash: contentHash, actions: actions, basis: basis) }

  /// The bytes of a source, and the corporate actions that were taken out of them.
  package struct Content: Hashable, Sendable {
    let hash: String
    let actions: CorporateActions
    let basis: AdjustmentBasis
  }

  /// The findings that the known splits do not explain.
  package var unexplainedFindings: [BarFinding] {
    let known = Set(
      unadjusted.actionBars(actions).filter { $0.action.splitRatio != nil }.map { unadjusted.times[$0.index] })
    if known.isEmpty { return findings }
    return findings.compactMap { finding in
      guard [.possibleSplits, .leaps].contains(finding.code) else { return finding }
      return finding.at(finding.places.filter { !known.contains($0.time) })
    }
  }

  /// The hours that were given with the load, or the market's own day if its calendar was.
  package var session: SessionHours? { bars.session }

  /// The calendar in words; nil if there is none, or the usual one was guessed and changes nothing.
  package var calendarText: String? {
    guard let calendar = bars.calendar else { return nil }
    let days = bars.tradingYear.periods
    let isShort = bars.timeframe.unit <= .day
    if hasGuessedCalendar,
      !isShort || days * Double(bars.timeframe.count) == 252 || bars.timeframe.isIntraday && days == 252
    {
      return nil
    }
    let year = "\(calendar.tradingDaysPerYear) days a year"
    let origin = hasGuessedCalendar ? ", guessed from the zone and the days: `calendar none` turns it off" : ""
    return "calendar \(calendar.rawValue) (\(calendar.name)), \(year)\(origin)"
  }

  /// The names of the mends that there are for the findings, in words; nil if there is none.
  package var repairText: String? {
    let repairs = BarRepair.allCases.filter { repair in
      unexplainedFindings.contains { BarRepair.mending($0.code) == repair }
    }
    if repairs.isEmpty || isMacro { return nil }
    return "`load … repair` repairs: \(repairs.map(\.rawValue).joined(separator: ", "))"
  }

  /// From when on a value is known, in words; nil for bars.
  package var publicationText: String? {
    if series.publication != nil, published == nil, unadjusted.closingTimes != nil {
      return "a value is known from the end of the day on which it was published"
    }
    return series.publication.map { lag in
      "a value is known \(lag) after the end of its \(bars.timeframe.noun)\(published == nil ? ", the usual lag" : "")"
    }
  }

  /// Something that a reader of numbers computed from prices should know.
  package struct PriceRemark: Sendable, Hashable {
    /// The kind of finding.
    package var code: BarFinding.Code
    /// The remark in one sentence.
    package var text: String

    package init(code: BarFinding.Code, text: String) { (self.code, self.text) = (code, text) }
  }

  /// Remarks on the prices of some bars, of this series or of bars made of it: unadjusted splits, prices that
  /// contradict each other or are missing.
  ///
  /// - Parameter reach: the bars before them that indicators look back to, which matter for the findings alone.
  package func priceRemarks(on bars: Bars, in range: Range<Int>, reach: Int = 0) -> [PriceRemark] {
    guard !range.isEmpty else { return [] }
    let start = bars.times[range.lowerBound]
    let end = range.upperBound < bars.count ? bars.times[range.upperBound] : nil
    let known = unadjusted.actionBars(open(actions))
    var remarks: [PriceRemark] = []
    if let basisText { remarks.append(PriceRemark(code: .adjustedPrices, text: basisText)) }
    let left = known.filter { step in
      let time = unadjusted.times[step.index]
      return !basis.takes(step.action) && time >= start && (end == nil || time < end ?? start)
    }.map(\.action)
    // Dividends move all traded prices: that is news only if splits were taken out of them.
    if basis != .nothing || left.contains(where: { $0.splitRatio != nil }), let text = Self.text(ofLeft: left) {
      let hint = "`use \(name) adjusted for splits and dividends` takes them out"
      let verb = Wording.plural(left.count, "moves", "move")
      remarks.append(
        PriceRemark(code: .actionsInPrices, text: "\(text) in the window \(verb) these prices: \(hint)"))
    }
    let earliest = bars.times[max(0, range.lowerBound - reach)]
    return remarks + defects(from: earliest, to: end)
  }

  /// The remarks under a backtest on some bars of a series of this one, which books dividends itself: only splits can
  /// still distort the prices that its rules see.
  ///
  /// - Parameter reach: the bars before the run that its rules look back to.
  package func backtestRemarks(on series: Evaluation.Series, in range: Range<Int>, reach: Int = 0) -> [String] {
    let hasSplits = !series.actions.splits.isEmpty
    return priceRemarks(on: series.bars, in: range, reach: reach).filter { hasSplits || $0.code != .actionsInPrices }
      .map(\.text)
  }

  /// The findings that make numbers computed from the prices of a window doubtful: from a time to before another one, or
  /// to the end.
  private func defects(from start: Timestamp, to end: Timestamp?) -> [PriceRemark] {
    let suffix = ": prices as in the source"
    let first = unadjusted.firstIndex(notBefore: start)
    let range = first..<max(first, end.map { unadjusted.firstIndex(notBefore: $0) } ?? unadjusted.count)
    func inside(_ places: [BarFinding.Place]) -> [BarFinding.Place] {
      places.filter { $0.time >= start && (end == nil || $0.time < end ?? start) }
    }
    let stated = findings.compactMap { finding -> PriceRemark? in
      switch finding.code {
      case .possibleSplits, .leaps:
        // Values other than prices may leap.
        if isMacro { return nil }
        let known = unadjusted.actionBars(actions).filter { $0.action.splitRatio != nil }
        let times = Set(known.map { unadjusted.times[$0.index] })
        return finding.at(inside(finding.places).filter { !times.contains($0.time) })
          .map { PriceRemark(code: finding.code, text: $0.message + suffix) }
      case .conflictingRows:
        let places = inside(finding.places)
        return places.isEmpty ? nil : PriceRemark(code: finding.code, text: BarFinding.conflictText(places.count))
      case .ambiguousDates, .ambiguousNumbers: return PriceRemark(code: finding.code, text: finding.message)
      default: return nil
      }
    }
    let found = unadjusted.findings(Set(findings.map(\.code)).intersection(Self.distorting), in: range)
    return stated
      + found.map { finding in
        let isPrice = finding.code != .gaps && finding.code != .missingPrices
        return PriceRemark(code: finding.code, text: finding.message + (isPrice ? suffix : ""))
      }
  }

  /// The findings that are looked for again in the window of a statement.
  private static let distorting: Set<BarFinding.Code> = [
    .inconsistentPrices, .nonPositivePrices, .missingPrices, .stuckPrice, .otherCurrency, .gaps,
  ]

  /// The splits and dividends that are known and still in the prices, in words; nil if there are none.
  package var actionsText: String? {
    guard basis == .nothing, let text = Self.text(ofLeft: actions.all) else { return nil }
    return "\(text) known: `use \(name) adjusted for splits and dividends` takes them out of the prices"
  }

  /// Actions in words: `2 splits and 51 dividends`; nil for none.
  private static func text(ofLeft actions: [CorporateAction]) -> String? {
    let splits = actions.count { $0.splitRatio != nil }
    let dividends = actions.count - splits
    let parts = [
      splits > 0 ? NumberText.counted(splits, "split") : nil,
      dividends > 0 ? NumberText.counted(dividends, "dividend") : nil,
    ]
    let words = parts.compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }

  /// The series with bars of another length, of a session's hours or of all; itself if it has those already.
  ///
  /// The same question has the same series as its answer.
  package func series(timeframe: Timeframe?, session: SessionHours?) throws(ResamplingError) -> Evaluation.Series {
    let timeframe = timeframe ?? bars.timeframe
    for known in [series, all] where timeframe == known.bars.timeframe && session == known.bars.session { return known }
    if let known = derived[timeframe, session] { return known }
    let hours: Bars
    if session == series.bars.session {
      hours = series.bars
    } else {
      hours = try session.map { session throws(ResamplingError) in try all.bars.within(session) } ?? all.bars
    }
    let made = Evaluation.Series(
      name: name, bars: try hours.resampled(to: timeframe), publication: series.publication, origin: all)
    derived[timeframe, session] = made
    return made
  }

  /// The traded bars, like others of this series; themselves if these are not adjusted.
  package func raw(like other: Evaluation.Series) throws(ResamplingError) -> Evaluation.Series {
    guard other.basis != .nothing else { return other }
    let (timeframe, session) = (other.bars.timeframe, other.bars.session)
    if let known = derived[timeframe, session, isRaw: true] { return known }
    let hours = try session.map { session throws(ResamplingError) in try unadjusted.within(session) } ?? unadjusted
    let made = Evaluation.Series(
      name: name, bars: timeframe == hours.timeframe ? hours : try hours.resampled(to: timeframe),
      publication: other.publication, origin: all, basis: .nothing, actions: actions)
    derived[timeframe, session, isRaw: true] = made
    return made
  }

  /// The series with bars of another length, of the hours that were given with the load.
  package func series(timeframe: Timeframe?) throws(ResamplingError) -> Evaluation.Series {
    try series(timeframe: timeframe, session: session)
  }
}

/// The series that were made of one that was loaded.
final class DerivedSeries: Sendable {
  private struct Key: Hashable {
    var timeframe: Timeframe
    var session: SessionHours?
    var isRaw: Bool
  }

  private let made = Mutex<[Key: Evaluation.Series]>([:])

  package subscript(timeframe: Timeframe, session: SessionHours?, isRaw isRaw: Bool = false) -> Evaluation.Series? {
    get { made.withLock { $0[Key(timeframe: timeframe, session: session, isRaw: isRaw)] } }
    set { made.withLock { $0[Key(timeframe: timeframe, session: session, isRaw: isRaw)] = newValue } }
  }
}

extension Timeframe {
  /// The name of a period of it: `month`, `2 weeks`.
  fileprivate var noun: String { Wording.plural(count, "\(unit)", "\(count) \(unit)s") }
}
