import Backtesting

/// Numbers as the bytes of a shard, to the bit: words of eight bytes, the lowest byte first.
package struct PieceWriter {
  package private(set) var bytes: [UInt8] = []

  package init(words: Int = 0) { bytes.reserveCapacity(words * 8) }

  package mutating func write(_ number: Double) { write(number.bitPattern) }

  package mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }

  private mutating func write(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Reads what ``PieceWriter`` has written; a read past the end gives nil.
package struct PieceReader {
  private let bytes: ArraySlice<UInt8>
  private var offset = 0

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package var isAtEnd: Bool { offset >= bytes.count }

  package mutating func number() -> Double? { word().map { Double(bitPattern: $0) } }

  package mutating func integer() -> Int? { word().map { Int(Int64(bitPattern: $0)) } }

  private mutating func word() -> UInt64? {
    guard offset + 8 <= bytes.count else { return nil }
    defer { offset += 8 }
    return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
  }
}

extension SweepRow {
  /// The words of a row among the bytes of a shard; its number follows from its place.
  package static let words = 12

  package func write(to writer: inout PieceWriter) {
    for number in [
      key, totalReturn, cagr, volatility, sharpeRatio, sortinoRatio, calmarRatio, maxDrawdown, winRate, profitFactor,
      exposure,
    ] { writer.write(number) }
    writer.write(trades)
  }

  /// The row that was written, with its number; nil at the end of the bytes.
  package init?(_ reader: inout PieceReader, index: Int) {
    guard let key = reader.number(), let totalReturn = reader.number(), let cagr = reader.number(),
      let volatility = reader.number(), let sharpeRatio = reader.number(), let sortinoRatio = reader.number(),
      let calmarRatio = reader.number(), let maxDrawdown = reader.number(), let winRate = reader.number(),
      let profitFactor = reader.number(), let exposure = reader.number(), let trades = reader.integer()
    else { return nil }
    self.init(
      index: index, key: key, totalReturn: totalReturn, cagr: cagr, volatility: volatility, sharpeRatio: sharpeRatio,
      sortinoRatio: sortinoRatio, calmarRatio: calmarRatio, maxDrawdown: maxDrawdown, trades: trades,
      winRate: winRate, profitFactor: profitFactor, exposure: exposure)
  }
}
