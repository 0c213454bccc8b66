import Calendar
import Columns
import Language

/// The context after `@`: the bars that an expression is computed on, seen from a series.
///
/// A part that is left out is that of the series it is seen from, so that an inner context keeps its own.
public struct BarContext: Hashable, Sendable {
  /// Another symbol.
  public var symbol: String?
  /// Bars of another length.
  public var timeframe: Timeframe?
  /// True for the prices of the series as traded, before any adjustment for splits and dividends.
  public var isRaw = false

  /// Makes a context.
  public init(symbol: String? = nil, timeframe: Timeframe? = nil) {
    self.symbol = symbol
    self.timeframe = timeframe
  }

  /// The traded prices of the series.
  static var raw: BarContext {
    var context = BarContext()
    context.isRaw = true
    return context
  }

  /// The context written after one or two `@`.
  init(_ contexts: [Context]) {
    self.init()
    for context in contexts {
      switch context {
      case .symbol(let symbol, _): self.symbol = symbol
      // The parser lets units through that make timeframes only.
      case .timeframe(let text, _): timeframe = Timeframe(text)
      }
    }
  }
}

extension BarContext: CustomStringConvertible {
  /// The context as typed: `@ MSFT @ 1d`.
  public var description: String {
    if isRaw { return "as traded" }
    return [symbol.map { ResultCurve(symbol: $0)?.text ?? $0 }, timeframe.map { "\($0)" }].compactMap {
      $0.map { "@ \($0)" }
    }.joined(separator: " ")
  }
}

/// The source of the series of other symbols and other timeframes, and of the valuations of companies.
///
/// It gives the same `Series` for the same question as long as nothing was reloaded, so that columns computed
/// on it are found again.
public protocol SeriesSource: ValuationSource {
  /// The series of a symbol, with the bars as loaded.
  func series(named symbol: String) throws(ContextError) -> Series

  /// The series that a context means, seen from another one.
  func series(in context: BarContext, seenFrom series: Series) throws(ContextError) -> Series

  /// Called when an evaluator computes on a series for another one; does nothing by default.
  func noteRead(of series: Series, from outer: Series)
}

extension SeriesSource {
  /// Does nothing.
  public func noteRead(of series: Series, from outer: Series) {}
}

/// The reason why a context means no series.
public struct ContextError: Error, Hashable, Sendable {
  /// The part of the context that is at fault.
  public enum Part: Hashable, Sendable {
    case symbol, timeframe
  }

  /// The part that is at fault.
  public var part: Part
  /// The message: one sentence without its full stop.
  public var message: String
  /// The hints.
  public var hints: [String]

  /// Makes an error.
  public init(_ part: Part, _ message: String, hints: [String] = []) {
    self.part = part
    self.message = message
    self.hints = hints
  }

  /// The stable code for programs.
  public var code: DiagnosticCode { part == .symbol ? .unknownSeries : .cannotResample }
}

/// A source if nothing is loaded besides the series in use.
public struct NoOtherSeries: SeriesSource {
  /// Makes the source.
  public init() {}

  /// Throws for every symbol.
  public func series(named symbol: String) throws(ContextError) -> Series {
    throw ContextError(.symbol, "`\(symbol)` is not loaded")
  }

  /// The series itself, unless the context means another one.
  public func series(in context: BarContext, seenFrom series: Series) throws(ContextError) -> Series {
    if let symbol = context.symbol, symbol != series.name { return try self.series(named: symbol) }
    guard let timeframe = context.timeframe, timeframe != series.bars.timeframe else { return series }
    throw ContextError(.timeframe, "bars of \(series.bars.timeframe) cannot be made into bars of \(timeframe) here")
  }
}
