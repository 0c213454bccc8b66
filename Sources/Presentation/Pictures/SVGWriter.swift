import Text

/// The text of an SVG, element by element.
///
/// Coordinates have one decimal, as no screen shows more; text is escaped, and never becomes a part of the drawing.
struct SVGWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// The text written so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds text as it is.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Opens an element; values of attributes are escaped.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes)
    raw(">")
  }

  /// Closes an element.
  mutating func close(_ name: String) { raw("</\(name)>\n") }

  /// Adds an element without content.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    tag(name, attributes)
    raw("/>\n")
  }

  /// Adds an element that holds a text alone.
  mutating func leaf(_ name: String, _ attributes: [(String, String)] = [], _ content: String) {
    open(name, attributes)
    raw(Self.escaped(content))
    close(name)
  }

  /// Adds a text with its baseline at a point.
  ///
  /// - Parameter anchor: `start`, `middle` or `end`: the part of the text at the point.
  mutating func label(_ content: String, x: Double, y: Double, _ style: String, anchor: String = "start") {
    var attributes = [("x", Self.number(x)), ("y", Self.number(y)), ("class", style)]
    if anchor != "start" { attributes.append(("text-anchor", anchor)) }
    leaf("text", attributes, content)
  }

  /// Adds a path; an empty one is left out unless it is kept for a script to fill.
  mutating func path(_ path: SVGPath, _ style: String, _ more: [(String, String)] = [], isKept: Bool = false) {
    guard isKept || !path.bytes.isEmpty else { return }
    raw("<path class=\"\(Self.escaped(style))\"")
    for (name, value) in more { raw(" \(name)=\"\(Self.escaped(value))\"") }
    raw(" d=\"")
    bytes.append(contentsOf: path.bytes)
    raw("\"/>\n")
  }

  private mutating func tag(_ name: String, _ attributes: [(String, String)]) {
    raw("<\(name)")
    for (name, value) in attributes { raw(" \(name)=\"\(Self.escaped(value))\"") }
  }

  /// A coordinate with at most one decimal.
  static func number(_ value: Double) -> String {
    var path = SVGPath()
    path.add(value)
    return String(decoding: path.bytes, as: UTF8.self)
  }

  /// Text escaped for XML; characters that XML does not allow, and those that change the direction of the text after
  /// them, appear as their numbers.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in VisibleText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result += " "
      case "\u{FFFE}", "\u{FFFF}": result += SVGWriter.escaped(VisibleText.number(scalar))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
