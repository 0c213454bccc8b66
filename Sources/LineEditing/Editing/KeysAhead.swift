import Synchronization

/// Keys that were typed while something else read the terminal: the next line begins with them.
public enum KeysAhead {
  private static let bytes = Mutex<[UInt8]>([])

  /// Keeps bytes that the terminal sent for the next line.
  public static func keep(_ more: [UInt8]) { bytes.withLock { $0 += more } }

  /// The bytes that were kept, which are then forgotten.
  static func take() -> [UInt8] {
    bytes.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}
