import Calendar
import Columns
import Evaluation
import Language
import Platform

/// The range of a window: bars, and the greatest number of rows of a list.
package struct WindowSelection: Sendable {
  /// The bars examined.
  package var bars: Range<Int>
  /// The number of first or last rows; nil for all.
  package var rows: RowLimit?

  /// The bars of a selection that counts rows of bars.
  package var listedBars: Range<Int> { rows?.limited(bars) ?? bars }

  /// The rows that are listed, of those of the selected bars.
  package func limited(_ indexes: [Int]) -> [Int] { rows?.limited(indexes) ?? indexes }

  /// The rows that are listed, of those of the selected bars.
  package func limited<Row>(_ all: [Row]) -> [Row] { rows.map { Array($0.limited(all)) } ?? all }
}

extension Execution {
  /// Resolves a window on bars; without one `rows` of all bars.
  package mutating func selection(
    _ window: (window: Window, span: SourceSpan)?, in bars: Bars, rows: RowLimit?
  ) throws(Diagnostic) -> WindowSelection {
    let all = 0..<bars.count
    guard let window else { return WindowSelection(bars: all, rows: rows) }
    return try selection(window.window, at: window.span, of: all, in: bars)
  }

  /// Resolves a window on a part of the bars.
  private mutating func selection(
    _ window: Window, at span: SourceSpan, of all: Range<Int>, in bars: Bars
  ) throws(Diagnostic) -> WindowSelection {
    switch window {
    case .all: return WindowSelection(bars: all, rows: nil)
    case .end(let end, of: let range):
      return try selection(end, at: span, of: try selection(range, at: span, of: all, in: bars).bars, in: bars)
    case .first(let expression):
      if case .bars(let count) = try value(of: expression).value {
        return WindowSelection(bars: RowLimit.first(count).limited(all), rows: nil)
      }
      return WindowSelection(bars: all, rows: .first(try count(expression)))
    case .last(let expression):
      switch try value(of: expression).value {
      case .number(let count):
        guard count >= 1, count == count.rounded(), count < 1e12 else {
          throw Diagnostic(
            .invalidWindow, "`last` takes a whole number from 1, or a duration", at: expression.span)
        }
        if let warning = Diagnostic.millions(expression, of: all.count) { warn(warning) }
        return WindowSelection(bars: all, rows: .last(Int(count)))
      case .bars(let count): return WindowSelection(bars: RowLimit.last(count).limited(all), rows: nil)
      case .duration(let duration):
        if let warning = Diagnostic.minutes(duration, on: bars.timeframe, at: expression.span) { warn(warning) }
        return WindowSelection(bars: WindowRange.bars(last: duration, of: all, in: bars), rows: nil)
      case let other:
        throw Diagnostic(
          .invalidWindow, "`last` takes a number of rows or a duration, not \(other.kind.described)",
          at: expression.span, hints: ["`last 20`, `last 6mo`, `last 20 bars`, `since 2012`"])
      }
    case .range(let since, let until):
      let start = try since.map { expression throws(Diagnostic) in try dates(expression, zone: bars.zone) }
      let end = try until.map { expression throws(Diagnostic) in try dates(expression, zone: bars.zone) }
      if let start, let end, end.end <= start.start {
        let swapped = since.flatMap { since in until.map { "since \($0) until \(since)" } }
        throw Diagnostic(
          .invalidWindow, "the window ends before it begins", at: span,
          hints: swapped.map { ["write `\($0)`"] } ?? [])
      }
      return WindowSelection(bars: WindowRange.bars(from: start, to: end, in: bars).clamped(to: all), rows: nil)
    }
  }

  /// The moments that a window covers without bars: for lists of trades and forecasts.
  package mutating func dates(_ expression: Expression, zone: Zone) throws(Diagnostic) -> DateRange {
    let value = try value(of: expression).value
    var literal: DateLiteral?
    switch value {
    case .date(let date): literal = date
    case .number(let number) where number == number.rounded() && (1000...9999).contains(number):
      literal = .year(Int(number))
    case .text(let text): literal = DateText.literal(text)
    default: break
    }
    if case .moment(let milliseconds) = value, !milliseconds.isNaN {
      return DateRange(moment: Timestamp(milliseconds: Int64(milliseconds)))
    }
    guard let literal, let range = DateRange(literal, zone: zone, today: environment.today) else {
      throw Diagnostic(
        .invalidWindow, "a date is needed here, but this is \(value.kind.described)", at: expression.span,
        hints: ["`2012-01-31`, `2012-01`, `2012`, `today - 2y`"])
    }
    return range
  }

  /// The selection, which must hold at least one bar.
  package mutating func bars(
    _ window: (window: Window, span: SourceSpan)?, in series: Evaluation.Series
  ) throws(Diagnostic) -> Range<Int> {
    let selection = try selection(window, in: series.bars, rows: nil)
    let range = selection.listedBars
    guard !range.isEmpty else { throw emptyWindow(series, at: window?.span) }
    return range
  }

  /// The error of a window without bars, which names the range that has bars.
  package func emptyWindow(_ series: Evaluation.Series, at span: SourceSpan?) -> Diagnostic {
    let bars = series.bars
    var hints: [String] = []
    if !bars.isEmpty {
      hints = ["\(series.name) has bars from \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))"]
    }
    return Diagnostic(.emptyWindow, "there are no bars in this window", at: span, hints: hints)
  }
}
