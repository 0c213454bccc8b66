import Columns
import Synchronization

/// The equity and the cash at each close of a run.
///
/// A run that goes from fill to fill has them as a path, which becomes columns when needed.
struct AccountCurve: Sendable, Hashable {
  private enum Form: Sendable {
    case columns(equity: Column, cash: Column)
    case path(PathColumns)
  }

  private var form: Form

  init(equity: Column, cash: Column) { form = .columns(equity: equity, cash: cash) }

  /// The curve of a path on a window of closes.
  ///
  /// - Parameter fall: the deepest drawdown from the cash at the start; nil if it is not known.
  init(_ path: AccountPath, closes: Column, range: Range<Int>, fall: Double?) {
    form = .path(PathColumns(path, closes: closes, range: range, fall: fall))
  }

  var equity: Column {
    get {
      switch form {
      case .columns(let equity, _): equity
      case .path(let path): path.equity
      }
    }
    set { form = .columns(equity: newValue, cash: cash) }
  }

  var cash: Column {
    get {
      switch form {
      case .columns(_, let cash): cash
      case .path(let path): path.cash
      }
    }
    set { form = .columns(equity: equity, cash: newValue) }
  }

  /// The equity at the last close; nil if there is none.
  var lastEquity: Double? {
    switch form {
    case .columns(let equity, _): equity.values.last
    case .path(let path): path.withCurve { $0.last }
    }
  }

  /// The lowest equity at a close; infinite if there is none.
  var lowestEquity: Double {
    switch form {
    case .columns(let equity, _): equity.values.withUnsafeBufferPointer { $0.lowest }
    case .path(let path): path.withCurve { $0.lowest }
    }
  }

  /// The columns that there are by now.
  var columnsAtHand: [Column] {
    switch form {
    case .columns(let equity, let cash): [equity, cash]
    case .path(let path): path.columnsAtHand
    }
  }

  /// The figures of the run.
  func performance(
    _ run: RunTotals, _ basis: ReturnBasis, _ detail: Performance.Detail, _ scratch: inout PerformanceScratch
  ) -> Performance {
    switch form {
    case .columns(let equity, _):
      equity.values.withUnsafeBufferPointer {
        Performance(of: $0, run: run, basis: basis, detail: detail, scratch: &scratch)
      }
    case .path(let path):
      path.withCurve {
        Performance(of: $0, run: run, basis: basis, detail: detail, fall: path.fall, scratch: &scratch)
      }
    }
  }

  /// The returns between the marks of a basis, or between successive closes.
  func returns(startingFrom initial: Double, marks: [Int]?) -> [Double] {
    var scratch = PerformanceScratch()
    var returns: [Double] = []
    func read(_ curve: some EquityCurve) {
      scratch.withReturns(of: curve, startingFrom: initial, marks: marks) { values, _ in returns = Array(values) }
    }
    switch form {
    case .columns(let equity, _): equity.values.withUnsafeBufferPointer { read($0) }
    case .path(let path): path.withCurve { read($0) }
    }
    return returns
  }

  /// The drawdowns in the order of their starts; see ``Drawdown/all(of:startingFrom:)``.
  func drawdowns(startingFrom initial: Double) -> [Drawdown] {
    switch form {
    case .columns(let equity, _): Drawdown.all(of: equity.values.array, startingFrom: initial)
    case .path(let path): path.withCurve { $0.drawdowns(startingFrom: initial).drawdowns }
    }
  }

  /// Whether both have the same values at all closes.
  static func == (left: AccountCurve, right: AccountCurve) -> Bool {
    left.equity == right.equity && left.cash == right.cash
  }

  /// Hashes the last value.
  func hash(into hasher: inout Hasher) { hasher.combine(lastEquity) }
}

/// The path of a run, and the columns that were made of it.
private final class PathColumns: Sendable {
  private let path: AccountPath
  private let closes: Column
  private let first: Int
  /// The deepest drawdown from the cash at the start; nil if it is not known.
  let fall: Double?
  private let made = Mutex<(equity: Column?, cash: Column?)>((nil, nil))

  init(_ path: AccountPath, closes: Column, range: Range<Int>, fall: Double?) {
    (self.path, self.closes, self.fall) = (path, closes, fall)
    first = range.lowerBound
  }

  func withCurve<Result>(_ body: (PathCurve) -> Result) -> Result {
    closes.values.withUnsafeBufferPointer { path.withCurve(UnsafeBufferPointer(rebasing: $0[first...]), body) }
  }

  var equity: Column {
    made.withLock { made in
      if let equity = made.equity { return equity }
      let equity = withCurve { curve in Column(count: curve.count) { curve.write(into: $0) } }
      made.equity = equity
      return equity
    }
  }

  var cash: Column {
    made.withLock { made in
      if let cash = made.cash { return cash }
      let cash = Column(count: path.count) { values in
        for (place, stretch) in path.stretches.enumerated() {
          let end = place + 1 < path.stretches.count ? path.stretches[place + 1].start : path.count
          values[stretch.start..<end].update(repeating: stretch.cash)
        }
      }
      made.cash = cash
      return cash
    }
  }

  var columnsAtHand: [Column] { made.withLock { [$0.equity, $0.cash].compactMap(\.self) } }
}
