import LibC

/// The room that a terminal has for a picture: it fits completely in the window, and is not stretched.
public struct PictureRoom: Sendable {
  /// The most columns that a picture may take.
  public let columns: Int
  /// The most rows that a picture may take.
  public let rows: Int
  /// The width and the height of a character, in pixels.
  public let cell: (width: Double, height: Double)

  /// The most columns that a picture takes: on a wider one its words would be larger than those around it.
  private static let mostColumns = 110
  /// The rows of the window that stay free for the words above the picture and the prompt below it.
  private static let freeRows = 3

  /// The room of a window.
  public init(columns: Int, rows: Int, cell: (width: Double, height: Double)) {
    self.columns = max(1, min(columns, Self.mostColumns))
    self.rows = max(1, rows - Self.freeRows)
    self.cell = cell
  }

  /// The room of this terminal; characters count as twice as high as wide if it does not report their size.
  public init(columns: Int) {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_xpixel > 0 && size.ws_ypixel > 0
    let cell =
      isKnown && size.ws_col > 0 && size.ws_row > 0
      ? (Double(size.ws_xpixel) / Double(size.ws_col), Double(size.ws_ypixel) / Double(size.ws_row)) : (8, 16)
    self.init(columns: columns, rows: TerminalSize.current().rows, cell: cell)
  }

  /// The columns, rows and pixels that a picture of a PNG takes; nil for bytes that are none.
  public func place(ofPNG png: [UInt8]) -> (columns: Int, rows: Int, width: Int)? {
    // The size is in the first chunk, after the mark of eight bytes, its length and its name.
    guard png.count >= 24 else { return nil }
    func number(_ start: Int) -> Double { png[start..<start + 4].reduce(0) { $0 * 256 + Double($1) } }
    let (width, height) = (number(16), number(20))
    guard width > 0, height > 0 else { return nil }
    let most = (width: Double(columns) * cell.width, height: Double(rows) * cell.height)
    let scale = min(most.width / width, most.height / height)
    func count(_ length: Double, _ limit: Int) -> Int { min(max(1, Int(length.rounded())), limit) }
    return (
      count(width * scale / cell.width, columns), count(height * scale / cell.height, rows), max(1, Int(width * scale))
    )
  }
}
