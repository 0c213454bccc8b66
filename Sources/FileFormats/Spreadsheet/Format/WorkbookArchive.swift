/// The zip archive that a workbook is.
package struct WorkbookArchive {
  private let archive: ZipReader

  /// Reads its directory.
  package init(_ bytes: [UInt8]) throws(SpreadsheetError) {
    // A workbook with a password is a file of Microsoft's older container, which wraps the encrypted archive.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw SpreadsheetError(.encrypted, "the file has a password, or is of the old format .xls")
    }
    do throws(ArchiveError) {
      archive = try ZipReader(bytes, limits: ZipReader.Limits(archive: 64 << 20, unpacked: 128 << 20))
    } catch { throw SpreadsheetError(error) }
  }

  /// The names of the parts, sorted.
  package var names: [String] { archive.names }

  /// The content of a part; nil if there is none.
  package func part(_ name: String) throws(SpreadsheetError) -> [UInt8]? {
    do throws(ArchiveError) { return try archive.part(name) } catch { throw SpreadsheetError(error) }
  }
}
