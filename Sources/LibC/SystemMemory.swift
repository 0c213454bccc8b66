/// The memory of the machine and of this process, in bytes.
public enum SystemMemory {
  /// The bytes of memory that the process holds now; 0 if the system does not report it.
  public static func resident() -> Int {
    #if os(Linux)
      // The second number of the file: pages that are held.
      guard let numbers = contents(of: "/proc/self/statm")?.split(separator: " "), numbers.count > 1 else { return 0 }
      return (Int(numbers[1]) ?? 0) * max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
    #else
      // The most it ever held, as `getrusage` counts in bytes here.
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
    #endif
  }

  /// The bytes of memory that the process may use: the machine's, or its control group's if that has fewer.
  public static func total() -> Int {
    let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    let group = contents(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0.prefix { $0.isNumber }) }
    return max(0, min(machine, group ?? machine))
  }

  /// Gives memory that was freed back to the system, so that `resident` does not count it.
  public static func release() {
    #if os(Linux)
      // `malloc_trim` is Glibc's own, and is in a header that Swift does not see.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
    #endif
  }

  /// The beginning of a small file of the system.
  static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self) : nil
    }
  }
}
