import LibC

/// The system's memory for columns.
///
/// The first touch of fresh memory costs more than most indicators, so pages are requested in large pieces, and
/// the pages that a column gives back are kept for the next one.
enum ColumnMemory {
  /// Reports the allocator to keep freed memory, up to a quarter of a gigabyte; done once, for the first long column.
  private static let keepsFreed: Void = {
    #if canImport(Glibc)
      // Swift's module of Glibc lacks malloc.h, so the function is looked up by its name.
      typealias Option = @convention(c) (Int32, Int32) -> Int32
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(symbol, to: Option.self)
      // Both limits would otherwise follow the sizes seen, and memory for several outputs go back and forth.
      // Blocks above 32 MiB are the system's in any case.
      let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
      _ = mallopt(mapThreshold, 32 << 20)
      _ = mallopt(trimThreshold, 256 << 20)
    #endif
  }()

  /// Asks for large pages under a long column, if the system offers them.
  static func preferLargePages(_ start: UnsafeMutableRawPointer?, byteCount: Int) {
    // A sweep over ten years of days allocates as much memory, for averages and rows, as one column of a million bars.
    guard byteCount >= 1 << 14, let start else { return }
    keepsFreed
    guard byteCount >= 1 << 22 else { return }
    LargePages.prefer(start, byteCount: byteCount)
  }
}
