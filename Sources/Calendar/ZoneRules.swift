/// The changes of a zone's offset: a sorted list of moments, and a yearly rule after the last of them.
///
/// Made from a compiled file of the tz database (TZif, RFC 8536, version 2 or later).
public struct ZoneRules: Sendable {
  private var changes: [Int64]
  private var offsets: [Int]
  private var firstOffset: Int
  private var tail: YearlyRule?

  init(fixedOffset: Int) {
    changes = []
    offsets = []
    firstOffset = fixedOffset
    tail = nil
  }

  /// Reads the bytes of a TZif file; nil if they are not one of version 2 or later.
  public init?(tzif bytes: [UInt8]) {
    guard var block = TZifHeader(bytes, at: 0), block.version >= 2,
      let second = TZifHeader(bytes, at: block.end(timeSize: 4))
    else { return nil }
    block = second
    let end = block.end(timeSize: 8)
    guard end <= bytes.count, block.typeCount > 0 else { return nil }
    let timesStart = block.start
    let indicesStart = timesStart + block.timeCount * 8
    let typesStart = indicesStart + block.timeCount
    func offset(ofType type: Int) -> Int {
      Int(Int32(truncatingIfNeeded: Self.bigEndian(bytes, typesStart + type * 6, 4)))
    }
    changes = (0..<block.timeCount).map { Int64(bitPattern: Self.bigEndian(bytes, timesStart + $0 * 8, 8)) }
    let types = (0..<block.timeCount).map { Int(bytes[indicesStart + $0]) }
    guard types.allSatisfy({ $0 < block.typeCount }) else { return nil }
    offsets = types.map(offset(ofType:))
    firstOffset = offset(ofType: 0)
    let footer = bytes[min(end + 1, bytes.count)...].prefix { $0 != 10 }
    tail = YearlyRule(posix: String(decoding: footer, as: UTF8.self))
  }

  static func bigEndian(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Seconds ahead of UTC at a second since 1970.
  func offset(atSecond second: Int64) -> Int {
    guard let first = changes.first, let last = changes.last else {
      return tail?.offset(atSecond: second) ?? firstOffset
    }
    if second < first { return firstOffset }
    if second >= last, let tail { return tail.offset(atSecond: second) }
    var low = 0
    var high = changes.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if changes[middle] <= second { low = middle } else { high = middle }
    }
    return offsets[low]
  }
}

extension ZoneRules {
  /// The offset at a second, and the second before which it does not change.
  ///
  /// The end may be earlier than the next change, never later.
  func span(atSecond second: Int64) -> (offset: Int, end: Int64) {
    let offset = offset(atSecond: second)
    guard let first = changes.first, let last = changes.last else {
      return (offset, tail?.certainEnd(atSecond: second) ?? .max)
    }
    if second < first { return (offset, first) }
    if second >= last { return (offset, tail?.certainEnd(atSecond: second) ?? .max) }
    let next = changes.partitionPoint { $0 <= second }
    return (offset, changes[next])
  }
}

extension [Int64] {
  /// The index of the first element that fails a test that all before it pass.
  fileprivate func partitionPoint(_ passes: (Int64) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The counts at the start of each of the two blocks of a TZif file.
private struct TZifHeader {
  var version: Int
  var start: Int
  var timeCount: Int
  var typeCount: Int
  private var letterCount: Int
  private var leapCount: Int
  private var standardCount: Int
  private var universalCount: Int

  init?(_ bytes: [UInt8], at position: Int) {
    guard bytes.count >= position + 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
      return nil
    }
    func count(_ index: Int) -> Int { Int(ZoneRules.bigEndian(bytes, position + 20 + index * 4, 4)) }
    version = Int(bytes[position + 4]) - 48
    universalCount = count(0)
    standardCount = count(1)
    leapCount = count(2)
    timeCount = count(3)
    typeCount = count(4)
    letterCount = count(5)
    start = position + 44
  }

  func end(timeSize: Int) -> Int {
    start + timeCount * (timeSize + 1) + typeCount * 6 + letterCount + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}
