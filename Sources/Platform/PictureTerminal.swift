/// The way in which a terminal shows pictures among its text.
public enum PictureTerminal: String, Sendable, Hashable, CaseIterable {
  /// The graphics protocol of kitty: PNG in pieces of base 64.
  case kitty
  /// The inline images of iTerm2: a file in base 64.
  case iTerm2
  /// Sixel, the pictures of DEC's terminals, which `img2sixel` makes of a PNG.
  case sixel

  /// The answer to whether pictures can be shown here.
  public enum Answer: Sendable, Hashable {
    /// They can, in this way.
    case shows(PictureTerminal)
    /// They cannot, with a reason for use inside a sentence: "it says nothing of pictures".
    case refuses(String)
  }

  /// The sequence that shows a PNG on some columns and rows, which have the shape of the picture.
  ///
  /// - Parameter sixel: the same picture in Sixel; needed for that protocol only.
  public func sequence(png: [UInt8], columns: Int, rows: Int, sixel: String? = nil) -> String? {
    switch self {
    case .kitty:
      // A piece holds no more than 4,096 characters; all but the last say that more come.
      let text = Array(Base64.text(of: png).utf8)
      var result = ""
      for start in stride(from: 0, to: max(text.count, 1), by: 4096) {
        let piece = String(decoding: text[start..<min(start + 4096, text.count)], as: UTF8.self)
        let more = start + 4096 < text.count ? 1 : 0
        let keys = start == 0 ? "a=T,f=100,q=2,c=\(columns),r=\(rows),m=\(more)" : "m=\(more)"
        result += "\u{1B}_G\(keys);\(piece)\u{1B}\\"
      }
      return result + "\n"
    case .iTerm2:
      let keys = "inline=1;size=\(png.count);width=\(columns);preserveAspectRatio=1"
      return "\u{1B}]1337;File=\(keys):\(Base64.text(of: png))\u{07}\n"
    case .sixel: return sixel.map { $0 + "\n" }
    }
  }
}

/// Bytes as text of 64 signs (RFC 4648).
public enum Base64 {
  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes, with the signs `=` at its end that fill the last four.
  public static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let rest = bytes.count - start
      let word =
        UInt32(bytes[start]) << 16 | (rest > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
        | (rest > 2 ? UInt32(bytes[start + 2]) : 0)
      result.append(signs[Int(word >> 18 & 63)])
      result.append(signs[Int(word >> 12 & 63)])
      result.append(rest > 1 ? signs[Int(word >> 6 & 63)] : UInt8(ascii: "="))
      result.append(rest > 2 ? signs[Int(word & 63)] : UInt8(ascii: "="))
    }
    return String(decoding: result, as: UTF8.self)
  }
}
