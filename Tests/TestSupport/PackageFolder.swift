import LibC

/// The folder of this package, where tests find their fixtures, the sources and the manual.
public enum PackageFolder {
  /// The path, links resolved.
  public static let path: String = {
    // This file is Tests/TestSupport/PackageFolder.swift.
    let here = String(#filePath)
    let real = realpath(here, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return "/" + (real ?? here).split(separator: "/").dropLast(3).joined(separator: "/")
  }()

  /// The path of a file of the package.
  public static func file(_ name: String) -> String { "\(path)/\(name)" }
}
