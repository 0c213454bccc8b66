import LibC
import TestSupport

/// The shared statements.
enum StatementFiles {
  static let all: [String] = {
    guard let path = try? SharedFolder.file("data/statements"), let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), !name.hasSuffix(".md") { names.append(name) }
    }
    return names.sorted()
  }()
}
