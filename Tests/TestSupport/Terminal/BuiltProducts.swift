import LibC

/// The programs that the package builds.
public enum BuiltProducts {
  /// The path of an executable product, or nil if it is not built.
  ///
  /// Looks beside the test bundle, which is the running program on Linux, and in the folders above it.
  public static func executable(_ name: String) -> String? {
    for start in [CommandLine.arguments.first, runningProgram].compactMap({ $0 }) {
      var folder = start[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let path = "\(folder)/\(name)"
        if access(path, X_OK) == 0, !isFolder(path) { return path }
      }
    }
    return nil
  }

  private static var runningProgram: String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}
