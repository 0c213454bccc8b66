/// Large pages of memory, if the system offers them.
public enum LargePages {
  /// Asks for large pages under a range of memory.
  ///
  /// Only a hint: if it is refused, or the system has none, the pages are small, and the first touch of each of them
  /// costs more than most computing on it.
  public static func prefer(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      let page = 4096
      let first = (Int(bitPattern: start) + page - 1) / page * page
      let end = (Int(bitPattern: start) + byteCount) / page * page
      // 14 is MADV_HUGEPAGE, which Glibc hides from Swift.
      if end > first { _ = madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, 14) }
    #endif
  }
}
