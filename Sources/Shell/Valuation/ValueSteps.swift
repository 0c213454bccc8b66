import Calendar
import Columns
import Evaluation
import Filings
import Language
import MarketData
import Valuation

/// The value per share that a valuation gives, from one filing of the company to the next.
///
/// What was typed as an opinion (growth, margin, the discount rate and the like) is its author's and holds for all
/// bars. What came from the company's reports is on each bar what was filed by then: a filing counts from the first
/// bar that opens after the day on which it was filed, so that its own day's bar does not know it; before the first
/// one the value is missing.
///
/// Figures that were typed (revenue, shares, cash …) are known from the day that `date` names on, or 90 days after
/// `base_end`, the time that a yearly report takes; before, the value is missing. Without either the value is the
/// same on all bars and is hindsight, so that no rule may use it: today's figures would decide in the past.
///
/// Without `date` a value is meant for the end of its base year, as it is in `dcf`. With it each value is meant for
/// the day on which its figures were filed, and from `date` on for that day. Where the value depends on the price
/// (the weight of the debt at market, options at the price) that is the close of the first bar that sees the filing;
/// a price that was typed counts for nothing but typed figures.
///
/// A value is in the unit of the prices beside it, so that a split divides it on its day: see `ShareSplits`. A `split`
/// that was typed counts only for typed figures.
final class ValueSteps: Sendable {
  /// One valuation.
  struct Step: Sendable {
    /// The filing whose figures are new, or the day of the valuation; nil where figures were typed and not dated.
    var day: CivilDate?
    /// The first bar that sees it; nil for one that no bar sees.
    var firstBar: Int?
    /// The value for one share in the unit of the prices of its first bar; missing where it is refused.
    var value: Double
    /// What it is made of.
    var assumptions: Assumptions
    /// What the figures are of: `LTM to 2025-12-27, filed 2026-01-30, 0000320193-26-000006`.
    var figures = ""
    /// Why there is no value.
    var refusal: ValuationError?
    /// How many of the shares at that bar one share of the filing is.
    var sharesPerFiled: Double
  }

  let subject: ValuedCompany
  let steps: ValuationSteps
  /// The valuations in the order of time.
  let list: [Step]
  /// The splits of shares that were found.
  let splits: [ShareSplits.Split]
  /// The figures that were typed.
  let typed: [String]
  /// True where figures come from the company's reports.
  let followsFilings: Bool

  /// Values a company at each of its filings, as the bars of a series see them.
  init(_ subject: ValuedCompany, _ figures: Fundamentals?, on origin: Evaluation.Series) {
    let terms = ValueTerms(subject, figures)
    let splits = ShareSplits(terms.filed, on: origin.bars)
    let known = origin.knownTimes()
    var list =
      if let filed = terms.filed {
        Self.filed(terms, filed, splits, on: origin.bars)
      } else {
        Self.typed(terms, splits, on: origin.bars)
      }
    list.removeAll { $0.firstBar == nil }
    self.subject = subject
    self.list = list
    self.splits = splits.all
    typed = terms.typed
    followsFilings = terms.followsFilings
    // A split changes the unit on the day itself, between two filings.
    var moments: [(bar: Int, value: Double)] = []
    for (index, step) in list.enumerated() {
      guard let first = step.firstBar else { continue }
      moments.append((first, step.value))
      let end = index + 1 < list.count ? list[index + 1].firstBar ?? first : origin.bars.count
      for split in splits.onBars(after: first, before: end) {
        moments.append((split.bar, (moments.last?.value ?? step.value) / split.factor))
      }
    }
    let isUndated = !terms.followsFilings && terms.knownSince == nil
    steps = ValuationSteps(
      known: moments.map { isUndated && $0.bar == 0 ? Timestamp(milliseconds: .min) : known[$0.bar] },
      values: moments.map(\.value),
      hindsight: terms.hindsight, remarks: Self.remarks(terms, list, splits, origin.bars))
  }

  /// A valuation of typed figures alone: one value, from the day on which they were known.
  private static func typed(_ terms: ValueTerms, _ splits: ShareSplits, on bars: Bars) -> [Step] {
    guard !bars.isEmpty else { return [] }
    let firstBar = terms.knownSince.map { bars.firstBar(after: $0) } ?? 0
    let unit = firstBar.map { splits.sharesPerFiled(filed: terms.knownSince, isTyped: true, at: $0) } ?? 1
    let (value, refusal) = value(of: terms.subject.assumptions)
    return [
      Step(
        day: terms.knownSince, firstBar: firstBar, value: value / unit, assumptions: terms.subject.assumptions,
        refusal: refusal, sharesPerFiled: unit)
    ]
  }

