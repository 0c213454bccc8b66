/// A valuation that is not written as a workbook, or a workbook that is not read back.
public struct WorkbookError: Error, Equatable, Sendable {
  /// The feature that is not covered, or the error and the cell that it is in.
  public let message: String
  /// A hint; `nil` if there is none.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
