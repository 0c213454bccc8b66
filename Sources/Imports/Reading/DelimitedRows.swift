/// The rows of a text with commas, as brokers export it: quoted fields may have line breaks and commas in.
package enum DelimitedRows {
  /// A row with the number of the line that it begins in, from 1.
  package typealias Row = (line: Int, fields: [String])

  /// The rows of a file; bytes that are not UTF-8 become signs of replacement, a byte order mark is left out.
  package static func rows(_ bytes: [UInt8]) -> [Row] {
    var rows: [Row] = []
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while place < bytes.count {
      var fields: [String] = []
      let start = line
      var isOpen = true
      while isOpen { fields.append(field(bytes, &place, &line, &isOpen)) }
      rows.append((start, fields))
    }
    return rows
  }

  private static func field(_ bytes: [UInt8], _ place: inout Int, _ line: inout Int, _ isOpen: inout Bool) -> String {
    while place < bytes.count, bytes[place] == 32 || bytes[place] == 9 { place += 1 }
    var text: [UInt8] = []
    if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
      place += 1
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "\"") {
          guard place < bytes.count, bytes[place] == byte else { break }
          place += 1
        }
        if byte == 10 { line += 1 }
        text.append(byte)
      }
    }
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: ","), bytes[place] != 10, bytes[place] != 13 { place += 1 }
    text += bytes[start..<place]
    if place < bytes.count, bytes[place] == UInt8(ascii: ",") {
      place += 1
    } else {
      isOpen = false
      if place < bytes.count, bytes[place] == 13 { place += 1 }
      if place < bytes.count, bytes[place] == 10 { place += 1 }
      line += 1
    }
    while let last = text.last, last == 32 || last == 9 || last == 13 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
