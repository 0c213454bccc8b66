import Evaluation
import OrderedCollections
import Presentation
import Reports
import Workspace

/// The results of the last entries of the prompt, for `$3`, which is the third of this session, within a budget of memory.
package struct ShownResults: Sendable {
  /// The number of entries whose results are kept.
  package static let depth = 50

  /// The number of results so far: that of the newest one.
  package private(set) var count = 0
  /// The results by their number.
  private var byEntry: [Int: any StatementResult] = [:]
  /// The latest result that the budget let go; 0 if it let none go.
  package private(set) var lastLetGo = 0
  /// The most bytes that they hold beyond the session.
  package let budget: Int

  package init(budget: Int) { self.budget = budget }

  /// Keeps the result of an entry of the prompt, of several the last, and gives the entry its number.
  ///
  /// - Parameter shared: the addresses of the memory that the session holds anyway.
  package mutating func keep(
    _ result: any StatementResult, of prompted: inout PromptEntry, besides shared: @autoclosure () -> Set<UInt>
  ) {
    if prompted.result == nil { count += 1 }
    let entry = prompted.result ?? count
    prompted.result = entry
    byEntry[entry] = result
    byEntry = byEntry.filter { $0.key > entry - Self.depth }
    guard bytes(of: byEntry.keys, besides: []).last?.bytes ?? 0 > budget else { return }
    // Apart from the newest, which is on the screen, the oldest go first.
    for (number, bytes) in bytes(of: byEntry.keys, besides: shared()) where bytes > budget && number != entry {
      var dropped = byEntry.removeValue(forKey: number)
      if dropped?.rowCount ?? 0 > 50_000 { Leftovers.release(&dropped, leaving: nil) }
      lastLetGo = max(lastLetGo, number)
    }
  }

  /// The result of a number.
  package subscript(number: Int) -> (any StatementResult)? { byEntry[number] }

  /// The bytes of some entries from the newest down to each; memory that several hold counts once.
  private func bytes(
    of entries: some Collection<Int>, besides shared: Set<UInt>
  ) -> [(number: Int, bytes: Int)] {
    var seen = shared
    var sum = 0
    return entries.sorted(by: >).map { number in
      sum += 4096
      for piece in byEntry[number]?.memory ?? [] where piece.address == 0 || seen.insert(piece.address).inserted {
        sum += piece.bytes
      }
      return (number, sum)
    }
  }
}

extension Session {
  /// The addresses of the memory of its series and backtests.
  package var heldAddresses: Set<UInt> {
    let loaded = series.values.flatMap { HeldMemory.bars($0.all.bars) + HeldMemory.bars($0.bars) }
    let used = active.map { HeldMemory.bars($0.series.bars) } ?? []
    let kept = results.values.compactMap(\.backtest).flatMap { HeldMemory.run($0) }
    return Set((loaded + used + kept).map(\.address))
  }
}
