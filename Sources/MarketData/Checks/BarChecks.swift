import CLanes
import Calendar
import Columns
import Text
import Work

/// Looks for oddities in bars: prices that contradict each other, gaps, jumps like splits, no volume.
package enum BarChecks {
  /// Bars that one thread looks at in one go.
  private static let rangeSize = 1 << 16

  /// The observations in one range of bars.
  private struct Sums {
    var noVolume = Occurrences()
    var missing = Occurrences()
    var inconsistent = Occurrences()
    var nonPositive = Occurrences()
    var negativeVolume = Occurrences()
    var splits: [SplitSearch.Split] = []
    /// Changes overnight as large as those of a large split that are none.
    var leaps: [Int] = []
    var gaps = Occurrences()
    var largestGap: (length: Int64, index: Int) = (0, 0)
    var hasVolume = false
    /// The bars of the longest run that have one price, which is also the close before.
    var longestStill = 0
    /// True if a close is eight times the one before it or more, or an eighth or less.
    var hasLeap = false
  }

  private struct Occurrences {
    var count = 0
    var first = 0

    mutating func add(_ index: Int) {
      if count == 0 { first = index }
      count += 1
    }

    mutating func join(_ other: Occurrences) {
      if count == 0 { first = other.first }
      count += other.count
    }
  }

  /// The kinds of finding that it looks for.
  static let codes: Set<BarFinding.Code> = [
    .inconsistentPrices, .nonPositivePrices, .negativeVolume, .missingPrices, .possibleSplits, .gaps, .zeroVolume,
    .outsideSessions, .stuckPrice, .otherCurrency, .leaps, .hugePrices,
  ]

  /// The findings on bars.
  ///
  /// - Parameter plain: bars that `isPlain` has seen, in order, without the first two of each run of them.
  package static func findings(
    of bars: Bars, isMacro: Bool, hasVolume: Bool, plain: [Range<Int>] = [], threads: Int
  ) -> [BarFinding] {
    let rule = GapRule(bars)
    let ranges = (bars.count + rangeSize - 1) / rangeSize
    let seeksSplits = !isMacro && bars.timeframe.unit <= .day
    var parts = [Sums](repeating: Sums(), count: ranges)
    parts.withUnsafeMutableBufferPointer { parts in
      ParallelLoop.forEach(count: ranges, workers: threads) { part in
        let range = part * rangeSize..<min((part + 1) * rangeSize, bars.count)
        if isMacro {
          parts[part] = times(bars, range, rule)
        } else {
          parts[part] = prices(bars, range, rule, seeksSplits, plain: plain)
        }
      }
    }
    var sums = Sums()
    for part in parts {
      sums.missing.join(part.missing)
      sums.inconsistent.join(part.inconsistent)
      sums.nonPositive.join(part.nonPositive)
      sums.negativeVolume.join(part.negativeVolume)
      sums.noVolume.join(part.noVolume)
      sums.splits += part.splits
      sums.leaps += part.leaps
      sums.gaps.join(part.gaps)
      if part.largestGap.length > sums.largestGap.length { sums.largestGap = part.largestGap }
      sums.hasVolume = sums.hasVolume || part.hasVolume
      sums.longestStill = max(sums.longestStill, part.longestStill)
      sums.hasLeap = sums.hasLeap || part.hasLeap
    }
    let unitRuns = sums.hasLeap ? PriceRuns.inOtherUnit(bars) : []
    // A run that two ranges share is at least half in one of them, but for a bar on each side that is in a plain run.
    let mayBeStuck = sums.longestStill * 2 + 2 >= PriceRuns.least(bars)
    // A change of the unit is none of the shares.
    sums.splits.removeAll { split in
      unitRuns.contains { $0.range.lowerBound == split.index || $0.range.upperBound == split.index }
    }
    let leaps = sums.hasLeap ? PriceRuns.leaps(bars) : []
    let explained = Set(unitRuns.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + sums.splits.map(\.index))
    sums.leaps = Set(leaps + sums.leaps).subtracting(explained).sorted()
    return report(sums, bars, rule, hasVolume: hasVolume && !isMacro) + PriceRuns.findings(on: sums.leaps, bars)
      + (isMacro ? [] : runs(in: bars, unitRuns, stuck: mayBeStuck ? PriceRuns.stuck(bars) : [], rule))
  }

  /// The findings of some kinds on the prices of some bars alone, which the rest are only compared with.
  static func findings(of bars: Bars, in range: Range<Int>, among codes: Set<BarFinding.Code>) -> [BarFinding] {
    guard !codes.isEmpty, !range.isEmpty else { return [] }
    let rule = GapRule(bars)
    let single: Set<BarFinding.Code> = [.inconsistentPrices, .nonPositivePrices, .missingPrices]
    var found: [BarFinding] = []
    if !codes.isDisjoint(with: single) {
      found = report(prices(bars, range, rule, false), bars, rule, hasVolume: false).filter { single.contains($0.code) }
    }
    let units = codes.contains(.otherCurrency) ? PriceRuns.inOtherUnit(bars) : []
    let clipped = units.map { PriceRuns.UnitRun(range: $0.range.clamped(to: range), factor: $0.factor) }
    found += runs(
      in: bars, clipped, stuck: codes.contains(.stuckPrice) ? PriceRuns.stuck(bars) : [], within: range, rule)
    return found.filter { codes.contains($0.code) }
  }

  /// The findings on bars outside sessions, and on runs of prices that are those of no market.
  private static func runs(
    in bars: Bars, _ unitRuns: [PriceRuns.UnitRun], stuck: [Int], within range: Range<Int>? = nil, _ rule: GapRule
  ) -> [BarFinding] {
    func finding(_ code: BarFinding.Code, _ indices: [Int], _ message: (_ bars: String) -> String) -> BarFinding? {
      guard let first = indices.first else { return nil }
      let words = NumberText.counted(indices.count, "bar")
      return BarFinding(
        code, message: message(words) + Wording.plural(indices.count, ": ", ", first ") + bars.label(at: first),
        count: indices.count, firstTime: bars.times[first],
        places: indices.prefix(12).map { BarFinding.Place(time: bars.times[$0], text: bars.label(at: $0)) })
    }
    return [
      finding(.outsideSessions, range == nil ? SessionChecks.outside(bars) : []) {
        "\($0) outside the sessions\(rule.source)"
      },
      finding(.stuckPrice, stuck.filter { range?.contains($0) ?? true }) {
        "\($0) with an unchanged price and no volume"
      },
      finding(.otherCurrency, unitRuns.filter { $0.size == 100 }.flatMap { Array($0.range) }) {
        "\($0) with prices a hundred times those around them, or a hundredth, like pence for pounds"
      },
      finding(.otherCurrency, unitRuns.filter { $0.size != 100 }.flatMap { Array($0.range) }) {
        "\($0) with prices ten or a thousand times those around them, or a tenth or thousandth: a lost digit or another unit"
          + "; `repair currency` repairs them"
      },
    ].compactMap { $0 }
  }

  private static func times(_ bars: Bars, _ range: Range<Int>, _ rule: GapRule) -> Sums {
    var sums = Sums()
    times(bars, range, rule, &sums)
    return sums
  }

  private static func times(_ bars: Bars, _ range: Range<Int>, _ rule: GapRule, _ sums: inout Sums) {
    bars.times.withUnsafeBufferPointer { times in
      for index in range where index > 0 { look(times, index, rule, &sums) }
    }
  }

  @inline(__always)
  private static func look(
    _ times: UnsafeBufferPointer<Timestamp>,
    _ index: Int,
    _ rule: GapRule,
    _ sums: inout Sums
  ) {
    let distance = times[index].milliseconds - times[index - 1].milliseconds
    guard distance > rule.usual, let length = rule.gap(from: times[index - 1], to: times[index]) else {
      return
    }
    sums.gaps.add(index)
    if length > sums.largestGap.length { sums.largestGap = (length, index) }
  }

  /// True for rows of columns in which, the first two left out, each bar is sound and traded, and its prices are
  /// neither far from the close before nor unchanged over two bars.
  static func isPlain(_ columns: RowColumns.Pointers, _ rows: Range<Int>) -> Bool {
    func column(_ role: ColumnRole) -> UnsafeMutablePointer<Double> {
      columns.numbers[Int(role.rawValue)] + rows.lowerBound
    }
    return lanes_count_odd_bars(
      column(.open), column(.high), column(.low), column(.close), column(.volume), rows.count) == 0
  }

  /// The observations in a range, reading only the times of plain bars.
  private static func prices(
    _ bars: Bars, _ range: Range<Int>, _ rule: GapRule, _ seeksSplits: Bool, plain: [Range<Int>] = []
  ) -> Sums {
    var sums = Sums()
    var start = range.lowerBound
    for run in plain {
      if run.upperBound <= start { continue }
      if run.lowerBound >= range.upperBound { break }
      let own = run.clamped(to: start..<range.upperBound)
      prices(bars, start..<own.lowerBound, rule, seeksSplits, &sums)
      times(bars, own, rule, &sums)
      sums.hasVolume = sums.hasVolume || !own.isEmpty
      // A single one may be unchanged.
      sums.longestStill = max(sums.longestStill, 1)
      start = own.upperBound
    }
    prices(bars, start..<range.upperBound, rule, seeksSplits, &sums)
    return sums
  }

  private static func prices(
    _ bars: Bars, _ range: Range<Int>, _ rule: GapRule, _ seeksSplits: Bool, _ sums: inout Sums
  ) {
    var volumes = 0.0
    var (still, longestStill, hasLeap) = (0, 0, false)
    bars.times.withUnsafeBufferPointer { times in
      bars.open.values.withUnsafeBufferPointer { opens in
        bars.high.values.withUnsafeBufferPointer { highs in
          bars.low.values.withUnsafeBufferPointer { lows in
            bars.close.values.withUnsafeBufferPointer { closes in
              bars.volume.values.withUnsafeBufferPointer { volume in
                var before = range.lowerBound > 0 ? closes[range.lowerBound - 1] : Double.nan
                for index in range {
                  let open = opens[index]
                  let high = highs[index]
                  let low = lows[index]
                  let close = closes[index]
                  let isSound =
                    high >= open && high >= close && low <= open && low <= close && low <= high && low > 0
                  if !isSound { classify(open, high, low, close, index, &sums) }
                  if seeksSplits, SplitSearch.isCandidate(open: open, before: before) {
                    if let split = SplitSearch.split(at: index, in: bars) {
                      sums.splits.append(split)
                    } else if SplitSearch.isLeap(at: index, in: bars) {
                      sums.leaps.append(index)
                    }
                  }
                  hasLeap = hasLeap || close > 8 * before || before > 8 * close
                  still = high == low && close == before ? still &+ 1 : 0
                  longestStill = max(longestStill, still)
                  before = close
                  let traded = volume[index]
                  volumes += traded > 0 ? 1 : 0
                  if traded < 0 { sums.negativeVolume.add(index) }
                  if traded == 0 { sums.noVolume.add(index) }
                  if index > 0 { look(times, index, rule, &sums) }
                }
              }
            }
          }
        }
      }
    }
    sums.hasVolume = sums.hasVolume || volumes > 0
    sums.longestStill = max(sums.longestStill, longestStill)
    sums.hasLeap = sums.hasLeap || hasLeap
  }

  private static func classify(
    _ open: Double,
    _ high: Double,
    _ low: Double,
    _ close: Double,
    _ index: Int,
    _ sums: inout Sums
  ) {
    if open.isNaN || high.isNaN || low.isNaN || close.isNaN { sums.missing.add(index) }
    if high < low || open > high || open < low || close > high || close < low { sums.inconsistent.add(index) }
    if open <= 0 || high <= 0 || low <= 0 || close <= 0 { sums.nonPositive.add(index) }
  }

  private static func report(_ sums: Sums, _ bars: Bars, _ rule: GapRule, hasVolume: Bool) -> [BarFinding] {
    var findings: [BarFinding] = []
    func add(_ code: BarFinding.Code, _ occurrences: Occurrences, _ message: (_ bars: String) -> String) {
      guard occurrences.count > 0 else { return }
      let words = NumberText.counted(occurrences.count, "bar")
      findings.append(
        BarFinding(
          code,
          message: message(words) + Wording.plural(occurrences.count, ": ", ", first ")
            + bars.label(at: occurrences.first),
          count: occurrences.count,
          firstTime: bars.times[occurrences.first]
        )
      )
    }
    add(.inconsistentPrices, sums.inconsistent) {
      "\($0) with a high below the low, or open or close outside them"
    }
    add(.nonPositivePrices, sums.nonPositive) { "\($0) with a price of zero or below" }
    add(.negativeVolume, sums.negativeVolume) { "\($0) with a negative volume" }
    add(.missingPrices, sums.missing) { "\($0) without some of the prices" }
    if let first = sums.splits.first {
      let places = sums.splits.map {
        BarFinding.Place(time: bars.times[$0.index], text: "\(bars.label(at: $0.index)) (\($0.text))")
      }
      findings.append(
        BarFinding(
          .possibleSplits, message: BarFinding.splitText(places), count: places.count,
          firstTime: bars.times[first.index], places: places))
    }
    if sums.gaps.count > 0 {
      let largest = sums.largestGap
      let before = bars.times[largest.index - 1]
      findings.append(
        BarFinding(
          .gaps,
          message: (NumberText.counted(sums.gaps.count, "gap") + Wording.plural(sums.gaps.count, "", ", the largest"))
            + " of " + rule.words(largest.length, after: before, label: bars.label(at: largest.index - 1)),
          count: sums.gaps.count,
          firstTime: before
        )
      )
    }
    if hasVolume, !sums.hasVolume {
      if sums.noVolume.count + sums.negativeVolume.count == 0 {
        findings.append(BarFinding(.missingColumns, message: "the column of volumes is empty", count: bars.count))
      } else {
        let what = sums.noVolume.count == bars.count ? "the volume is zero in every bar" : "no volume is above zero"
        findings.append(BarFinding(.zeroVolume, message: what, count: bars.count))
      }
    } else if bars.timeframe.unit >= .day {
      add(.zeroVolume, sums.noVolume) { "\($0) with a volume of zero" }
    }
    return findings
  }
}
