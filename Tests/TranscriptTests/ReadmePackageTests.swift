import LibC
import TestSupport
import Testing

/// The README's statements on the package, checked against the package.
@Suite("The README and the package")
struct ReadmePackageTests {
  @Test("Its table of targets names every target of Package.swift that is no test")
  func targets() throws {
    let readme = try #require(Files.text(PackageFolder.file("README.md")))
    let package = try #require(Files.text(PackageFolder.file("Package.swift")))
    let tests = package.firstRange(of: "// Tests.").map { package[..<$0.lowerBound] } ?? package[...]
    let calls = ["library(", "program(", ".target(name:"]
    let names = tests.split(separator: "\n").enumerated().compactMap { place, line -> String? in
      guard calls.contains(where: { line.drop { $0 == " " }.hasPrefix($0) }) else { return nil }
      let rest = tests.split(separator: "\n")[place...].prefix(2).joined()
      return rest.split(separator: "\"", maxSplits: 2).dropFirst().first.map(String.init)
    }
    #expect(names.count > 30)
    for name in names { #expect(readme.contains("`\(name)`"), "the README's table lacks \(name)") }
  }

  @Test("The files and folders that it tells to change are there")
  func places() throws {
    let readme = try #require(Files.text(PackageFolder.file("README.md")))
    for part in readme.split(separator: "`").map(String.init)
    where part.hasPrefix("Sources/") && !part.contains("Name.swift") && !part.contains(" ") {
      #expect(access(PackageFolder.file(part), F_OK) == 0, "\(part)")
    }
  }
}
