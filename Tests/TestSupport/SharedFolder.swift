import LibC

/// The folder `shared` beside the package, with market data and results of reference implementations.
///
/// `TAS_SHARED` names another place. Tests that need the folder say so where it is absent:
///
///     @Test("…", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
public enum SharedFolder {
  /// The path; nil if the folder is absent.
  public static let path: String? = {
    let root = PackageFolder.path.split(separator: "/").dropLast().joined(separator: "/")
    let named = getenv("TAS_SHARED").map { String(cString: $0) } ?? "/\(root)/shared"
    return access(named + "/data", R_OK) == 0 ? named : nil
  }()

  /// True if the folder can be read.
  public static let isThere = path != nil

  /// The folder was asked for where it is absent.
  public struct Absent: Error {}

  /// The path of a file of the folder.
  public static func file(_ name: String) throws -> String {
    guard let path else { throw Absent() }
    return "\(path)/\(name)"
  }

  /// The bytes of a file of the folder.
  public static func bytes(_ name: String) throws -> [UInt8] { try FileContents.bytes(file(name)) }

  /// The cells of a CSV file of the folder, row by row, the header first.
  public static func rows(_ name: String) throws -> [[String]] { try FileContents.rows(file(name)) }
}
