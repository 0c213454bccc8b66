import Presentation

extension DriverReport {
  /// The whole result, a number or a text a row.
  package var wholeTable: Table? {
    var items = ItemTable()
    items.append("result", data)
    return items.table
  }
}
