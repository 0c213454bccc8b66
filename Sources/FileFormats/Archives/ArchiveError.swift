/// Bytes that do not unpack.
public struct ArchiveError: Error, Equatable, Sendable {
  /// The sorts of refusals.
  public enum Reason: Sendable, Equatable {
    /// The bytes are not an archive.
    case notAnArchive
    /// The archive or a part of it ends early or contradicts itself.
    case damaged
    /// A password is needed.
    case encrypted
    /// The archive exceeds the size limit, either packed or once unpacked.
    case tooLarge
    /// A part is packed in a way that is not read.
    case unsupported
    /// The work was stopped by its user.
    case interrupted
  }

  /// The sort of refusal.
  public let reason: Reason
  /// A description of the error, naming the part of the archive it was found in.
  public let message: String

  /// Makes an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
