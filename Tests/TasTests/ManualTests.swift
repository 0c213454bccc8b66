import JSON
import TestSupport
import Testing

@Suite("The man page, the completions and the page of the reference")
struct ManualTests {
  private func manual(_ name: String) throws -> String {
    let ran = try Place().tas("--manual", name)
    #expect(ran.status == 0 && ran.errors.isEmpty)
    return ran.output
  }

  /// The options that the program itself lists.
  private func options() throws -> Set<String> {
    let help = try Place().tas("--help").output
    let lines = help.split(separator: "\n").drop { !$0.hasPrefix("OPTIONS:") }.filter { $0.hasPrefix("  -") }
    return Set(
      lines.flatMap { $0.split(separator: " ").prefix(2).map { $0.filter { $0 != "," } } }.filter { $0.hasPrefix("-") })
  }

  @Test("Each option of the program is in each of them, and no other", arguments: ["man", "bash", "zsh", "fish"])
  func optionsAreComplete(name: String) throws {
    let text = try manual(name).replacing("\\-", with: "-")
    for option in try options() where option != "-h" {
      let spelling = name == "fish" ? (option.hasPrefix("--") ? "-l " : "-s ") + option.drop { $0 == "-" } : option
      #expect(text.contains(spelling), "\(option)")
    }
    if name == "man" {
      for line in text.split(separator: "\n") where line.hasPrefix("\\fB--") {
        let option = line.dropFirst(3).prefix { $0 != "\\" }
        #expect(try options().contains(String(option)), "\(option)")
      }
    }
  }

  @Test("The shells read their completions", arguments: ["bash", "zsh", "fish"])
  func shells(name: String) throws {
    let place = try Place()
    let file = try place.write("completion", try manual(name))
    // A shell that is not here says nothing.
    let ran = try place.shell("command -v \(name) >/dev/null || exit 0; \(name) -n \(file)")
    #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
  }

  @Test("bash completes options, their values, and scripts")
  func bash() throws {
    let place = try Place()
    let file = try place.write("completion", try manual("bash"))
    for name in ["work.tas", "my notes.tas", "a:b.tas", "kept.json", "my kept.json"] {
      try place.write(name, "print 1\n")
    }
    func completed(_ words: String...) throws -> [String] {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let ran = try place.run(
        "/bin/bash",
        [
          "-c",
          """
          cd \(place.path); . \(file); COMP_WORDS=(tas \(list)); COMP_CWORD=\(words.count); _tas 2>/dev/null
          printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ])
      return ran.output.split(separator: "\n").map(String.init).sorted()
    }
    #expect(try completed("--form") == ["--format"])
    #expect(try completed("--format", "h") == ["html"])
    #expect(try completed("wo") == ["work.tas"])
    #expect(try completed("che") == ["check"])
    #expect(try completed("--format", "=", "h") == ["html"])
    // Blanks in names of files do not end a word, and the part before a colon is not given twice.
    #expect(try completed("my") == ["my notes.tas"])
    #expect(try completed("a", ":") == ["b.tas"])
    #expect(try completed("repl") == ["replay"])
    #expect(try completed("replay", "my") == ["my kept.json"])
    #expect(try completed("--junit", "out.xml", "check", "my") == ["my notes.tas"])
  }

  @Test("The reference is one page with a section for each command and a search")
  func page() throws {
    let text = try manual("html")
    let description = try JSONValue(parsing: try Place().tas("--describe").output)
    for table in ["commands", "indicators", "functions", "metrics", "settings"] {
      for name in description[table]?.elements?.compactMap({ $0["name"]?.stringValue }) ?? [] {
        #expect(text.contains("<section id=\"\(name)\">"), "\(name)")
      }
    }
    #expect(text.contains("type=\"search\"") && !text.contains("src=") && !text.contains("http://"))
  }
}
