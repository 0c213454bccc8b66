import CLanes
import Calendar
import Columns

/// The hour of the row before: of a row whose stamp differs in the minute alone, only that is read.
///
/// A stamp has the minute at its bytes 14 and 15, as `2021-01-04 09:31` has.
struct KnownHour {
  /// The length of the stamp; 0 if no hour is known.
  private var length = 0
  /// The 14 bytes before the minute, in two words that overlap, and up to 16 bytes after it.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The bytes of the last two words that belong to the stamp.
  private var masks: (UInt64, UInt64) = (0, 0)
  /// The moment of the hour's stamp with the minute 0.
  private var start: Int64 = 0
  /// True if a minute other than 0 was read.
  private(set) var hasMinutes = false
  /// The same for rows that are read many at a time.
  private var hour = rows_hour()

  init() {}

  /// Takes the hour of a stamp that was read, in a zone whose offset does not change within the hour.
  mutating func take(_ stamp: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ moment: Int64) {
    let length = end - stamp
    self.length = 0
    hour.length = 0
    guard (16...32).contains(length), stamp[10] == 32 || stamp[10] == 84, stamp[13] == 58,
      let minute = Self.minute(stamp), length == 16 || stamp[16] &- 48 > 9
    else { return }
    self.length = length
    words = Self.words(stamp)
    masks = (Self.mask(length - 16), Self.mask(length - 24))
    start = moment - Int64(minute) * 60_000
    hasMinutes = hasMinutes || minute > 0
    hour.length = length
    hour.start = start
    withUnsafeMutableBytes(of: &hour.known) { $0.copyMemory(from: UnsafeRawBufferPointer(start: stamp, count: 32)) }
    withUnsafeMutableBytes(of: &hour.same) { same in
      for index in same.indices { same[index] = index < length && index != 14 && index != 15 ? 255 : 0 }
    }
  }

  /// Reads the times of rows that differ in the minute alone; gives how many rows from the first one on these are.
  ///
  /// - Parameters:
  ///   - ends: the end of the stamp in the first row, see `rows_find`.
  ///   - read: the time of the row before, then of the last one of these.
  @inline(__always)
  mutating func read(
    _ text: UnsafePointer<UInt8>, _ ends: UnsafePointer<UInt32>, fields: Int, rows: Int,
    into times: UnsafeMutablePointer<Timestamp>, _ read: inout rows_times
  ) -> Int {
    guard length > 0 else { return 0 }
    let count = times.withMemoryRebound(to: Int64.self, capacity: rows) { times in
      rows_read_minutes(text, ends, fields, rows, &hour, times, &read)
    }
    hasMinutes = hasMinutes || count > 0 && read.has_minutes != 0
    return count
  }

  /// The moment of a stamp of the hour; nil if it is of another one, or another form.
  @inline(__always)
  mutating func moment(_ stamp: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int64? {
    guard end - stamp == length else { return nil }
    let other = Self.words(stamp)
    let difference =
      (other.0 ^ words.0) | (other.1 ^ words.1) | ((other.2 ^ words.2) & masks.0) | ((other.3 ^ words.3) & masks.1)
    guard difference == 0, let minute = Self.minute(stamp) else { return nil }
    hasMinutes = hasMinutes || minute > 0
    return start &+ Int64(minute) &* 60_000
  }

  @inline(__always)
  private static func words(_ stamp: UnsafePointer<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
    let raw = UnsafeRawPointer(stamp)
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return (word(0), word(6), word(16), word(24))
  }

  @inline(__always)
  private static func minute(_ stamp: UnsafePointer<UInt8>) -> Int? {
    let (tens, ones) = (stamp[14] &- 48, stamp[15] &- 48)
    return tens <= 5 && ones <= 9 ? Int(tens) &* 10 &+ Int(ones) : nil
  }

  /// The lowest bytes of a word.
  private static func mask(_ bytes: Int) -> UInt64 { bytes <= 0 ? 0 : bytes >= 8 ? .max : 1 << UInt64(bytes * 8) - 1 }
}
