/// The shards of a job: each some neighbouring pieces of one cell.
///
/// A cell is what loads the same bars: a strategy on a symbol with some settings. Its pieces are numbered from 0, and its
/// shards follow each other, so that a worker loads a symbol once for many of them. A plan is two numbers a cell, however
/// many shards that makes.
package struct JobPlan: Sendable, Hashable {
  /// The pieces of a cell, and how many of them a shard has at most.
  package struct Cell: Sendable, Hashable {
    package var count: Int
    package var block: Int

    package init(count: Int, block: Int) { (self.count, self.block) = (max(0, count), max(1, block)) }

    fileprivate var shards: Int { count / block + (count % block == 0 ? 0 : 1) }
  }

  /// A shard: its number among those of the plan, its cell and its pieces.
  package struct Shard: Sendable, Hashable {
    package var number: Int
    package var cell: Int
    package var pieces: Range<Int>
  }

  package let cells: [Cell]
  /// The number of the first shard of each cell, and of the one after the last cell.
  private let firsts: [Int]

  package init(_ cells: [Cell]) {
    self.cells = cells
    var firsts = [0]
    firsts.reserveCapacity(cells.count + 1)
    for cell in cells { firsts.append(firsts[firsts.count - 1] + cell.shards) }
    self.firsts = firsts
  }

  /// The number of shards.
  package var count: Int { firsts[firsts.count - 1] }

  /// The number of pieces of all cells.
  package var pieces: Int { cells.reduce(0) { $0 + $1.count } }

  /// The shards of a cell by their numbers, all or those with some of its pieces.
  package func shards(of cell: Int, with pieces: Range<Int>? = nil) -> Range<Int> {
    let all = firsts[cell]..<firsts[cell + 1]
    guard let pieces, !pieces.isEmpty else { return all }
    let block = cells[cell].block
    return (all.lowerBound + pieces.lowerBound / block..<all.lowerBound + (pieces.upperBound - 1) / block + 1)
      .clamped(to: all)
  }

  /// The shard of a number.
  package subscript(number: Int) -> Shard {
    var (low, high) = (0, cells.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if firsts[middle] <= number { low = middle } else { high = middle }
    }
    let first = (number - firsts[low]) * cells[low].block
    return Shard(number: number, cell: low, pieces: first..<min(first + cells[low].block, cells[low].count))
  }
}
