import Backtesting
import Columns
import Evaluation
import Presentation
import Strategies

/// A piece of memory that a result holds, such as a column; pieces shared with others count once.
package struct HeldMemory: Sendable, Hashable {
  /// The address of its first byte; 0 for memory without another owner.
  package let address: UInt
  /// Its bytes.
  package let bytes: Int

  /// An array's elements.
  package init<Element>(_ elements: [Element]) {
    address = elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    bytes = elements.count * MemoryLayout<Element>.stride
  }

  /// The elements of a column.
  package init<Element>(_ elements: Values<Element>) {
    address = elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    bytes = elements.count * MemoryLayout<Element>.stride
  }

  /// The rows of a table.
  package init(_ table: Table) {
    address = table.rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    // Each row is an array of its own.
    bytes = table.rows.count * (32 + table.columns.count * MemoryLayout<Cell>.stride)
  }

  /// The columns and times of bars.
  package static func bars(_ bars: Bars) -> [HeldMemory] {
    [HeldMemory(bars.times)]
      + [bars.open, bars.high, bars.low, bars.close, bars.volume].map { HeldMemory($0.values) }
  }

  /// The curves and trades of a run, and its bars.
  package static func run(_ report: BacktestReport) -> [HeldMemory] {
    bars(report.series.bars) + report.result.columnsAtHand.map { HeldMemory($0.values) }
      + [HeldMemory(report.result.trades), HeldMemory(report.result.orders)]
  }
}
