import Language
import Platform

/// A name of files with `*` for any characters and `?` for one.
package struct FileNamePattern {
  private let parts: [Character]

  package init(_ text: String) { parts = Array(text) }

  package func matches(_ name: String) -> Bool {
    // Linear in name times pattern at worst: the last star is tried again one character later.
    let name = Array(name)
    var (index, part) = (0, 0)
    var star: (part: Int, index: Int)?
    while index < name.count {
      if part < parts.count, parts[part] == "*" {
        star = (part, index)
        part += 1
      } else if part < parts.count, parts[part] == "?" || parts[part] == name[index] {
        (index, part) = (index + 1, part + 1)
      } else if let last = star {
        star = (last.part, last.index + 1)
        (part, index) = (last.part + 1, last.index + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == "*" }
  }
}

extension Execution {
  /// The files that a path with `*` or `?` in its last part fits, in the order of their names; nil for another path.
  package func paths(matching path: String, at span: SourceSpan) throws(Diagnostic) -> [String]? {
    guard path.contains("*") || path.contains("?"), !environment.files.exists(path) else { return nil }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, pattern) = (String(path[..<slash]), FileNamePattern(String(path[slash...])))
    let names = environment.files.entries(of: folder).filter { !$0.isFolder }.map(\.name)
    let fitting = names.filter { !$0.hasPrefix(".") && pattern.matches($0) }.sorted()
    guard !fitting.isEmpty else {
      throw Diagnostic(
        code: Diagnostic.Code(engine: "no-such-file"), "no file matches `\(path)`", at: span,
        hints: names.isEmpty ? [] : ["there are \(names.sorted().prefix(5).joined(separator: ", "))"])
    }
    return fitting.map { folder + $0 }
  }
}
