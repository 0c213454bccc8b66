/// The ways of writing a file.
public struct WriteOptions: OptionSet, Sendable, Hashable {
  /// The bits of the options.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A new file may be read and written by its owner alone.
  public static let ownerOnly = WriteOptions(rawValue: 1)
  /// The file is handed to the system, which writes it to the disk later: for files that are written often.
  public static let unsynced = WriteOptions(rawValue: 2)
}
