import LineEditing
import Testing

@Suite("The room for a picture in a terminal")
struct PictureRoomTests {
  /// The first bytes of a PNG of some pixels.
  private static func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    Array("\u{89}PNG\r\n\u{1A}\n".utf8.suffix(8)) + [0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, width, 0, 0, 0, height, 0]
  }

  @Test(
    "A picture has its own shape, and fits into the window",
    arguments: [
      // Width and height in units of 256 pixels, the window, and the columns and rows that it takes.
      (3, 2, 80, 60, 80, 27), (3, 2, 200, 60, 110, 37), (3, 2, 80, 24, 63, 21), (2, 6, 80, 24, 14, 21),
      (6, 2, 40, 24, 40, 7), (1, 1, 1, 1, 1, 1),
    ])
  func room(width: UInt8, height: UInt8, columns: Int, rows: Int, takenColumns: Int, takenRows: Int) throws {
    let room = PictureRoom(columns: columns, rows: rows, cell: (8, 16))
    let place = try #require(room.place(ofPNG: Self.png(width, height)))
    #expect(place.columns == takenColumns && place.rows == takenRows, "\(place)")
    #expect(room.place(ofPNG: [1, 2, 3]) == nil && room.place(ofPNG: Self.png(0, 1)) == nil)
  }
}
