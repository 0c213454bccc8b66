import Reports

/// The results that were shown, for `last` and `$3`: the last one, and those of the last entries of the prompt.
struct ShownResults: Sendable {
  /// The number of entries whose results are kept.
  static let depth = 50

  /// The last result.
  private(set) var last: (any StatementResult)?
  private var byEntry: [Int: any StatementResult] = [:]

  /// Keeps the result of an entry; of several the last.
  mutating func keep(_ result: any StatementResult, of entry: Int) {
    last = result
    guard entry > 0 else { return }
    byEntry[entry] = result
    byEntry[entry - Self.depth] = nil
    if byEntry.count > Self.depth { byEntry = byEntry.filter { $0.key > entry - Self.depth } }
  }

  /// The result of an entry, by its number in `history`.
  subscript(entry: Int) -> (any StatementResult)? { byEntry[entry] }
}
