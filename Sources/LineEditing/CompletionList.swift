/// The list of candidates under the line.
struct CompletionList {
  let candidates: [CompletionCandidate]
  let size: TerminalSize
  let isColorEnabled: Bool

  /// Up to this many candidates are listed one a row with their details.
  static let detailedLimit = 12

  /// The rows of the list, each within the terminal's width.
  var rows: [String] {
    let hasDetails = candidates.contains { !$0.detail.isEmpty }
    if hasDetails && candidates.count <= CompletionList.detailedLimit { return detailedRows }
    return columnRows
  }

  private var detailedRows: [String] {
    let limit = size.columns - 1
    let nameWidth = min(widest(candidates), limit)
    return candidates.map { candidate in
      let name = DisplayWidth.prefix(of: candidate.text, columns: nameWidth)
      let room = limit - nameWidth - 2
      guard !candidate.detail.isEmpty, room >= 8 else { return name }
      let detail = DisplayWidth.prefix(of: candidate.detail.firstRow, columns: room)
      let padding = blanks(nameWidth - DisplayWidth.columns(of: name) + 2)
      return name + padding + (isColorEnabled ? "\u{1B}[2m\(detail)\u{1B}[0m" : detail)
    }
  }

  private var columnRows: [String] {
    let limit = size.columns - 1
    let width = max(min(widest(candidates) + 2, limit), 1)
    let columnCount = max(limit / width, 1)
    // As many rows as fit with the line below them; a longer list says how much more there is.
    let rowLimit = max(size.rows - 3, 1)
    var shown = candidates
    if shown.count > rowLimit * columnCount { shown = Array(shown.prefix(rowLimit * columnCount)) }
    let rowCount = (shown.count + columnCount - 1) / columnCount
    var rows: [String] = []
    for row in 0..<rowCount {
      var text = ""
      for index in stride(from: row, to: shown.count, by: rowCount) {
        let name = DisplayWidth.prefix(of: shown[index].text, columns: limit)
        let isLast = index + rowCount >= shown.count
        text += name + (isLast ? "" : blanks(width - DisplayWidth.columns(of: name)))
      }
      rows.append(text)
    }
    if shown.count < candidates.count {
      rows.append(DisplayWidth.prefix(of: "… and \(candidates.count - shown.count) more", columns: limit))
    }
    return rows
  }

  private func widest(_ candidates: [CompletionCandidate]) -> Int {
    candidates.map { DisplayWidth.columns(of: $0.text) }.max() ?? 0
  }

  private func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }
}

extension String {
  fileprivate var firstRow: String {
    String(prefix { !$0.isNewline })
  }
}
