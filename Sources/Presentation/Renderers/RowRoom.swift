/// The room that the text of a table takes, by the length of its first rows: a text that grows step by step is copied
/// again and again, which takes a while for long texts.
struct RowRoom {
  /// The number of rows of the table.
  let rows: Int
  /// The length of the text before the first row.
  let start: Int

  /// The length of the full text in bytes, a little more than is likely, once some rows are written; nil before and
  /// after.
  func length(after row: Int, of text: Int) -> Int? {
    guard row == TableLayout.rowsBetweenChecks - 1, rows > 4 * row else { return nil }
    let rest = (text - start) / row * (rows - row)
    return text + rest + rest / 8
  }
}
