/// The rows of a list of candidates, each narrower than the terminal.
package struct CompletionRows {
  /// A piece of a row with its style.
  package struct Piece: Equatable {
    package var text: String
    var style: TextStyle
  }

  /// The rows.
  package private(set) var rows: [[Piece]] = []
  /// The number of candidates in them.
  private(set) var pageSize = 0

  /// Up to this many rows are listed at a time, or half the terminal's.
  static let rowLimit = 12

  /// Lays out the page of a list that holds the chosen candidate.
  ///
  /// - Parameter rowLimit: the rows there is room for, one of which may show the place of the page in the list.
  package init(_ candidates: [CompletionCandidate], chosen: Int?, columns: Int, rowLimit: Int) {
    let limit = max(columns - 1, 1)
    let hasDetails = candidates.contains { !$0.detail.isEmpty }
    let widest = min(candidates.map { DisplayWidth.columns(of: $0.text) }.max() ?? 0, limit)
    let columnCount = hasDetails ? 1 : max((limit + 2) / (widest + 2), 1)
    let isLong = (candidates.count + columnCount - 1) / columnCount > rowLimit
    let pageRows = max(rowLimit - (isLong ? 1 : 0), 1)
    pageSize = pageRows * columnCount
    let first = (chosen ?? 0) / pageSize * pageSize
    let page = first..<min(first + pageSize, candidates.count)
    let rowCount = isLong ? pageRows : (page.count + columnCount - 1) / columnCount
    for row in 0..<rowCount {
      var pieces: [Piece] = []
      for index in stride(from: page.lowerBound + row, to: page.upperBound, by: rowCount) {
        let isLast = index + rowCount >= page.upperBound
        pieces += Self.pieces(
          candidates[index], isChosen: index == chosen, width: widest, room: limit, isAlone: columnCount == 1,
          isLast: isLast)
      }
      rows.append(pieces)
    }
    if isLong {
      let place = "\(page.lowerBound + 1) to \(page.upperBound) of \(candidates.count)"
      rows.append([Piece(text: DisplayWidth.prefix(of: place, columns: limit), style: .faint)])
    }
  }

  private static func pieces(
    _ candidate: CompletionCandidate, isChosen: Bool, width: Int, room: Int, isAlone: Bool, isLast: Bool
  ) -> [Piece] {
    let name = DisplayWidth.prefix(of: candidate.text, columns: width)
    let padding = width - DisplayWidth.columns(of: name)
    var pieces = [Piece(text: name, style: isChosen ? .chosen : .plain)]
    let rest = room - width - 2
    if isAlone, !candidate.detail.isEmpty, rest >= 8 {
      pieces.append(Piece(text: String(repeating: " ", count: padding + 2), style: .plain))
      pieces.append(Piece(text: shortened(candidate.detail, columns: rest), style: .faint))
    } else if !isLast {
      pieces.append(Piece(text: String(repeating: " ", count: padding + 2), style: .plain))
    }
    return pieces
  }

  /// The first row of a description, with a mark if it is cut.
  private static func shortened(_ detail: String, columns: Int) -> String {
    let row = String(detail.prefix { !$0.isNewline })
    guard DisplayWidth.columns(of: row) > columns else { return row }
    return DisplayWidth.prefix(of: row, columns: columns - 3) + "..."
  }
}
