import Columns
import Evaluation
import Presentation
import Reports

/// The rows of a summary: their table, and the frame that `sort by` reads.
///
/// Its values are the statistics, shown or not, and the keys of the rows.
package struct DescribedRows {
  package let title: String?
  package let table: Table
  package let frame: ItemFrame<Int>
  /// True if the numbers are fractions such as returns, which a picture shows in percent.
  package let isFraction: Bool

  /// A row for each of some columns.
  package init(of shown: [ShownColumn], _ indices: [Int], isStopped: () -> Bool) {
    let summaries = shown.map { column in Summary(indices.map { column.column[$0] }, isStopped: isStopped) }
    let names = Array(Summary.names.dropLast())
    title = nil
    isFraction = shown.allSatisfy(\.isFraction)
    table = Table(
      columns: [.text("expression"), .integer("count")] + names.dropFirst().map { .number($0) },
      rows: zip(shown, summaries).map { column, summary in
        [.text(column.title), .integer(Int(summary["count"]))] + names.dropFirst().map { .number(summary[$0]) }
      })
    frame = Self.frame(shown.count, [Field("expression") { shown[$0].title }] + Self.statistics(summaries))
  }

  /// A row for each value of a key.
  package init(
    of shown: [ShownColumn], by key: ShownColumn, _ indices: [Int], only: String?, _ bars: Bars,
    isStopped: () -> Bool
  ) {
    let names = only.map { [$0] } ?? ["count", "mean", "stdev", "min", "median", "max"]
    let groups = key.groups(indices, isStopped: isStopped)
    let summaries = shown.map { column in
      groups.map { Summary($0.indices.map { column.column[$0] }, isStopped: isStopped) }
    }
    let prefix = shown.count > 1
    title = prefix ? nil : shown.first?.title
    isFraction = shown.allSatisfy(\.isFraction) && only != "count"
    table = Table(
      columns: [.text(key.title)]
        + shown.flatMap { column in
          names.map { Table.Column.number(prefix ? "\(column.title) \($0)" : $0) }
        },
      rows: groups.indices.map { row in
        [key.keyCell(groups[row].value, on: bars)]
          + summaries.flatMap { column in
            names.map { $0 == "count" ? .integer(Int(column[row][$0])) : .number(column[row][$0]) }
          }
      })
    var columns = Self.key(key, groups.map(\.value)) + (summaries.first.map { Self.statistics($0) } ?? [])
    if prefix {
      for (column, summaries) in zip(shown, summaries) where column.title.isName {
        columns += Self.statistics(summaries, of: column.title + "_")
      }
    }
    frame = Self.frame(groups.count, columns)
  }

  /// A grid of one statistic: a row for each value of a key, a column for each value of another.
  package init(
    gridOf statistic: String, _ shown: ShownColumn, by rowKey: ShownColumn, _ columnKey: ShownColumn,
    _ indices: [Int], _ bars: Bars, isStopped: () -> Bool
  ) {
    let columnGroups = columnKey.groups(indices, isStopped: isStopped)
    let rowGroups = rowKey.groups(indices, isStopped: isStopped)
    title = "\(statistic) of \(shown.title)"
    isFraction = shown.isFraction && statistic != "count"
    table = Table(
      columns: [.text("\(rowKey.title) \\ \(columnKey.title)", key: rowKey.title)]
        + columnGroups.map { .number(columnKey.keyText($0.value)) },
      rows: rowGroups.map { row in
        var byColumn: [Double: [Double]] = [:]
        for index in row.indices { byColumn[columnKey.column[index], default: []].append(shown.column[index]) }
        return [rowKey.keyCell(row.value, on: bars)]
          + columnGroups.map { .number(Summary(byColumn[$0.value] ?? [], isStopped: isStopped)[statistic]) }
      })
    let whole = rowGroups.map { row in
      Summary(row.indices.filter { !columnKey.column[$0].isNaN }.map { shown.column[$0] }, isStopped: isStopped)
    }
    frame = Self.frame(rowGroups.count, Self.key(rowKey, rowGroups.map(\.value)) + Self.statistics(whole))
  }

  private static func frame(_ count: Int, _ columns: [Field<Int>]) -> ItemFrame<Int> {
    ItemFrame(one: "a row", many: "rows", Array(0..<count), columns)
  }

  /// The key by its heading, if this is a name, and as `key`.
  private static func key(_ key: ShownColumn, _ values: [Double]) -> [Field<Int>] {
    (key.title.isName ? [key.title, "key"] : ["key"]).enumerated().map { place, name in
      key.kind == .text
        ? Field(name, isDerived: place > 0) { key.keyText(values[$0]) }
        : Field(name, key.kind, isDerived: place > 0) { values[$0] }
    }
  }

  /// All statistics by their names.
  private static func statistics(_ summaries: [Summary], of prefix: String = "") -> [Field<Int>] {
    Summary.names.map { name in Field(prefix + name) { summaries[$0][name] } }
  }
}

extension Table {
  /// Some of the rows, in a new order.
  package func keeping(_ indexes: [Int]) -> Table {
    var table = self
    table.rows = indexes.map { rows[$0] }
    return table
  }
}

extension String {
  /// True for a text that an expression reads as one name.
  fileprivate var isName: Bool {
    guard let first = unicodeScalars.first, first == "_" || first.properties.isAlphabetic, first.isASCII else {
      return false
    }
    return unicodeScalars.allSatisfy {
      $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil))
    }
  }
}
