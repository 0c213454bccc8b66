import Calendar
import Columns
import LibC
import MarketData
import Research

/// The reason why a sample could not be made.
enum PackingFailure: Error {
  case notReadable(String)
  case notWritable(String)
  case otherTimeframe(String, Timeframe)
}

/// Reads the source of a sample and packs it.
func packed(_ sample: Sample, from folder: String) throws -> [UInt8] {
  let path = "\(folder)/\(sample.sourceFile)"
  if sample.kind == .fundamentals {
    return try Fundamentals(companyFacts: contents(of: path), symbol: sample.name, file: path).packed()
  }
  let loaded = try BarFile.load(path: path, options: .init(symbol: sample.name, zone: "America/New_York"))
  guard loaded.bars.timeframe == sample.timeframe else {
    throw PackingFailure.otherTimeframe(path, loaded.bars.timeframe)
  }
  return try PackedBars(bars: loaded.bars, symbol: sample.name, isMacro: loaded.isMacro).encode()
}

private func contents(of path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw PackingFailure.notReadable(path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&piece, 1, piece.count, file)
    if count == 0 { return bytes }
    bytes.append(contentsOf: piece[..<count])
  }
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "wb") else { throw PackingFailure.notWritable(path) }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw PackingFailure.notWritable(path) }
}
