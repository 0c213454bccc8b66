import CLibEdit
import LibC

/// True if a file descriptor is a terminal.
///
/// - Parameter descriptor: 0 for the standard input, 1 for the standard output, 2 for the errors.
public func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

/// The columns and rows of a terminal.
public struct TerminalSize: Equatable, Sendable {
  /// The number of characters in a row, 1 or more.
  public var columns: Int

  /// The number of rows, 1 or more.
  public var rows: Int

  /// A size as given; numbers below 1 count as 1.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
  }

  /// The size to lay text out for.
  ///
  /// The environment's `COLUMNS` and `LINES` come first, as other programs have it; then the size of the
  /// terminal that is the standard output, error or input; then 80 by 24.
  public static func current() -> TerminalSize {
    var size = TerminalSize(columns: 80, rows: 24)
    for descriptor: Int32 in [1, 2, 0] {
      if let found = TerminalSize(descriptor: descriptor) {
        size = found
        break
      }
    }
    if let columns = positiveNumber(inEnvironment: "COLUMNS") { size.columns = columns }
    if let rows = positiveNumber(inEnvironment: "LINES") { size.rows = rows }
    return size
  }

  /// The true size of the terminal of a descriptor, or nil if it is not a terminal.
  init?(descriptor: Int32) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cle_terminal_size(descriptor, &columns, &rows) else { return nil }
    self.init(columns: Int(columns), rows: Int(rows))
  }

  private static func positiveNumber(inEnvironment name: String) -> Int? {
    guard let value = getenv(name), let number = Int(String(cString: value)), number > 0 else { return nil }
    return number
  }
}
