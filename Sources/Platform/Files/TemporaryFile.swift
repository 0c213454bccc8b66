import LibC
import Synchronization

/// The temporary file that is being written, for a signal that ends the program.
///
/// A signal handler may neither allocate nor wait: the path is in memory that is never freed while it is written.
public enum TemporaryFile {
  private static let path = Atomic<UInt>(0)

  /// Notes the file that is being written; false if another thread writes one, which stays noted.
  static func begin(_ name: String) -> Bool {
    guard let copy = strdup(name) else { return false }
    let (isNoted, _) = path.compareExchange(
      expected: 0, desired: UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    if !isNoted { free(copy) }
    return isNoted
  }

  /// The file that was noted has its name, or is gone.
  static func end() {
    let noted = path.exchange(0, ordering: .sequentiallyConsistent)
    free(UnsafeMutablePointer<CChar>(bitPattern: noted))
  }

  /// Removes the file; safe in a signal handler.
  public static func remove() {
    guard let name = UnsafePointer<CChar>(bitPattern: path.load(ordering: .sequentiallyConsistent)) else { return }
    unlink(name)
  }
}
