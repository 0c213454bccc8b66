import Evaluation
import OrderedCollections
import Presentation
import Reports
import Sessions
import Workspace

/// The results of the last entries of the prompt, for `$3`, within a budget of memory.
package struct ShownResults: Sendable {
  /// The number of entries whose results are kept.
  package static let depth = 50

  /// The results by the number of their entry.
  private var byEntry: [Int: any StatementResult] = [:]
  /// The latest entry whose result the budget let go; 0 where it let none go.
  package private(set) var lastLetGo = 0
  /// The most bytes that they hold beyond the session.
  package let budget: Int

  package init(budget: Int) { self.budget = budget }

  /// Keeps the result of an entry; of several the last.
  ///
  /// - Parameter shared: the addresses of the memory that the session holds anyway.
  package mutating func keep(_ result: any StatementResult, of entry: Int, besides shared: @autoclosure () -> Set<UInt>)
  {
    guard entry > 0 else { return }
    byEntry[entry] = result
    byEntry = byEntry.filter { $0.key > entry - Self.depth }
    guard bytes(of: byEntry.keys, besides: []).last?.bytes ?? 0 > budget else { return }
    // Beside the newest, which is on the screen, the oldest go first.
    for (number, bytes) in bytes(of: byEntry.keys, besides: shared()) where bytes > budget && number != entry {
      var dropped = byEntry.removeValue(forKey: number)
      if dropped?.rowCount ?? 0 > 50_000 { Leftovers.release(&dropped, leaving: nil) }
      lastLetGo = max(lastLetGo, number)
    }
  }

  /// The result of an entry, by its number in `history`.
  package subscript(entry: Int) -> (any StatementResult)? { byEntry[entry] }

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
