import Calendar
import Columns
import Text
import Valuation

/// The value per share that a valuation gives a company over time, from one filing to the next.
///
/// Forecast assumptions that were typed (growth, margin, the discount rate and the like) hold on all bars. Figures
/// from the company's reports are on each bar those filed by then: a filing counts from the first bar that opens
/// after its day, so that the bar of that day does not know it; before the first filing the value is missing.
///
/// Figures that were typed (revenue, shares, cash …) are known from the day that `date` names on, or 90 days after
/// `base_end`, the time that a yearly report takes; before, the value is missing. With neither the value is the
/// same on all bars and looks ahead, so that no rule may use it: today's figures would decide in the past.
///
/// Without `date` a value is for the end of its base year, as in `dcf`. With it each value is meant for the day on
/// which its figures were filed, and from `date` on for that day. If the value depends on the price (the weight of the
/// debt at market, options at the price) that is the close of the first bar that sees the filing; a typed price counts
/// for typed figures only.
///
/// A value is in the unit of the prices next to it, so that a split divides it on its day: see `ShareSplits`. A typed
/// `split` counts for typed figures only.
///
///     let history = IntrinsicValueHistory(of: company, fundamentals, on: bars, knownAt: bars.closings())
///     for moment in history.moments { print(moment.known, moment.value) }
public final class IntrinsicValueHistory: Sendable {
  /// One valuation.
  public struct Entry: Sendable {
    /// The filing whose figures are new, or the day of the valuation; nil if figures were typed and not dated.
    public var day: CivilDate?
    /// The index of the first bar that sees it.
    public var firstBar: Int
    /// The value for one share in the unit of the prices of its first bar; NaN if it is refused.
    public var value: Double
    /// Its assumptions.
    public var assumptions: Assumptions
    /// The source of its figures: `LTM to 2025-12-27, filed 2026-01-30, 0000320193-26-000006`.
    public var figures = ""
    /// The reason for a missing value.
    public var refusal: ValuationError?
    /// The shares at its first bar that one share of the filing is.
    public var sharesPerFiled: Double
  }

  /// A moment from which on a value holds.
  public struct Moment: Sendable, Hashable {
    /// The time at which it becomes known.
    public var known: Timestamp
    /// The value per share from then on; NaN if it is refused.
    public var value: Double
  }

  /// The reason why bars see figures that became known later.
  public struct LookAhead: Sendable, Hashable {
    /// One sentence without its stop.
    public var message: String
    /// The remedies.
    public var hints: [String]
    /// True if also the last bar may not decide by it: an assumption was computed from all bars.
    public var holdsNow = false
  }

  /// A remark for the reader.
  public struct Remark: Sendable, Hashable {
    /// The subject of a remark.
    public enum Subject: Sendable, Hashable {
      /// The valuation rests on figures that were typed.
      case typedFigures
      /// Some of the valuations are refused.
      case refused
      /// No figures are known up to the last bar.
      case neverKnown
      /// Prices are adjusted for a split that the filings show.
      case splitAdjusted
    }

    /// The subject.
    public var subject: Subject
    /// One sentence without its stop.
    public var message: String
    /// True for a warning, false for a note.
    public var isWarning = false
  }

  /// The company and its assumptions.
  public let company: ValuedCompany
  /// The values as bars see them, in the order of time: each filing, and each split between two of them.
  public let moments: [Moment]
  /// The reason why bars have look-ahead to later knowledge; nil if each uses only data known at its time.
  public let lookAhead: LookAhead?
  /// Remarks for the reader.
  public let remarks: [Remark]
  /// The valuations in the order of time.
  public let entries: [Entry]
  /// The splits of shares that were found.
  public let splits: [ShareSplits.Split]
  /// The names of the figures that were typed.
  public let typed: [String]
  /// True if figures come from the company's reports.
  public let followsFilings: Bool

  /// Values a company at each of its filings, as the bars of a series see them.
  ///
  /// - Parameters:
  ///   - company: the company and its assumptions.
  ///   - fundamentals: its reported figures; nil if none are loaded.
  ///   - bars: the bars whose opening times and prices count.
  ///   - known: the times at which the bars become known, usually their closes; one for each bar.
  public init(of company: ValuedCompany, _ fundamentals: Fundamentals?, on bars: Bars, knownAt known: [Timestamp]) {
    let terms = IntrinsicValueTerms(company, fundamentals)
    let splits = ShareSplits(terms.filed, on: bars)
    let entries =
      if let filed = terms.filed {
        Self.filed(terms, filed, splits, on: bars)
      } else {
        Self.typed(terms, splits, on: bars)
      }
    self.company = company
    self.entries = entries
    self.splits = splits.all
    typed = terms.typed
    followsFilings = terms.followsFilings
    lookAhead = terms.lookAhead
    // A split changes the unit on the day itself, between two filings.
    var values: [(bar: Int, value: Double)] = []
    for (index, entry) in entries.enumerated() {
      values.append((entry.firstBar, entry.value))
      let end = index + 1 < entries.count ? entries[index + 1].firstBar : bars.count
      for split in splits.onBars(after: entry.firstBar, before: end) {
        values.append((split.bar, (values.last?.value ?? entry.value) / split.factor))
      }
    }
    let isUndated = !terms.followsFilings && terms.knownSince == nil
    moments = values.map { value in
      let isAlways = isUndated && value.bar == 0
      return Moment(known: isAlways ? Timestamp(milliseconds: .min) : known[value.bar], value: value.value)
    }
    remarks = Self.remarks(terms, entries, splits, bars)
  }

