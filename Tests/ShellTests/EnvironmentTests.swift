import Calendar
import Columns
import Language
import Platform
import Shell
import Testing

@Suite("The environment of a session")
struct EnvironmentTests {
  private func folder() -> String {
    let folder = "/tmp/tas-environment-\(UInt64.random(in: 0 ... .max))"
    DiskFiles().makeFolder(folder)
    return folder
  }

  private func failures(_ script: String, in files: any FileSystem) -> [String] {
    var environment = Environment.still
    environment.files = files
    var interpreter = Interpreter(environment: environment)
    var messages: [String] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
      if case .failure(let diagnostic, _, _) = event { messages.append(diagnostic.message) }
    }
    return messages
  }

  @Test("Relative paths of every statement begin at the environment's folder")
  func relativePaths() throws {
    let (first, second) = (DiskFiles(folder: folder()), DiskFiles(folder: folder()))
    for (files, price) in [(first, 1), (second, 2)] {
      try files.write("date,close\n2024-01-02,\(price)\n2024-01-03,\(price)\n", to: "a.csv")
      try files.write("assert close == \(price)\n", to: "check.tas")
      try files.write("2024-01-03\n", to: "days.csv")
    }
    let script = """
      load a.csv; run "check.tas"; load dates days.csv as days; assert days last 1
      show close all to "out.csv"; save session "s.json"; reset; load session "s.json"; run "check.tas"
      """
    for files in [first, second] {
      #expect(failures(script, in: files) == [])
      #expect(files.exists("out.csv") && files.exists("s.json") && !DiskFiles().exists("s.json"))
      #expect(Set(files.entries(of: "").map(\.name)) == ["a.csv", "check.tas", "days.csv", "out.csv", "s.json"])
    }
    #expect(failures("load b.csv", in: first) == ["b.csv: there is no such file"])
    #expect(failures("run \"b.tas\"", in: first) == ["cannot read b.tas: No such file or directory"])
    #expect(failures("load . as here", in: first) == [".: this is a directory, not a file"])
  }

  @Test("A file is written whole or not at all, and `~/` is the home of the file system")
  func writing() throws {
    let home = folder()
    let files = DiskFiles(folder: "/nowhere", home: home)
    try files.write("one", to: "~/a.txt")
    #expect(try files.read("~/a.txt") == Array("one".utf8) && files.status(of: "~/a.txt")?.size == 3)
    #expect(throws: FileError.self) { try files.write("two", to: "a.txt") }
    #expect(files.entries(of: "~/").map(\.name) == ["a.txt"])
    #expect(files.isFolder("~/") && !files.isFolder("~/a.txt") && !files.exists("~/b.txt"))
  }
}
