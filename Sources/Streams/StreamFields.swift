import Calendar
import JSON

/// The fields of an object in a frame, read with faults that name them.
struct StreamFields {
  let json: JSONValue
  private let provider: String

  init(_ json: JSONValue, of provider: String) { (self.json, self.provider) = (json, provider) }

  func fault(_ key: String) -> StreamFault { StreamFault("\(provider) sent a frame without a valid `\(key)`") }

  func text(_ key: String) throws(StreamFault) -> String {
    guard let text = json[key]?.stringValue, !text.isEmpty else { throw fault(key) }
    return text
  }

  /// A price, as a number or as text.
  func price(_ key: String) throws(StreamFault) -> Double {
    let value = json[key]
    guard let number = value?.doubleValue ?? value?.stringValue.flatMap({ Double($0) }), number.isFinite,
      abs(number) < 1e15
    else { throw fault(key) }
    return number
  }

  /// A size, as a number or as text: the digits of a number are those that a double has.
  func size(_ key: String) throws(StreamFault) -> Quantity {
    let text: String? =
      switch json[key] {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      default: nil
      }
    guard let size = text.flatMap({ Quantity($0) }) else { throw fault(key) }
    return size
  }

  func whole(_ key: String) throws(StreamFault) -> Int64 {
    guard let number = json[key]?.intValue ?? json[key]?.stringValue.flatMap({ Int($0) }) else { throw fault(key) }
    return Int64(number)
  }

  /// A time in milliseconds since 1970, as a number.
  func milliseconds(_ key: String) throws(StreamFault) -> Int64 {
    guard let number = json[key]?.doubleValue, abs(number) < 7.3e12 else { throw fault(key) }
    return Int64(number)
  }

  /// A time in nanoseconds since 1970, as text: `2025-11-10T17:23:53.971744Z`.
  func nanoseconds(_ key: String) throws(StreamFault) -> Int64 {
    guard let time = json[key]?.stringValue.flatMap(Self.nanoseconds) else { throw fault(key) }
    return time
  }

  /// The nanoseconds since 1970 of a time of RFC 3339 in UTC; nil for another text.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T"), bytes[13] == 0x3A,
      bytes[16] == 0x3A, let date = CivilDate(iso8601: text.prefix(10)), (1971..<2200).contains(date.year)
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      range.reduce(Int64?(0)) { sum, index in
        guard let sum, (0x30...0x39).contains(bytes[index]) else { return nil }
        return sum * 10 + Int64(bytes[index] - 0x30)
      }
    }
    guard let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19), hour < 24,
      minute < 60, second < 61
    else { return nil }
    var fraction: Int64 = 0
    if bytes.count > 20 {
      let digits = bytes.count - 21
      guard bytes[19] == UInt8(ascii: "."), (1...18).contains(digits),
        let read = number(20..<20 + min(9, digits))
      else { return nil }
      fraction = (min(9, digits)..<9).reduce(read) { value, _ in value * 10 }
    }
    return ((Int64(date.daysSince1970) * 86_400 + (hour * 60 + minute) * 60 + second) * 1_000_000_000) + fraction
  }

  /// The four prices and the volume under some keys.
  func bar(_ time: Int64, _ open: String, _ high: String, _ low: String, _ close: String, _ volume: String)
    throws(StreamFault) -> StreamedBar
  {
    let bar = StreamedBar(
      time: time, open: try price(open), high: try price(high), low: try price(low), close: try price(close),
      volume: try size(volume).double)
    guard bar.low <= min(bar.open, bar.close), max(bar.open, bar.close) <= bar.high else { throw fault(high) }
    return bar
  }
}

extension JSONValue {
  /// The objects of a frame that may be one or a list of them.
  var objects: [JSONValue] { elements ?? [self] }

  /// A line of JSON with texts alone, for a frame that is sent.
  static func frame(_ pairs: (String, JSONValue)...) -> String { JSONValue.object(pairs.map { ($0.0, $0.1) }).write() }
}
