import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

/// The sessions that the README and the tour show are played: `RECORD=1 scripts/test Readme` rewrites them and fails.
@Suite("Readme")
struct ReadmeTests {
  @Test("A session looks as shown", arguments: ["README.md", "Sources/Manual/Reference.docc/Tour.md"])
  func session(file: String) throws {
    let path = PackageFolder.file(file)
    let text = try #require(Files.text(path))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("tas> ") })
    let end = try #require(lines[start...].firstIndex { $0 == "```" })
    let shown = lines[start..<end]
    let played = Self.played(Array(shown))
    guard !Self.matches(played[...], shown) else { return }
    if Files.isRecording {
      try DiskFiles().write((lines[..<start] + played + lines[end...]).joined(separator: "\n"), to: path)
    }
    Issue.record("the session of \(file) is\n\(played.joined(separator: "\n"))")
  }

  @Test("The picture of the README is drawn by its caption")
  func picture() throws {
    let text = try #require(Files.text(PackageFolder.file("README.md")))
    let (_, caption, name) = try #require(try #/!\[(.+)\]\((.+\.svg)\)/#.firstMatch(in: text)?.output)
    let folder = try TemporaryFolder()
    var interpreter = Interpreter(environment: .fixed())
    _ = interpreter.runScript("\(caption) to \"\(folder.path)/drawn.svg\"", named: "prompt", keepGoing: false) { _, _ in
    }
    let (drawn, path) = (try #require(Files.text("\(folder.path)/drawn.svg")), PackageFolder.file(String(name)))
    if Files.isRecording, drawn != Files.text(path) { try DiskFiles().write(drawn, to: path) }
    #expect(drawn == Files.text(path))
  }

  /// True if lines are the shown ones, among which `…` denotes any lines.
  static func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    let rest = shown.dropFirst()
    if first == "…" {
      // The next line that is shown ends the omitted part.
      guard let next = rest.first else { return true }
      return lines.firstIndex(of: next).map { matches(lines[$0...], rest) } ?? false
    }
    return lines.first == first && matches(lines.dropFirst(), rest)
  }

  /// The lines of a session with the present output of its entries; continuation lines begin with `...> `.
  static func played(_ lines: [String]) -> [String] {
    var interpreter = Interpreter(environment: .fixed())
    let printer = OutcomePrinter(format: .table)
    var result: [String] = []
    var index = lines.startIndex
    while index < lines.endIndex {
      guard let entry = typed(lines[index]) else {
        index += 1
        continue
      }
      var entries = [entry]
      let prompt = "tas" + (interpreter.session.activeDescription.map { " \($0)" } ?? "") + "> "
      result.append(prompt + entry)
      index += 1
      while index < lines.endIndex, let range = lines[index].range(of: "...> ") {
        entries.append(String(lines[index][range.upperBound...]))
        result.append(String(repeating: " ", count: max(0, prompt.count - 5)) + "...> " + (entries.last ?? ""))
        index += 1
      }
      var output = ""
      _ = interpreter.runScript(entries.joined(separator: "\n"), named: "prompt", keepGoing: false) { event, sources in
        let text = printer.text(of: event, sources: sources)
        output += text.errors + text.output
      }
      while output.last == "\n" { output.removeLast() }
      if !output.isEmpty {
        result += output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          var line = line
          while line.last == " " { line = line.dropLast() }
          return String(line)
        }
      }
    }
    return result
  }

  /// The text that was typed after a prompt; nil for a line that was printed.
  private static func typed(_ line: String) -> String? {
    guard line.hasPrefix("tas"), let mark = line.range(of: "> "), line[..<mark.lowerBound].count < 30 else {
      return nil
    }
    return String(line[mark.upperBound...])
  }
}

extension String {
  /// The first place where a text stands.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
