import FileFormats
import LibC
import TestSupport
import Testing

@Suite("Workbooks that somebody else made")
struct HostileFileTests {
  private static let workbook: Workbook = {
    var sheet = Worksheet("Assumptions")
    sheet.put(.text("growth & <more> \"quoted\" ä"), 1, 1)
    sheet.put(.number(0.06), 1, 2, CellStyle(.percent, .input))
    sheet.put(formula: .cell("Assumptions", 1, 2) * 2, 2, 2)
    sheet.put(.flag(true), 3, 1)
    sheet.put(formula: .notAvailable, 3, 2)
    var other = Worksheet("my sheet")
    other.put(formula: .cell("Assumptions", 2, 2) + 1, 1, 1)
    return Workbook([sheet, other])
  }()

  private static let bytes: [UInt8] = {
    var values = WorkbookValues(workbook)
    return WorkbookWriter.bytes(workbook, &values)
  }()

  /// An archive of a workbook's parts, one of them replaced.
  private static func archive(replacing part: String, by content: [UInt8]?) throws -> [UInt8] {
    let reader = try WorkbookArchive(bytes)
    var writer = ZipWriter()
    for name in reader.names {
      if name != part {
        writer.add(name, try #require(try reader.part(name)))
      } else if let content {
        writer.add(name, content)
      }
    }
    return writer.finished()
  }

  private static func reason(_ bytes: [UInt8]) -> SpreadsheetError.Reason? {
    do throws(SpreadsheetError) {
      _ = try WorkbookReader.workbook(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("what is written is read back, formulas with their values")
  func roundTrip() throws {
    let read = try WorkbookReader.workbook(Self.bytes)
    #expect(read.sheets.map(\.name) == ["Assumptions", "my sheet"])
    let sheet = try #require(read["Assumptions"])
    #expect(sheet[1, 1].value == .text("growth & <more> \"quoted\" ä"))
    #expect(sheet[1, 2] == .init(.number(0.06)))
    #expect(sheet[2, 2] == .init(.number(0.12), isFormula: true))
    #expect(sheet[3, 1].value == .flag(true))
    #expect(sheet[3, 2].value == .error(.notAvailable))
    #expect(read["my sheet"]?[1, 1].value == .number(1.12))
    #expect(
      Self.bytes
        == {
          var values = WorkbookValues(Self.workbook)
          return WorkbookWriter.bytes(Self.workbook, &values)
        }())
  }

  @Test("an early end is damage, in every place")
  func truncated() {
    for count in 0..<Self.bytes.count {
      #expect(Self.reason(Array(Self.bytes[..<count])) != nil)
    }
  }

  @Test("any changed byte is an error or changes nothing that is read")
  func flipped() throws {
    let whole = try WorkbookReader.workbook(Self.bytes)
    var dice = Dice(11)
    for place in Self.bytes.indices {
      var bytes = Self.bytes
      bytes[place] ^= 1 << UInt8(dice.below(8))
      if let read = try? WorkbookReader.workbook(bytes) { #expect(read == whole, "byte \(place)") }
    }
  }

  @Test("damaged XML is an error with its part, and never ends the program")
  func damagedParts() throws {
    var dice = Dice(12)
    let reader = try WorkbookArchive(Self.bytes)
    for name in reader.names {
      let content = try #require(try reader.part(name))
      for _ in 0..<200 {
        var changed = content
        for _ in 0...(dice.next() % 4) {
          let place = Int(dice.next() % UInt64(changed.count))
          switch dice.next() % 3 {
          case 0: changed[place] = UInt8(truncatingIfNeeded: dice.next())
          case 1: changed.removeSubrange(place..<min(changed.count, place + Int(dice.next() % 40) + 1))
          default: changed.insert(contentsOf: Array("<&\"'>/=!0".utf8), at: place)
          }
          if changed.isEmpty { changed = [0] }
        }
        _ = Self.reason(try Self.archive(replacing: name, by: changed))
      }
    }
  }

  @Test("entities do not expand, and what a workbook never has is refused")
  func markup() throws {
    let sheet = "xl/worksheets/sheet1.xml"
    func reason(_ text: String, in part: String = "xl/worksheets/sheet1.xml") throws -> SpreadsheetError.Reason? {
      Self.reason(try Self.archive(replacing: part, by: Array(text.utf8)))
    }
    let bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE w [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><worksheet>&b;</worksheet>"
    #expect(try reason(bomb) == .unsupported)
    #expect(try reason("<worksheet>&b;</worksheet>") == .damaged)
    #expect(try reason("<worksheet><sheetData></worksheet>") == .damaged)
    #expect(try reason(String(repeating: "<a>", count: 100_000)) == .damaged)
    #expect(try reason("<worksheet/><worksheet/>") == .damaged)
    #expect(try reason("") == .damaged)
    #expect(try reason("<worksheet><sheetData><row r=\"99999999\"/></sheetData></worksheet>") == .damaged)
    #expect(try reason("<worksheet><c r=\"ZZZZ1\"><v>1</v></c></worksheet>") == .damaged)
    #expect(try reason("<worksheet><row><c t=\"s\"><v>7</v></c></row></worksheet>") == .damaged)
    #expect(try reason("<worksheet><row><c><v>1e999</v></c></row></worksheet>") == .damaged)
    #expect(try Self.reason(Self.archive(replacing: sheet, by: nil)) == .damaged)
    #expect(try Self.reason(Self.archive(replacing: "xl/workbook.xml", by: nil)) == .notAWorkbook)
    let days = "<workbook><workbookPr date1904=\"1\"/></workbook>"
    #expect(try reason(days, in: "xl/workbook.xml") == .unsupported)
  }

  @Test("strings are shared, inline, of several runs, and without places")
  func strings() throws {
    let text = """
      <x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:r><x:t>a</x:t></x:r><x:r><x:t>b</x:t>\
      </x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c><x:c t="str"><x:f>A1</x:f><x:v>c&#x41;</x:v></x:c></x:row></x:sheetData>\
      </x:worksheet>
      """
    let read = try WorkbookReader.workbook(
      try Self.archive(replacing: "xl/worksheets/sheet1.xml", by: Array(text.utf8)))
    #expect(read["Assumptions"]?[1, 1].value == .text("ab"))
    #expect(read["Assumptions"]?[1, 2] == .init(.text("cA"), isFormula: true))
  }

  @Test("a bomb is refused before it is unpacked")
  func bombs() throws {
    var writer = ZipWriter()
    for index in 0..<3 { writer.add("xl/\(index).xml", [UInt8](repeating: 0x20, count: 60 << 20)) }
    #expect(Self.reason(writer.finished()) == .tooLarge)
    // A size that is promised and not there costs no memory.
    var lying = Self.bytes
    let entry = try #require(Self.lastEntry(lying))
    for (index, byte) in [0, 0, 0, 7].enumerated() { lying[entry + 24 + index] = UInt8(byte) }
    #expect(Self.reason(lying) != nil)
  }

  @Test("passwords, paths and doubled parts are refused")
  func containers() throws {
    #expect(Self.reason([0xD0, 0xCF, 0x11, 0xE0] + [UInt8](repeating: 0, count: 600)) == .encrypted)
    #expect(Self.reason(Array("date,open\n".utf8)) == .notAWorkbook)
    var locked = Self.bytes
    let entry = try #require(Self.lastEntry(locked))
    locked[entry + 8] |= 1
    #expect(Self.reason(locked) == .encrypted)
    for name in ["../evil.xml", "/etc/passwd", "xl\\..\\a", "xl/../../a"] {
      var writer = ZipWriter()
      writer.add(name, [1, 2, 3])
      #expect(Self.reason(writer.finished()) == .damaged)
    }
    var writer = ZipWriter()
    writer.add("xl/workbook.xml", [1])
    writer.add("xl/workbook.xml", [2])
    #expect(Self.reason(writer.finished()) == .damaged)
  }

  /// The place of the last part in the directory.
  private static func lastEntry(_ bytes: [UInt8]) -> Int? {
    (0..<bytes.count - 4).last { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) }
  }
}
