import Calendar
import Columns

/// Reads the dates and times of unquoted fields, the usual forms straight from the bytes.
extension RowReader {
  enum FastStyle {
    case dashed(UInt8)
    case compact
    case epoch(Int64)
    case none

    init(_ style: DateStyle) {
      switch style {
      case .yearFirst(let separator): self = .dashed(separator)
      case .compact: self = .compact
      case .epoch(let perSecond) where perSecond <= 1000: self = .epoch(perSecond)
      default: self = .none
      }
    }
  }

  /// Reads a date at the start of an unquoted field; if it fails, the position is as before.
  @inline(__always)
  mutating func fastStamp(
    _ start: inout UnsafePointer<UInt8>,
    _ style: FastStyle,
    _ stamp: inout Stamp
  ) -> Bool {
    var position = start
    switch style {
    case .dashed(let mark):
      let raw = UnsafeRawPointer(position)
      let head = raw.loadUnaligned(as: UInt64.self)
      let tail = raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
      if head != dateBytes.0 || tail != dateBytes.1 {
        guard let day = Self.dashedDay(position, mark) else { return false }
        dateBytes = (head, tail)
        dateDay = day
      }
      stamp.day = dateDay
      position += 10
    case .compact:
      guard let day = Self.compactDay(position), position[8] &- 48 > 9 else { return false }
      stamp.day = day
      position += 8
    case .epoch(let perSecond):
      var count: Int64 = 0
      let first = position
      while position.pointee &- 48 <= 9 {
        count = count &* 10 &+ Int64(position.pointee &- 48)
        position += 1
      }
      // 13 digits of milliseconds and 10 of seconds end in the year 2286; fewer digits may be of another unit.
      guard (perSecond == 1 ? 9...10 : 12...13).contains(position - first) else { return false }
      let milliseconds = perSecond == 1 ? count * 1000 : count
      stamp.day = Int(milliseconds / 86_400_000)
      stamp.millisecond = Int(milliseconds % 86_400_000)
      stamp.offset = 0
      start = position
      return position.pointee == layout.separator || position.pointee == 10 || position.pointee == 13
    case .none: return false
    }
    if position.pointee == 32 || position.pointee == 84 {
      position += 1
      guard Self.fastTime(&position, &stamp) else { return false }
      if position.pointee == 90 {
        stamp.offset = 0
        position += 1
      }
    }
    guard position.pointee == layout.separator || position.pointee == 10 || position.pointee == 13 else {
      return false
    }
    start = position
    return true
  }

  /// The bytes of an unquoted field; nil if there is a quote in it.
  @inline(never)
  func field(at start: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var end = start
    while end.pointee != layout.separator, end.pointee != 10, end.pointee != 13 {
      if end.pointee == 34 { return nil }
      end += 1
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  /// Reads a date in any form of the file's style.
  mutating func otherStamp(_ position: inout UnsafePointer<UInt8>, _ stamp: inout Stamp) -> Bool {
    guard let bytes = field(at: position), let read = readStamp(bytes) else { return false }
    stamp = read
    position += bytes.count
    return true
  }

  /// Reads a stamp in the file's style, and notes if an epoch count has the digits of another unit.
  mutating func readStamp(_ field: UnsafeBufferPointer<UInt8>) -> Stamp? {
    if case .epoch(let unit) = layout.dateStyle, EpochUnit.perSecond(digits: EpochUnit.digits(of: field)) != unit {
      result.doubts.ofUnits = true
    }
    return StampField.stamp(field, style: layout.dateStyle)
  }

  /// Reads a time of the day in any form.
  func otherTime(_ position: inout UnsafePointer<UInt8>, _ stamp: inout Stamp) -> Bool {
    guard let bytes = field(at: position), let read = StampField.time(bytes) else { return false }
    stamp.millisecond = read.millisecond
    stamp.hasTime = true
    stamp.offset = read.offset ?? stamp.offset
    position += bytes.count
    return true
  }

  @inline(__always)
  private static func digits2(_ position: UnsafePointer<UInt8>) -> Int {
    Int(position[0] &- 48) * 10 + Int(position[1] &- 48)
  }

  private static func dashedDay(_ position: UnsafePointer<UInt8>, _ mark: UInt8) -> Int? {
    guard position[4] == mark, position[7] == mark else { return nil }
    for index in [0, 1, 2, 3, 5, 6, 8, 9] where position[index] &- 48 > 9 { return nil }
    let year = digits2(position) * 100 + digits2(position + 2)
    guard Stamp.years.contains(year) else { return nil }
    return CivilDate(year: year, month: digits2(position + 5), day: digits2(position + 8))?.daysSince1970
  }

  private static func compactDay(_ position: UnsafePointer<UInt8>) -> Int? {
    for index in 0..<8 where position[index] &- 48 > 9 { return nil }
    let year = digits2(position) * 100 + digits2(position + 2)
    guard Stamp.years.contains(year) else { return nil }
    return CivilDate(year: year, month: digits2(position + 4), day: digits2(position + 6))?.daysSince1970
  }

  /// Reads `hh:mm:ss`, a fraction after it or not, or `hh:mm`.
  @inline(__always)
  static func fastTime(_ position: inout UnsafePointer<UInt8>, _ stamp: inout Stamp) -> Bool {
    // Eight bytes at once: less "00:00:00" each digit's byte is nine at most, else it is not a time.
    let word = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
    let left = word ^ 0x3030_3A30_303A_3030
    let digits: UInt64 = 0x0606_0006_0600_0606
    guard (left | (left &+ digits)) & 0xF0F0_FFF0_F0FF_F0F0 == 0 else { return shortTime(&position, &stamp) }
    let hour = Int(left & 15) * 10 + Int(left >> 8 & 15)
    let minute = Int(left >> 24 & 15) * 10 + Int(left >> 32 & 15)
    let second = Int(left >> 48 & 15) * 10 + Int(left >> 56 & 15)
    guard hour < 24, minute < 60, second < 60 else { return false }
    stamp.millisecond = ((hour * 60 + minute) * 60 + second) * 1000
    stamp.hasTime = true
    position += 8
    if position.pointee == 46 {
      position += 1
      var weight = 100
      while position.pointee &- 48 <= 9 {
        stamp.millisecond += Int(position.pointee &- 48) * weight
        weight /= 10
        position += 1
      }
    }
    return true
  }

  private static func shortTime(_ position: inout UnsafePointer<UInt8>, _ stamp: inout Stamp) -> Bool {
    for index in [0, 1, 3, 4] where position[index] &- 48 > 9 { return false }
    guard position[2] == 58, position[5] != 58, position[5] &- 48 > 9 else { return false }
    let hour = digits2(position)
    let minute = digits2(position + 3)
    guard hour < 24, minute < 60 else { return false }
    stamp.millisecond = (hour * 60 + minute) * 60_000
    stamp.hasTime = true
    position += 5
    return true
  }
}