  /// The valuation of typed figures alone: one value, from the day on which they were known; empty if no bar sees it.
  private static func typed(_ terms: IntrinsicValueTerms, _ splits: ShareSplits, on bars: Bars) -> [Entry] {
    guard !bars.isEmpty, let firstBar = terms.knownSince.map({ bars.firstBar(after: $0) }) ?? 0 else { return [] }
    let unit = splits.sharesPerFiled(filed: terms.knownSince, isTyped: true, at: firstBar)
    let (value, refusal) = value(of: terms.company.assumptions)
    return [
      Entry(
        day: terms.knownSince, firstBar: firstBar, value: value / unit, assumptions: terms.company.assumptions,
        refusal: refusal, sharesPerFiled: unit)
    ]
  }

  /// The valuation at each filing that a bar sees, and at the day that the valuation is meant for.
  private static func filed(
    _ terms: IntrinsicValueTerms, _ figures: FiledFigures, _ splits: ShareSplits, on bars: Bars
  ) -> [Entry] {
    var days = figures.entries.map(\.day)
    if let since = terms.knownSince {
      // Typed figures were not known before.
      if !terms.typed.isEmpty { days.removeAll { $0 < since } }
      if !days.contains(since) {
        days.append(since)
        days.sort()
      }
    }
    var entries: [Entry] = []
    for (index, day) in days.enumerated() {
      guard let firstBar = bars.firstBar(after: day) else { break }
      // Of several filings between two bars the last one counts.
      if index + 1 < days.count, bars.firstBar(after: days[index + 1]) == firstBar { continue }
      guard let then = figures.known(on: day) else { continue }
      // Shares that were typed are in the unit of the day on which they were known.
      let isTyped = terms.typed.contains(AssumptionName.shares.rawValue)
      let unit = splits.sharesPerFiled(filed: isTyped ? terms.knownSince : then.day, isTyped: isTyped, at: firstBar)
      // The price as it would be for a share of the filing's unit.
      let price = bars.close.values[firstBar] * unit
      let assumptions = terms.assumptions(then, on: day, price: price)
      var (value, refusal) = value(of: assumptions)
      let allowed = terms.company.assumptions.allowed
      if let finding = then.figures.refusals(allowing: allowed, typed: terms.stated).first {
        (value, refusal) = (.nan, ValuationError(code: finding.code, message: finding.message))
      }
      entries.append(
        Entry(
          day: day, firstBar: firstBar, value: value / unit, assumptions: assumptions, figures: then.text,
          refusal: refusal, sharesPerFiled: unit))
    }
    return entries
  }

  private static func value(of assumptions: Assumptions) -> (Double, ValuationError?) {
    do { return (try DiscountedCashFlow.value(assumptions).valuePerShare, nil) } catch { return (.nan, error) }
  }

  private static func remarks(
    _ terms: IntrinsicValueTerms, _ entries: [Entry], _ splits: ShareSplits, _ bars: Bars
  ) -> [Remark] {
    var remarks: [Remark] = []
    let title = terms.company.title
    if !terms.typed.isEmpty || !terms.followsFilings {
      remarks.append(Remark(subject: .typedFigures, message: terms.typedText))
    }
    let refused = entries.filter { $0.refusal != nil }
    if let first = refused.first, let refusal = first.refusal {
      let count = refused.count == entries.count ? "" : "\(refused.count) of \(entries.count) valuations of "
      let day = first.day.map { "of \($0): " } ?? ""
      let reason = refusal.message.hasSuffix(".") ? String(refusal.message.dropLast()) : refusal.message
      remarks.append(
        Remark(
          subject: .refused,
          message:
            "\(count)\(title) \(Wording.plural(refused.count, "is", "are")) refused and missing; the first \(day)\(reason)",
          isWarning: true))
    }
    if entries.isEmpty, !bars.isEmpty {
      remarks.append(
        Remark(
          subject: .neverKnown,
          message: "no figures of \(title) are known up to the last bar: all values are missing", isWarning: true))
    }
    for split in splits.all {
      guard split.isAdjusted, let filed = split.filed,
        entries.contains(where: { $0.day.map { $0 < filed } ?? false })
      else { continue }
      remarks.append(
        Remark(
          subject: .splitAdjusted,
          message:
            "prices are adjusted for the \(split.text) split before \(filed), and so are the values of \(title)"))
    }
    return remarks
  }
}

extension Bars {
  /// The index of the first bar that opens after a day; nil if none does.
  func firstBar(after day: CivilDate) -> Int? {
    let index = firstIndex(notBefore: zone.timestamp(of: CivilTime(date: day.adding(days: 1))))
    return index < count ? index : nil
  }
}
