import Foundation

/// A CSV file of numbers: a header, then rows; an empty cell is missing.
struct Table {
  /// The columns in the order of the header, without the first one (dates).
  let names: [String]
  /// The values of each column.
  let columns: [String: [Double]]

  init(_ url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    var lines = text.split(whereSeparator: \.isNewline)[...]
    let header = lines.removeFirst().split(separator: ",").map(String.init)
    var columns = [[Double]](repeating: [], count: header.count)
    for line in lines {
      for (place, cell) in line.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
        columns[place].append(Double(cell) ?? .nan)
      }
    }
    names = Array(header.dropFirst())
    self.columns = Dictionary(uniqueKeysWithValues: zip(header, columns))
  }
}

/// Where the files of the tests are.
enum Files {
  /// The fixtures beside the tests.
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// The folder `shared` beside the package, or nil where it is absent.
  static let shared: URL? = {
    let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    let root = tests.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    var places = [root.deletingLastPathComponent().appendingPathComponent("shared")]
    if let place = ProcessInfo.processInfo.environment["TAS_SHARED"] {
      places.append(URL(fileURLWithPath: place))
    }
    return places.first { FileManager.default.fileExists(atPath: $0.path) }
  }()
}
