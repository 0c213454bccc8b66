import LibC
import TestSupport
import Testing

/// What the pages on the architecture and the tests say of the package, checked against the package.
@Suite("The pages on the package")
struct ReadmePackageTests {
  @Test("The table of targets names every target of Package.swift that is no test")
  func targets() throws {
    let readme = try #require(Files.text(PackageFolder.file("Sources/README.md")))
    let package = try #require(Files.text(PackageFolder.file("Package.swift")))
    let tests = package.firstRange(of: "// Tests.").map { package[..<$0.lowerBound] } ?? package[...]
    let calls = ["library(", "program(", ".target(name:"]
    let names = tests.split(separator: "\n").enumerated().compactMap { place, line -> String? in
      guard calls.contains(where: { line.drop { $0 == " " }.hasPrefix($0) }) else { return nil }
      let rest = tests.split(separator: "\n")[place...].prefix(2).joined()
      return rest.split(separator: "\"", maxSplits: 2).dropFirst().first.map(String.init)
    }
    #expect(names.count > 30)
    for name in names { #expect(readme.contains("`\(name)`"), "the table of Sources/README.md lacks \(name)") }
  }

  @Test("The files and folders that they name are there", arguments: ["Sources/README.md", "Tests/README.md"])
  func places(file: String) throws {
    let readme = try #require(Files.text(PackageFolder.file(file)))
    for part in readme.split(separator: "`").map(String.init)
    where part.hasPrefix("Sources/") && !part.contains("Name.swift") && !part.contains(" ") {
      #expect(access(PackageFolder.file(part), F_OK) == 0, "\(part)")
    }
  }

  @Test("The links of the README lead to files that are there")
  func links() throws {
    let readme = try #require(Files.text(PackageFolder.file("README.md")))
    let links = readme.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
      .filter { !$0.hasPrefix("http") }
    #expect(links.count >= 6)
    for link in links { #expect(access(PackageFolder.file(String(link)), F_OK) == 0, "\(link)") }
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }
}
