import Calendar
import Columns
import Commands
import JSON
import Language
import Presentation
import Reports
import Sessions
import Text
import Workspace

extension Role<[Word]> {
  static var comparedSeries: Self { .words("series", .series, "A, B") }
}

extension Execution {
  /// Compares the bars of two series, to the bit, over the time that both have.
  mutating func compareSeries(_ words: [Word], at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    guard words.count == 2 else {
      throw Diagnostic(
        .missingArgument, "two series are compared, not \(words.count)", at: span, hints: ["`compare series A, B`"])
    }
    let (first, second) = (try loadedSeries(words[0]), try loadedSeries(words[1]))
    let (left, right) = (first.unadjusted, second.unadjusted)
    guard left.timeframe == right.timeframe else {
      throw Diagnostic(
        .timeframesDiffer, "bars of \(left.timeframe) are not compared with bars of \(right.timeframe)",
        at: words[1].span)
    }
    guard let start = [left.times.first, right.times.first].compactMap(\.self).max(), !left.isEmpty, !right.isEmpty,
      let end = [left.times.last, right.times.last].compactMap(\.self).min(), start <= end
    else {
      throw Diagnostic(.emptyWindow, "`\(first.name)` and `\(second.name)` have no time in common", at: words[1].span)
    }
    var (equal, total) = (0, 0)
    var different: [String] = []
    var (index, other) = (left.firstIndex(notBefore: start), right.firstIndex(notBefore: start))
    func time(_ bars: Bars, _ index: Int) -> Timestamp? {
      index < bars.count && bars.times[index] <= end ? bars.times[index] : nil
    }
    while let next = [time(left, index), time(right, other)].compactMap(\.self).min() {
      total += 1
      if total.isMultiple(of: 4096) { try checkInterruption() }
      let (isLeft, isRight) = (time(left, index) == next, time(right, other) == next)
      let difference =
        !isRight
        ? "`\(second.name)` has no bar"
        : !isLeft ? "`\(first.name)` has no bar" : Self.difference(left, index, right, other)
      if let difference {
        different.append("\(isLeft ? left.label(at: index) : right.label(at: other)): \(difference)")
      } else {
        equal += 1
      }
      index += isLeft ? 1 : 0
      other += isRight ? 1 : 0
    }
    let rest = different.count - 10
    return Done(
      action: "compare series",
      message: StyledText("\(NumberText.grouped(equal)) of \(NumberText.counted(total, "bar")) equal"),
      details: [("bars", .integer(total)), ("equal", .integer(equal)), ("different", .strings(different))],
      notes: different.prefix(10) + (rest > 0 ? ["… \(NumberText.grouped(rest)) more"] : []))
  }

  /// The first figure that differs between two bars; nil if they are equal.
  private static func difference(_ left: Bars, _ index: Int, _ right: Bars, _ other: Int) -> String? {
    let figures: [(String, KeyPath<Bars, Column>)] = [
      ("open", \.open), ("high", \.high), ("low", \.low), ("close", \.close), ("volume", \.volume),
    ]
    for (name, path) in figures {
      let (one, two) = (left[keyPath: path][index], right[keyPath: path][other])
      if one.bitPattern == two.bitPattern || one.isNaN && two.isNaN { continue }
      return "\(name) \(NumberFormat.general.text(one)) and \(NumberFormat.general.text(two))"
    }
    return nil
  }
}