  /// A valuation of each filing that a bar sees, and one of the day that the valuation is meant for.
  private static func filed(
    _ terms: ValueTerms, _ figures: FiledFigures, _ splits: ShareSplits, on bars: Bars
  ) -> [Step] {
    var days = figures.entries.map(\.day)
    if let since = terms.knownSince {
      // What was typed was not known before.
      if !terms.typed.isEmpty { days.removeAll { $0 < since } }
      if !days.contains(since) {
        days.append(since)
        days.sort()
      }
    }
    var steps: [Step] = []
    for (place, day) in days.enumerated() {
      guard let firstBar = bars.firstBar(after: day) else { break }
      // Of several filings between two bars the last one counts.
      if place + 1 < days.count, bars.firstBar(after: days[place + 1]) == firstBar { continue }
      guard let then = figures.known(on: day) else { continue }
      // Shares that were typed are in the unit of the day on which they were known.
      let isTyped = terms.typed.contains("shares")
      let unit = splits.sharesPerFiled(filed: isTyped ? terms.knownSince : then.day, isTyped: isTyped, at: firstBar)
      // The price as it would be for a share of the filing's unit.
      let price = bars.close.values[firstBar] * unit
      let assumptions = terms.assumptions(then, on: day, price: price)
      var (value, refusal) = value(of: assumptions)
      let allowed = terms.subject.assumptions.allowed
      if let finding = then.figures.refusals(allowing: allowed, typed: terms.given).first {
        (value, refusal) = (.nan, ValuationError(code: finding.code.rawValue, message: finding.message))
      }
      steps.append(
        Step(
          day: day, firstBar: firstBar, value: value / unit, assumptions: assumptions, figures: then.text,
          refusal: refusal,
          sharesPerFiled: unit))
    }
    return steps
  }

  private static func value(of assumptions: Assumptions) -> (Double, ValuationError?) {
    do { return (try DiscountedCashFlow.value(assumptions).valuePerShare, nil) } catch { return (.nan, error) }
  }

  private static func remarks(
    _ terms: ValueTerms, _ list: [Step], _ splits: ShareSplits, _ bars: Bars
  ) -> [ValuationSteps.Remark] {
    var remarks: [ValuationSteps.Remark] = []
    let title = terms.subject.title
    if !terms.typed.isEmpty || !terms.followsFilings {
      remarks.append(ValuationSteps.Remark(.typedFigures, terms.typedText))
    }
    let refused = list.filter { $0.refusal != nil }
    if let first = refused.first, let refusal = first.refusal {
      let count = refused.count == list.count ? "" : "\(refused.count) of \(list.count) valuations of "
      let day = first.day.map { "of \($0): " } ?? ""
      remarks.append(
        ValuationSteps.Remark(
          .valuationRefused,
          "\(count)\(title) \(refused.count == 1 ? "is" : "are") refused and missing; the first \(day)\(refusal.message.trimmedStop)",
          isWarning: true))
    }
    if list.isEmpty, !bars.isEmpty {
      remarks.append(
        ValuationSteps.Remark(
          .neverKnown, "no figures of \(title) are known up to the last bar: all values are missing", isWarning: true))
    }
    for split in splits.all
    where list.contains(where: { step in step.day.flatMap { day in split.filed.map { day < $0 } } ?? false }) {
      if let text = split.remark(title) { remarks.append(text) }
    }
    return remarks
  }
}

extension Diagnostic.Code {
  /// A valuation rests on figures that were typed, so that they were known on no particular day.
  static let typedFigures: Self = "typed-figures"
  /// A valuation in an expression is refused, so that its value is missing.
  static let valuationRefused: Self = "valuation-refused"
  /// No valuation is in work.
  static let noModel: Self = "no-model"
}

extension Bars {
  /// The first bar that opens after a day; nil where none does.
  func firstBar(after day: CivilDate) -> Int? {
    let index = firstIndex(notBefore: zone.timestamp(of: CivilTime(date: day.adding(days: 1))))
    return index < count ? index : nil
  }
}
