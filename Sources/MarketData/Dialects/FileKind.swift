/// A kind of file other than plain UTF-8 text, identified by its first bytes.
package struct FileKind {
  /// The kind, as a phrase for use inside a message: `compressed by gzip`.
  package let name: String
  /// The way to a file that can be read.
  let hint: String

  /// The way to a document that can be read; nil if the kind holds none, such as a picture.
  package var hintForDocuments: String? {
    hint.hasPrefix(Self.unpackHint) || hint == Self.encodingHint ? hint : nil
  }

  /// True for a workbook, which is also a zip archive.
  var isWorkbook: Bool { hint == Self.workbookHint }

  /// The kind of a file; nil if its first bytes are of none that is known.
  init?(of head: UnsafeBufferPointer<UInt8>) {
    guard let (_, name, hint) = Self.table.first(where: { head.starts(with: $0.bytes) }) else { return nil }
    let head = UnsafeBufferPointer(rebasing: head.prefix(8192))
    // A workbook is a zip file that begins with the list of its parts.
    if name == Self.zip, Self.contains(head, "xl/") || Self.contains(head, "[Content_Types].xml") {
      self.name = "an Excel workbook (.xlsx)"
      self.hint = Self.workbookHint
    } else {
      self.name = name
      self.hint = hint
    }
  }

  /// The kind of a document or a script; nil if it may be text, which can begin with the letters of a kind.
  package init?(ofDocument bytes: [UInt8]) {
    let head = bytes.prefix(8192)
    guard head.contains(where: { $0 < 9 || $0 > 0x7E }) else { return nil }
    guard let kind = head.withUnsafeBufferPointer({ FileKind(of: $0) }) else { return nil }
    self = kind
  }

  private static let zip = "a zip archive"
  private static let workbookHint = "save the sheet as CSV"
  private static let unpackHint = "unpack it first"
  private static let encodingHint = "save it as UTF-8"

  private static let table: [(bytes: [UInt8], name: String, hint: String)] = [
    ([0x1F, 0x8B], "compressed by gzip", "unpack it first: `gunzip FILE`"),
    ([0x42, 0x5A, 0x68], "compressed by bzip2", "unpack it first: `bunzip2 FILE`"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed by Zstandard", "unpack it first: `unzstd FILE`"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed by xz", "unpack it first: `unxz FILE`"),
    ([0x50, 0x4B, 0x03, 0x04], zip, unpackHint), ([0x50, 0x4B, 0x05, 0x06], zip, unpackHint),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", unpackHint),
    (Array("PAR1".utf8), "Parquet", "`load` reads it from a file, through DuckDB's program"),
    (Array("ARROW1".utf8), "Arrow (Feather)", "`load` reads it from a file, through DuckDB's program"),
    ([0x89, 0x48, 0x44, 0x46], "HDF5", "export it as CSV, with pandas"),
    (Array("SQLite format 3".utf8), "an SQLite database", "`load` reads its tables from a file"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook (.xls)", workbookHint),
    (Array("%PDF".utf8), "a PDF document", "bars are read from CSV text"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture", "bars are read from CSV text"),
    ([0xFF, 0xFE, 0x00, 0x00], "UTF-32 text", encodingHint), ([0x00, 0x00, 0xFE, 0xFF], "UTF-32 text", encodingHint),
    ([0xFF, 0xFE], "UTF-16 text", encodingHint), ([0xFE, 0xFF], "UTF-16 text", encodingHint),
  ]

  private static func contains(_ head: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard head.count >= bytes.count else { return false }
    return (0...(head.count - bytes.count)).contains { head[$0..<($0 + bytes.count)].elementsEqual(bytes) }
  }
}
