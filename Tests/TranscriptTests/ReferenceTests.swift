import Platform
import Shell
import TestSupport
import Testing

/// The reference is made from the tables: `RECORD=1 scripts/test Reference` writes it and fails.
@Suite("Reference")
struct ReferenceTests {
  static let folder = PackageFolder.file("Sources/Manual/Reference.docc")

  @Test("A page of the reference is current", arguments: ReferencePages.all.map(\.file))
  func pageIsCurrent(file: String) throws {
    let page = try #require(ReferencePages.all.first { $0.file == file })
    let path = "\(Self.folder)/\(file)"
    guard Files.text(path) != page.text else { return }
    if Files.isRecording {
      DiskFiles().makeFolder(Self.folder)
      try DiskFiles().write(page.text, to: path)
    }
    Issue.record("\(file) is not current: RECORD=1 scripts/test Reference writes it")
  }

  /// The pages of the catalogue that are written by hand.
  static let written = ["Calling.md", "Pictures.md", "Providers.md", "Server.md", "Tour.md"]

  @Test("The catalogue has no page that is not made any more")
  func noStrayPage() {
    let made = Set(ReferencePages.all.map(\.file) + Self.written)
    let there = Files.files(below: Self.folder, ending: ".md").map { String($0.dropFirst(Self.folder.count + 1)) }
    #expect(there.allSatisfy { made.contains($0) })
  }
}
