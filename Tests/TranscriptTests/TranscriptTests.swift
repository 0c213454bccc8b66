import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

/// Golden transcripts: `RECORD=1 swift test --filter TranscriptTests` writes the present output and fails.
@Suite("Transcripts")
struct TranscriptTests {
  static let folder = PackageFolder.file("Tests/TranscriptTests/Transcripts")
  static let files = Files.files(below: folder, ending: ".tas").map { String($0.dropFirst(folder.count + 1)) }

  /// The formats that a result can be printed in.
  static let formats = OutputFormat.all

  /// The text that each part of a transcript prints, in all formats, of a single run that all tests look at.
  static func printed(by file: String) throws -> [[OutputFormat: OutcomePrinter.Text]?] {
    let text = try #require(Files.text("\(folder)/\(file)"))
    return runs[file]?.value { Transcript(text).printed(formats: formats) } ?? []
  }

  private static let runs = Dictionary(
    uniqueKeysWithValues: files.map { ($0, Once<[[OutputFormat: OutcomePrinter.Text]?]>()) })

  @Test("There are transcripts")
  func transcriptsExist() { #expect(Self.files.count > 10) }

  @Test("A transcript prints what it says", arguments: files)
  func transcript(file: String) throws {
    let path = "\(Self.folder)/\(file)"
    let text = try #require(Files.text(path))
    let expected = Transcript(text)
    let played = expected.holding(try Self.printed(by: file)).omittingOutputs(as: expected)
    guard played.text != text else { return }
    if Files.isRecording {
      try DiskFiles().write(played.text, to: path)
      Issue.record("recorded \(file)")
      return
    }
    for (was, now) in zip(expected.parts, played.parts) where was != now {
      Issue.record("\(file) prints\n\(Transcript.text(of: now))\ninstead of\n\(Transcript.text(of: was))")
    }
    #expect(played.text == text, "\(file) is not written as it is recorded")
  }
}

/// The lines that leave output out, which golden files rest on.
@Suite("Output that a transcript leaves out")
struct OmissionTests {
  /// The text that is recorded for a script.
  private func recorded(_ text: String) -> String {
    let expected = Transcript(text)
    return expected.played().omittingOutputs(as: expected).text
  }

  @Test(
    "A line of dots keeps standing for the output above it, or for the lines that it stands between",
    arguments: [
      "1 + 1\nlet x = 2\n#| ...\nx\n#| 2\n",
      "let x = 2\n1 + x\n1 + 1\n#| ...\n",
      "data\nindicators\n#| ...\n",
      "help rsi\n#| ...\nprint \"a\"\n#| a\n",
      "print \"a\"; print \"b\"; print \"c\"\n#| a\n#| ...\n",
      "print \"a\"; print \"b\"; print \"c\"\n#| ...\n#| c\n",
      "print \"a\"; print \"b\"; print \"c\"\n#| ...\n#| b\n#| ...\n",
    ])
  func stays(text: String) { #expect(recorded(text) == text) }

  @Test("Without output there is nothing to leave out, and lines that do not fit are recorded whole")
  func goes() {
    #expect(recorded("assert 2 > 1\n#| ...\n") == "assert 2 > 1\n")
    #expect(recorded("print \"a\"; print \"b\"\n#| ...\n#| c\n") == "print \"a\"; print \"b\"\n#| a\n#| b\n")
    #expect(recorded("print \"a\"; print \"b\"\n#| b\n#| ...\n") == "print \"a\"; print \"b\"\n#| a\n#| b\n")
  }

  @Test("An error is reported in spite of the dots")
  func errorsStay() {
    let text = recorded("print \"a\"\nnothing_of_the_kind\nprint \"b\"\n#| ...\n")
    #expect(text.hasPrefix("print \"a\"\nnothing_of_the_kind\n#| ...\n#! error: unknown "))
    #expect(text.hasSuffix("\nprint \"b\"\n#| ...\n"))
  }
}

extension Transcript {
  static func text(of part: Part) -> String {
    var transcript = Transcript("")
    transcript.parts = [part]
    return transcript.text
  }
}
