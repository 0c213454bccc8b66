import LibC
import Platform
import Shell
import TestSupport

/// The files of this package that tests read and, when recording, write.
enum Files {
  /// The folder that transcripts run in: an empty one whose `Fixtures` are those beside this file.
  ///
  /// Scripts name files relative to it, so nothing that they print depends on the machine, and their output
  /// does not land among the sources.
  static let workingFolder: String = {
    let folder = "/tmp/tas-transcripts.\(getpid())"
    DiskFiles().makeFolder(folder)
    let link = "\(folder)/Fixtures"
    unlink(link)
    let isLinked = symlink("\(PackageFolder.path)/Tests/TranscriptTests/Fixtures", link) == 0
    precondition(isLinked, "the folder that transcripts run in cannot be made")
    return folder
  }()

  /// True if expectations are to be rewritten; the run fails all the same.
  static let isRecording = getenv("RECORD").map { String(cString: $0) == "1" } ?? false

  /// The text of a file; nil if there is none.
  static func text(_ path: String) -> String? {
    (try? DiskFiles().read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of the files below a folder that end so, sorted.
  static func files(below folder: String, ending: String) -> [String] {
    var found: [String] = []
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = "\(folder)/\(name)"
      if entry.pointee.d_type == DT_DIR {
        found += files(below: path, ending: ending)
      } else if name.hasSuffix(ending) {
        found.append(path)
      }
    }
    return found.sorted()
  }
}
