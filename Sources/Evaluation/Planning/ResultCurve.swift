import Columns
import Indicators
import Language

/// A curve of a result as a symbol that cannot be typed: no rule may read it, as its field in an expression says.
public struct ResultCurve: Hashable, Sendable {
  private static let mark: Character = "\u{1}"

  /// The name of the result.
  public var result: String
  /// The name of the curve.
  public var name: String

  init(result: String, name: String) {
    self.result = result
    self.name = name
  }

  /// The curve of a symbol; nil for the symbol of a series.
  public init?(symbol: String) {
    guard symbol.first == Self.mark, let dot = symbol.lastIndex(of: ".") else { return nil }
    result = String(symbol[symbol.index(after: symbol.startIndex)..<dot])
    name = String(symbol[symbol.index(after: dot)...])
  }

  /// The curve as typed: `trial.equity`.
  var text: String { "\(result).\(name)" }

  /// The symbol.
  var symbol: String { "\(Self.mark)\(result).\(name)" }
}

extension Planner {
  /// Plans a curve of a result, seen on the bars in use by its times; missing outside of the run.
  mutating func plan(_ curve: ResultCurve, at span: SourceSpan) -> Planned {
    let close = add(.field(.close))
    let node = add(.joined(close, BarContext(symbol: curve.symbol), .fresh))
    if let series, let inner = try? source.series(named: curve.symbol) {
      plan.note(
        warmUp: min(series.join(with: inner).firstBar(seeing: 0), max(0, series.bars.count - 1)), settled: nil, of: node
      )
    }
    return Planned(kind: curve.name == "equity" ? .number : .rate, content: .node(node), lookAhead: span)
  }
}
