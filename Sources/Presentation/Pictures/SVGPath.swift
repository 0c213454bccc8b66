/// The data of a path, in pixels.
struct SVGPath {
  /// The bytes of the attribute `d`.
  private(set) var bytes: [UInt8] = []

  /// True if nothing was drawn.
  var isEmpty: Bool { bytes.isEmpty }

  /// Lifts the pen to a point.
  mutating func move(_ x: Double, _ y: Double) { command(UInt8(ascii: "M"), x, y) }

  /// Draws a line to a point.
  mutating func line(_ x: Double, _ y: Double) { command(UInt8(ascii: "L"), x, y) }

  /// Draws a line straight down, or up for a negative length.
  mutating func down(_ length: Double) { command(UInt8(ascii: "v"), length) }

  /// Draws a line straight to the right, or to the left for a negative length.
  mutating func right(_ length: Double) { command(UInt8(ascii: "h"), length) }

  /// Draws a line back to the start of the path.
  mutating func close() { bytes.append(UInt8(ascii: "z")) }

  /// Draws a rectangle.
  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    move(x, y)
    right(width)
    down(height)
    right(-width)
    close()
  }

  /// Draws a small diamond around a point.
  mutating func diamond(_ x: Double, _ y: Double) {
    move(x - 2, y)
    line(x, y - 2)
    line(x + 2, y)
    line(x, y + 2)
    close()
  }

  private mutating func command(_ letter: UInt8, _ x: Double, _ y: Double) {
    command(letter, x)
    bytes.append(UInt8(ascii: " "))
    add(y)
  }

  private mutating func command(_ letter: UInt8, _ value: Double) {
    bytes.append(letter)
    add(value)
  }

  /// Adds a number, rounded to a tenth; a non-finite number is 0.
  mutating func add(_ value: Double) {
    guard value.isFinite, abs(value) < 1e9 else { return bytes.append(UInt8(ascii: "0")) }
    var tenths = Int((value * 10).rounded())
    if tenths < 0 {
      bytes.append(UInt8(ascii: "-"))
      tenths = -tenths
    }
    bytes.append(contentsOf: String(tenths / 10).utf8)
    guard tenths % 10 != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(tenths % 10))
  }
}
