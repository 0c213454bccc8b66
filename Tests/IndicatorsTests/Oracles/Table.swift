import TestSupport

/// A CSV file of numbers: a header, then rows; an empty cell is missing.
struct Table {
  /// The columns in the order of the header, without the first one (dates).
  let names: [String]
  /// The values of each column.
  let columns: [String: [Double]]

  init(_ path: String) throws {
    let text = try FileContents.text(path)
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

/// The files beside the tests.
enum Fixtures {
  static func file(_ name: String) -> String { PackageFolder.file("Tests/IndicatorsTests/Fixtures/\(name)") }
}
