import Shell
import TestSupport
import Testing

/// Golden transcripts: `RECORD=1 swift test --filter TranscriptTests` writes what is printed now and fails.
@Suite("Transcripts")
struct TranscriptTests {
  static let folder = PackageFolder.file("Tests/TranscriptTests/Transcripts")
  static let files = Files.files(below: folder, ending: ".tas").map { String($0.dropFirst(folder.count + 1)) }

  @Test("There are transcripts")
  func transcriptsExist() { #expect(Self.files.count > 10) }

  @Test("A transcript prints what it says", arguments: files)
  func transcript(file: String) throws {
    let path = "\(Self.folder)/\(file)"
    let text = try #require(Files.text(path))
    let expected = Transcript(text)
    let played = expected.played()
    guard played.text != text else { return }
    if Files.isRecording {
      try TextFile.write(played.text, to: path)
      Issue.record("recorded \(file)")
      return
    }
    for (was, now) in zip(expected.parts, played.parts) where was != now {
      Issue.record("\(file) prints\n\(Transcript.text(of: now))\ninstead of\n\(Transcript.text(of: was))")
    }
    #expect(played.text == text, "\(file) is not written as it is recorded")
  }
}

extension Transcript {
  static func text(of part: Part) -> String {
    var transcript = Transcript("")
    transcript.parts = [part]
    return transcript.text
  }
}
