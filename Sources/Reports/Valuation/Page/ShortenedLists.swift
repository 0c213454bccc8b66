import Text

extension String {
  /// The most values of a list that are shown.
  private static var longestList: Int { 8 }

  /// The text as a table shows it: of a list of many values the first three and the last.
  ///
  /// The full list is in the JSON of the result and in its files.
  package var withShortLists: String {
    guard contains("[") else { return self }
    var shown = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      shown += rest[...open]
      let values = rest[rest.index(after: open)..<close].split(separator: ", ", omittingEmptySubsequences: false)
      if values.count > Self.longestList, let last = values.last {
        shown += (values.prefix(3) + ["… \(NumberText.grouped(values.count - 4)) more …", last]).joined(separator: ", ")
      } else {
        shown += rest[rest.index(after: open)..<close]
      }
      shown += "]"
      rest = rest[rest.index(after: close)...]
    }
    return shown + rest
  }
}
