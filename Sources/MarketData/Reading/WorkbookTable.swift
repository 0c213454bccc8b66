import Calendar
import FileFormats
import Platform
import Text

/// The sheets of a workbook of Excel, read as text.
///
/// A day is a number in a workbook: in a column that is called a date, or in the first one, numbers that can be days since
/// 1899-12-30 are read as such, with their time.
struct WorkbookTable {
  private let workbook: ReadWorkbook
  private let path: String

  init(_ file: any ReadableFile, path: String, limit: Int) throws(MarketDataError) {
    self.path = path
    let bytes: [UInt8]
    do throws(FileError) { bytes = try file.bytes(limit: limit) } catch { throw MarketDataError(error) }
    do throws(SpreadsheetError) { workbook = try WorkbookReader.workbook(bytes) } catch {
      throw MarketDataError(.notReadable, file: path, message: "the workbook cannot be read: \(error.message)")
    }
  }

  /// True for a file whose beginning is that of a workbook.
  static func isLikely(_ file: any ReadableFile) -> Bool {
    var head = [UInt8](repeating: 0, count: min(8192, file.size ?? 0))
    let read = head.withUnsafeMutableBytes { bytes -> Int in (try? file.read(into: bytes, at: 0)) ?? 0 }
    return head.prefix(read).withUnsafeBufferPointer { FileKind(of: $0)?.isWorkbook } == true
  }

  /// The names of the sheets that are not empty.
  var names: [String] { workbook.sheets.filter { !$0.cells.isEmpty }.map(\.name) }

  /// The rows of a sheet as a text with commas.
  func text(of name: String) throws(MarketDataError) -> [UInt8] {
    guard let sheet = workbook[name] else { return [] }
    let columns = sheet.cells.keys.map(\.column)
    guard let first = columns.min(), let last = columns.max() else { return [] }
    var rows: [Int: [(column: Int, value: CellValue)]] = [:]
    for (address, cell) in sheet.cells { rows[address.row, default: []].append((address.column, cell.value)) }
    var header: [String] = []
    var bytes: [UInt8] = []
    for row in rows.keys.sorted() {
      var fields = [String](repeating: "", count: last - first + 1)
      for (column, value) in rows[row] ?? [] {
        let place = column - first
        fields[place] = Self.text(value, role: role(place, header))
      }
      if header.isEmpty, fields.contains(where: { HeaderName.meaning($0) != nil }) { header = fields }
      append(fields, to: &bytes)
    }
    return bytes
  }

  /// The role of a column, by its name if there is a header.
  private func role(_ place: Int, _ header: [String]) -> ColumnRole {
    guard !header.isEmpty else { return place == 0 ? .stamp : .close }
    if ["year", "jahr", "month", "quarter"].contains(HeaderName.normalized(header[place])) { return .skip }
    return HeaderName.meaning(header[place])?.role ?? (place == 0 && header[0].isEmpty ? .stamp : .skip)
  }

  private static func text(_ value: CellValue, role: ColumnRole) -> String {
    switch value {
    case .empty, .error: return ""
    case .text(let text): return text
    case .flag(let flag): return flag ? "1" : "0"
    case .number(let number):
      // 2958465 is the last day of the year 9999.
      if role == .stamp, number >= 1, number < 2_958_466 { return stamp(number) }
      if role == .time, number >= 0, number < 1 { return time(Int((number * 86_400_000).rounded())) }
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
  }

  private static func stamp(_ number: Double) -> String {
    let milliseconds = (number * 86_400_000).rounded()
    let days = Int((milliseconds / 86_400_000).rounded(.down))
    // Day 0 of Excel's count is 1899-12-30, 25,569 days before 1970.
    let date = CivilDate(daysSince1970: days - 25_569).description
    let rest = Int(milliseconds) - days * 86_400_000
    return rest == 0 ? date : "\(date) \(time(rest))"
  }

  private static func time(_ milliseconds: Int) -> String {
    // A day's fraction is a double: full seconds are meant.
    let seconds = (milliseconds + 500) / 1000 % 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  private func append(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(44) }
      SQLiteTable.append(field, to: &bytes)
    }
    bytes.append(10)
  }
}
