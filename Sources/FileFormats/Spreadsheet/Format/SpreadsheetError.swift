/// A file that is not a workbook, or an unsupported one.
public struct SpreadsheetError: Error, Equatable, Sendable {
  /// The sorts of refusals.
  public enum Reason: Sendable, Equatable {
    /// The bytes are not a zip archive with a workbook.
    case notAWorkbook
    /// The archive or a part of it ends early or contradicts itself.
    case damaged
    /// A password is needed.
    case encrypted
    /// The file exceeds the size limit, either packed or once unpacked.
    case tooLarge
    /// A part uses something that is not read.
    case unsupported
  }

  /// The sort of refusal.
  public let reason: Reason
  /// A description of the error, naming the part of the file it was found in.
  public let message: String

  /// Makes an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// The error of an archive that does not unpack.
  init(_ error: ArchiveError) {
    let reason: Reason =
      switch error.reason {
      case .notAnArchive: .notAWorkbook
      case .damaged, .interrupted: .damaged
      case .encrypted: .encrypted
      case .tooLarge: .tooLarge
      case .unsupported: .unsupported
      }
    self.init(reason, error.message)
  }
}
