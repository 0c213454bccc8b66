import LibC
import Platform
import Testing

/// A file is replaced as a whole, and its special properties are preserved.
@Suite("Writing files")
struct FileWritingTests {
  private let files: DiskFiles
  private var folder: String { files.folder }

  init() {
    files = DiskFiles(folder: "/tmp/tas-writing-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
  }

  private func status(_ name: String, followingLinks: Bool = true) -> stat {
    var status = stat()
    _ = followingLinks ? stat("\(folder)/\(name)", &status) : lstat("\(folder)/\(name)", &status)
    return status
  }

  private func text(_ name: String) throws -> String { String(decoding: try files.read(name), as: UTF8.self) }

  /// The names in the folder, sorted.
  private var names: [String] { files.entries(of: "").map(\.name).sorted() }

  @Test("A new file is there whole, nothing else is left, and one for its owner is readable by no other user")
  func new() throws {
    try files.write("one", to: "a.txt")
    try files.write("two", to: "secret.json", .ownerOnly)
    #expect(names == ["a.txt", "secret.json"])
    #expect(try text("a.txt") == "one")
    #expect(status("secret.json").st_mode & 0o777 == 0o600)
  }

  @Test("A mode stays, and a file that may not be written is not replaced")
  func modes() throws {
    try files.write("one", to: "a.txt")
    chmod("\(folder)/a.txt", 0o640)
    try files.write("two", to: "a.txt", .ownerOnly)
    #expect(try text("a.txt") == "two" && status("a.txt").st_mode & 0o777 == 0o640)
    chmod("\(folder)/a.txt", 0o440)
    guard geteuid() != 0 else { return }
    #expect(throws: FileError.self) { try files.write("three", to: "a.txt") }
    #expect(try text("a.txt") == "two")
  }

  @Test("A link stays a link, also one to another link or to nothing yet, and a second name stays one of the file")
  func links() throws {
    files.makeFolder("inner")
    try files.write("one", to: "inner/a.txt")
    symlink("inner/a.txt", "\(folder)/link")
    symlink("link", "\(folder)/second")
    try files.write("two", to: "second")
    #expect(try text("inner/a.txt") == "two")
    for name in ["link", "second"] { #expect(status(name, followingLinks: false).st_mode & S_IFMT == S_IFLNK) }
    symlink("inner/new.txt", "\(folder)/open")
    try files.write("three", to: "open")
    #expect(try text("inner/new.txt") == "three")
    #expect(status("open", followingLinks: false).st_mode & S_IFMT == S_IFLNK)
    link("\(folder)/inner/a.txt", "\(folder)/other-name")
    try files.write("four", to: "other-name")
    #expect(try text("inner/a.txt") == "four" && status("other-name").st_nlink == 2)
    #expect(names == ["inner", "link", "open", "other-name", "second"])
  }

  @Test("Devices and pipes are written in place")
  func devices() throws {
    try files.write("gone", to: "/dev/null")
    #expect(status("/../../dev/null").st_mode & S_IFMT == S_IFCHR)
    mkfifo("\(folder)/pipe", 0o600)
    #expect(throws: FileError.self) { try files.write("no reader", to: "pipe") }
    let reader = open("\(folder)/pipe", O_RDONLY | O_NONBLOCK)
    try files.write("through", to: "pipe")
    var bytes = [UInt8](repeating: 0, count: 20)
    #expect(read(reader, &bytes, 20) == 7)
    close(reader)
    #expect(status("pipe").st_mode & S_IFMT == S_IFIFO)
    #expect { try files.write("full", to: "/dev/full") } throws: { ($0 as? FileError)?.number == ENOSPC }
  }

  @Test("A NUL in a name is an error, and a folder is not written over")
  func wrongNames() throws {
    for attempt in [{ try files.write("x", to: "a\0b") }, { _ = try files.read("a\0b") }] {
      #expect { try attempt() } throws: { ($0 as? FileError)?.message.contains("a name cannot hold a NUL") == true }
    }
    files.makeFolder("inner")
    #expect { try files.write("x", to: "inner") } throws: { ($0 as? FileError)?.number == EISDIR }
    #expect(names == ["inner"])
  }

  @Test("What a killed program left goes, what a running one writes stays")
  func leftovers() throws {
    try files.write("x", to: ".tas-999999999-1.tmp")
    try files.write("x", to: ".tas-\(getpid())-1.tmp")
    try files.write("x", to: ".tas-notes.tmp")
    // A browser that prints works in a folder; what a link in it leads to is left alone.
    for process in ["999999999", "\(getpid())"] {
      let folder = ".tas-\(process)-work.tmp.aBcDeF"
      files.makeFolder(folder + "/profile")
      try files.write("x", to: folder + "/profile/page.html")
      #expect(symlink("../.tas-notes.tmp", files.absolutePath(of: folder + "/link")) == 0)
    }
    files.removeLeftovers(in: "")
    #expect(
      names
        == [".tas-\(getpid())-1.tmp", ".tas-\(getpid())-work.tmp.aBcDeF", ".tas-notes.tmp"].sorted())
  }

  @Test("Paths from a folder to a file and back")
  func paths() {
    #expect(FilePath.normalized("/a/./b//../c") == "/a/c" && FilePath.normalized("../a/..") == "..")
    #expect(FilePath.relative("/a/b/c.csv", to: "/a/d") == "../b/c.csv")
    #expect(FilePath.relative("/a/c.csv", to: "/a") == "c.csv")
    #expect(FilePath.normalized(FilePath.joined("/a/d", "../b/c.csv")) == "/a/b/c.csv")
  }
}
