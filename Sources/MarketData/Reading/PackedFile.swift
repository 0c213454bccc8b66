import FileFormats
import Platform
import Work

/// The path of a file, or of a table in a zip archive: `bars.zip/SPY.csv`.
struct PackedPath {
  /// The path of the file.
  let file: String
  /// The name of the table in the archive; nil for a file itself, and for the only table of an archive.
  let table: String?

  /// Finds the archive of a path that is not there itself.
  init(_ path: String, in files: any FileSystem) {
    var (file, table) = (path, String?.none)
    if path.contains(".zip/"), files.status(of: path) == nil {
      var end = path.startIndex
      while let mark = path[end...].firstRange(of: ".zip/") {
        end = mark.upperBound
        let archive = String(path[..<path.index(before: end)])
        guard files.status(of: archive)?.isRegular == true else { continue }
        (file, table) = (archive, String(path[end...]))
        break
      }
    }
    self.file = file
    self.table = table
  }
}

extension FileSource {
  /// The text that a file compressed by gzip, or a table in a zip archive, unpacks to; the file itself if it is
  /// neither.
  ///
  /// The hash stays that of the file.
  ///
  /// - Parameter limit: the most bytes that it may unpack to.
  func unpacked(
    table: String?, limit: Int, threads: Int, monitor: WorkMonitor
  ) throws(MarketDataError) -> FileSource {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(text.bytes), count: text.count)
    var unpacked: FileSource
    if bytes.starts(with: Gzip.mark) {
      let text = try caught { () throws(ArchiveError) in
        try Gzip.unpacked(bytes, limit: limit) { monitor.isStopped }
      }
      unpacked = try FileSource(bytes: text, name: name, threads: threads)
      unpacked.packing = "compressed by gzip"
    } else if bytes.starts(with: ZipReader.mark), FileKind(of: bytes)?.isWorkbook != true {
      let archive = try caught { () throws(ArchiveError) in
        try ZipReader(Array(bytes), limits: ZipReader.Limits(archive: limit, unpacked: limit))
      }
      let table = try self.table(table, of: archive)
      let text = try caught { () throws(ArchiveError) in try archive.part(table) ?? [] }
      unpacked = try FileSource(bytes: text, name: name, threads: threads)
      unpacked.packing = "\(table) of a zip archive"
    } else {
      return self
    }
    unpacked.hash = hash
    return unpacked
  }

  /// The name of the table to read.
  private func table(_ asked: String?, of archive: ZipReader) throws(MarketDataError) -> String {
    let names = archive.names.filter { !$0.hasSuffix("/") && !$0.hasPrefix("__MACOSX/") }
    let endings = [".csv", ".txt", ".tsv"]
    let tables = names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
    let candidates = tables.isEmpty ? names : tables
    return try TableChoice(
      file: name, holder: "archive", noun: "file", names: candidates, statement: { [name] in "load \"\(name)/\($0)\"" }
    ).chosen(asked, among: names)
  }

  private func caught<Value>(_ work: () throws(ArchiveError) -> Value) throws(MarketDataError) -> Value {
    do throws(ArchiveError) { return try work() } catch {
      if error.reason == .interrupted { throw .interrupted(name) }
      let hint = error.reason == .tooLarge ? "`set max_file 4GB` raises the limit" : nil
      throw MarketDataError(.notReadable, file: name, message: "the file does not unpack: \(error.message)", hint: hint)
    }
  }
}
