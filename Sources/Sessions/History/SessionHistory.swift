import Backtesting
import Columns
import Evaluation
import OrderedCollections
import Reports
import Research
import Workspace

/// The sessions that `undo` and `redo` go to, within a budget of memory.
///
/// A session shares all that a statement does not change with the one before, so that most of them cost next to
/// nothing. Values that only the history holds (bars that were reloaded, backtests under a name that was taken
/// again) counts against the budget; beyond it the oldest is released, and found again by its source when a session
/// goes back to it.
package struct SessionHistory: Sendable {
  /// The most statements that `undo` takes back.
  package static let depth = 200

  /// Sessions to go back to, the latest last.
  package private(set) var past = SnapshotStack(depth: Self.depth)
  /// Sessions that were left by going back, the nearest last.
  package private(set) var future: [SessionSnapshot] = []
  /// The most bytes that it holds beyond the open session.
  package let budget: Int
  /// An upper bound of the bytes that it holds.
  private var held = 0

  package init(budget: Int) { self.budget = budget }

  /// Keeps the session before a statement; undone statements cannot be redone after that.
  package mutating func push(_ before: Session, now: Session, statement: String) {
    let snapshot = SessionSnapshot(before, statement: statement)
    past.append(snapshot)
    future = []
    let live = now.parts
    for (part, bytes) in snapshot.parts where live[part] == nil { held += bytes }
    if held > budget { release(besides: live) }
  }

  /// Takes the latest session off, for one that goes back to it.
  package mutating func goBack(from current: Session, to session: Session) {
    guard let statement = past.removeLast()?.statement else { return }
    future.append(SessionSnapshot(current, statement: statement))
    release(besides: session.parts)
  }

  /// Takes the session off that was left last, for one that goes forward to it.
  package mutating func goForward(from current: Session, to session: Session) {
    let statement = future.removeLast().statement
    past.append(SessionSnapshot(current, statement: statement))
    release(besides: session.parts)
  }

  /// Releases the oldest parts that only the history holds, until it keeps to the budget.
  private mutating func release(besides live: [SessionPart: Int]) {
    var order: [(part: SessionPart, bytes: Int)] = []
    var seen = Set(live.keys)
    for snapshot in past.elements + future.reversed() {
      for (part, bytes) in snapshot.parts where seen.insert(part).inserted { order.append((part, bytes)) }
    }
    held = order.reduce(0) { $0 + $1.bytes }
    guard held > budget else { return }
    var older = past.elements
    defer { past.replace(with: older) }
    var released: Set<SessionPart> = []
    for (part, bytes) in order where held > budget && part.isFoundAgain {
      released.insert(part)
      held -= bytes
    }
    if !released.isEmpty {
      for index in older.indices where older[index].holds(released) {
        older[index] = older[index].releasing(released)
      }
      for index in future.indices where future[index].holds(released) {
        future[index] = future[index].releasing(released)
      }
    }
    // Lists of names and scenarios cannot be found again: a session that holds thousands of them goes back less far.
    while held > budget, older.count > 1 {
      let first = older.removeFirst()
      let rest = older.reduce(into: Set(live.keys)) { $0.formUnion($1.parts.keys) }
      for (part, bytes) in first.parts where !rest.contains(part) { held -= bytes }
    }
  }
}

/// A part of a session that may take much memory, by its identity.
package enum SessionPart: Hashable {
  /// The bars of a series that was loaded, with all that came later.
  case bars(UInt64)
  /// A backtest.
  case result(NamedResult.ID)
  /// A list of names, scenarios and the like, by the address of its memory.
  case list(UInt)

  /// Whether the session file can bring it back.
  package var isFoundAgain: Bool { if case .list = self { false } else { true } }
}

extension Session {
  /// The parts that may take much memory, with their bytes; sessions that share a part share its memory.
  package var parts: [SessionPart: Int] {
    var parts: [SessionPart: Int] = [:]
    // By index, as a loop over values copies each with all that it holds.
    let loaded = series.values.elements
    for index in loaded.indices { parts[.bars(loaded[index].all.id.source)] = loaded[index].byteCount }
    for result in results.values {
      guard let report = result.backtest else { continue }
      parts[.result(result.id)] = report.byteCount
      let origin = report.series.origin ?? report.series
      if parts[.bars(origin.id.source)] == nil { parts[.bars(origin.id.source)] = origin.bars.byteCount }
    }
    Self.add(strategies.values.elements, to: &parts)
    Self.add(universes.values.elements, to: &parts)
    Self.add(results.values.elements, to: &parts)
    Self.add(series.values.elements, to: &parts)
    Self.add(research.forecasts, to: &parts)
    return parts
  }

  private static func add<Element>(_ list: [Element], to parts: inout [SessionPart: Int]) {
    list.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
      // The key and its place in the hash table are stored with the value.
      let each = MemoryLayout<Element>.stride + MemoryLayout<String>.stride + MemoryLayout<Int>.stride
      parts[.list(UInt(bitPattern: start))] = buffer.count * each
    }
  }
}

extension SessionSnapshot {
  /// Whether it has one of some parts.
  fileprivate func holds(_ some: Set<SessionPart>) -> Bool { some.contains { parts[$0] != nil } }
}

extension LoadedSeries {
  /// The bytes of its bars.
  package var byteCount: Int { all.bars.byteCount + (series === all ? 0 : series.bars.byteCount) }
}

extension Bars {
  /// The bytes of the times and the five columns.
  fileprivate var byteCount: Int { count * 6 * MemoryLayout<Double>.stride }
}

extension BacktestReport {
  /// The bytes of its trades and of the columns of its equity and its cash, which may not have been made yet.
  fileprivate var byteCount: Int {
    2 * result.range.count * MemoryLayout<Double>.stride + result.trades.count * MemoryLayout<Trade>.stride
  }
}
