import Calendar
import Columns
import MarketData
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder `shared` beside the package, with real data and reference results.
enum SharedFolder {
  static let path: String? = {
    if let named = getenv("TAS_SHARED") { return String(cString: named) }
    let here = String(#filePath)
    let real = realpath(here, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let root = "/" + (real ?? here).split(separator: "/").dropLast(4).joined(separator: "/")
    return access(root + "/shared/data", R_OK) == 0 ? root + "/shared" : nil
  }()

  static let isThere = path != nil

  static func file(_ name: String) throws -> String { try #require(path) + "/" + name }

  static func bytes(_ name: String) throws -> [UInt8] {
    let handle = try #require(fopen(try file(name), "rb"))
    defer { fclose(handle) }
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, handle)
      if count == 0 { return all }
      all.append(contentsOf: piece[..<count])
    }
  }

  /// The lines of a CSV file as fields, its header left out.
  static func rows(_ name: String) throws -> [[String]] {
    String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}

/// Reads a text as a file of bars.
func read(_ text: String, _ options: BarFile.Options = .init()) throws(MarketDataError) -> LoadedBars {
  try BarFile.read(Array(text.utf8), name: "test.csv", options: options)
}

/// The error that reading a text gives; nil where it gives none.
func fault(_ text: String, _ options: BarFile.Options = .init()) -> MarketDataError? {
  do {
    _ = try read(text, options)
    return nil
  } catch {
    return error
  }
}

/// Bars without their memory addresses: NaN equals NaN.
func values(_ bars: Bars) -> [[UInt64]] {
  [bars.times.map { UInt64(bitPattern: $0.milliseconds) }]
    + [bars.open, bars.high, bars.low, bars.close, bars.volume].map { column in
      column.values.map { $0.isNaN ? .max : $0.bitPattern }
    }
}
