import Text

/// Recognises how a file is laid out from its first lines.
struct LayoutSniffer {
  private let text: TextBuffer
  private let file: String
  private let usesAdjusted: Bool
  private var separator: UInt8 = 44
  private var notes: [String] = []
  private var findings: [BarFinding] = []

  /// The number of lines that the separator and the decimal mark are judged by.
  private static let sampleSize = 20

  static func layout(of text: TextBuffer, file: String, usesAdjusted: Bool) throws(MarketDataError) -> Layout {
    var sniffer = LayoutSniffer(text: text, file: file, usesAdjusted: usesAdjusted)
    return try sniffer.sniff()
  }

  private init(text: TextBuffer, file: String, usesAdjusted: Bool) {
    self.text = text
    self.file = file
    self.usesAdjusted = usesAdjusted
  }

  private mutating func sniff() throws(MarketDataError) -> Layout {
    try refuseOtherKinds()
    var lines = firstLines()
    separator = mainSeparator(lines)
    let before = lines.prefix { (try? fields($0).count) ?? 2 < 2 }.count
    guard before < lines.count else {
      guard let line = lines.first else { throw failure(.emptyFile, "the file holds no text") }
      throw failure(
        .notATable,
        "there is only one column, and no comma, semicolon or tab between fields",
        line: line,
        found: text.text(line.start..<line.end)
      )
    }
    if before > 0 {
      lines.removeFirst(before)
      notes.append("\(NumberText.counted(before, "line")) before the table")
    }
    let stacked = StackedHeader(try samples(Array(lines.prefix(StackedHeader.height))))
    if let stacked {
      try refuseSeveral(stacked.symbols, line: lines[0])
      lines.removeFirst(StackedHeader.height - 1)
      notes.append("header of \(StackedHeader.height) lines")
    }
    let top = try fields(lines[0])
    let hasHeader = !top.contains { isNumber($0) || DateStyle(of: text.bytes(of: $0)) != nil }
    let rows = hasHeader ? Array(lines.dropFirst()) : lines
    guard let first = rows.first else {
      throw failure(.noRows, "there is a header and no row below it", line: lines[0])
    }
    var sample = try fields(first)
    var names = stacked?.names ?? (hasHeader ? top.map { text.text(of: $0) } : [])
    if hasHeader { try align(&names, &sample, with: first) }
    let columns = try ColumnRoles.assign(
      names: names,
      sample: sample.map { text.bytes(of: $0) },
      rows: try samples(rows),
      usesAdjusted: usesAdjusted
    ) { code, message, hint in failure(code, message, line: hasHeader ? lines[0] : first, hint: hint) }
    notes += columns.notes
    findings += columns.findings
    var layout = Layout(
      separator: separator,
      hasHeader: hasHeader,
      roles: columns.roles,
      names: hasHeader ? names : columns.roles.map(\.name),
      dateStyle: columns.dateStyle,
      dataStart: first.start,
      dataLine: first.number
    )
    layout.isMacro = columns.isMacro
    layout.symbol = columns.roles.firstIndex(of: .symbol).map { text.text(of: sample[$0]) } ?? stacked?.symbols.first
    layout.currency = columns.roles.firstIndex(of: .currency).map { text.text(of: sample[$0]) }
    if let currency = layout.currency, !currency.isEmpty { notes.append("in \(currency)") }
    layout.decimalComma = usesDecimalComma(rows, columns)
    if layout.decimalComma { notes.append("decimal comma") }
    layout.notes = notes
    layout.findings = findings
    return layout
  }

  /// Refuses bars of several symbols side by side.
  private func refuseSeveral(_ symbols: [String], line: TextLine) throws(MarketDataError) {
    guard symbols.count > 1 else { return }
    throw failure(
      .severalSymbols, "the file holds several symbols side by side: \(symbols.joined(separator: ", "))", line: line,
      hint: "split it into one file for each symbol")
  }

  /// Tells other kinds of files by their first bytes.
  private func refuseOtherKinds() throws(MarketDataError) {
    let head = UnsafeBufferPointer(start: text.bytes, count: min(text.count, 8192))
    guard !head.isEmpty else { throw failure(.emptyFile, "the file is empty") }
    if let kind = FileKind(of: head) {
      throw failure(.binaryFile, "the file is \(kind.name)", hint: kind.hint)
    }
    guard !head.contains(0), head.filter({ $0 < 9 || (14..<32).contains($0) }).count * 50 <= head.count else {
      throw failure(
        .binaryFile,
        "this is not a text file",
        hint: "bars are read from CSV text; unpack or export first"
      )
    }
    guard let first = head.first(where: { ![32, 9, 10, 13, 0xEF, 0xBB, 0xBF].contains($0) }) else {
      throw failure(.emptyFile, "the file holds blank lines only")
    }
    if first == 123 || first == 91 {
      throw failure(.notATable, "this is JSON, not a table of bars", hint: "bars are read from CSV text")
    }
    let start = String(decoding: head.prefix(256), as: UTF8.self).lowercased()
    if first == 60, start.contains("<!doctype") || start.contains("<html") || start.contains("<?xml") {
      throw failure(
        .notATable,
        "this is a web page, not a table of bars",
        hint: "the download may have failed: open the file to see"
      )
    }
  }

  /// The first lines that are neither blank nor comments.
  private func firstLines() -> [TextLine] {
    var lines: [TextLine] = []
    let hasMark = text.count >= 3 && text.bytes[0] == 0xEF && text.bytes[1] == 0xBB && text.bytes[2] == 0xBF
    var start = hasMark ? 3 : 0
    var number = 1
    while lines.count < Self.sampleSize, let line = TextLine(in: text, at: start, number: number) {
      if !line.isBlank(in: text), text.bytes[line.start] != 35 { lines.append(line) }
      start = line.next
      number += 1
    }
    return lines
  }

  /// The separator that stands in most lines; a comma may be a decimal mark and gives way to the others.
  private func mainSeparator(_ lines: [TextLine]) -> UInt8 {
    var best: (byte: UInt8, lines: Int) = (44, 0)
    for candidate: UInt8 in [9, 59, 124, 44] {
      let holding = lines.count { ((try? $0.fields(in: text, separator: candidate).count) ?? 0) > 1 }
      if holding > best.lines { best = (candidate, holding) }
    }
    return best.byte
  }

  private func fields(_ line: TextLine) throws(MarketDataError) -> [TextLine.Field] {
    do {
      return try line.fields(in: text, separator: separator)
    } catch {
      throw RowFault.unclosedQuote(error.offset, line, text, file)
    }
  }

  private func samples(_ lines: [TextLine]) throws(MarketDataError) -> [[String]] {
    var samples: [[String]] = []
    for line in lines {
      guard let fields = try? line.fields(in: text, separator: separator) else { continue }
      samples.append(fields.map { text.text(of: $0) })
    }
    return samples
  }

  /// Makes as many names as a row has fields.
  private mutating func align(
    _ names: inout [String],
    _ sample: inout [TextLine.Field],
    with line: TextLine
  ) throws(MarketDataError) {
    while sample.count > names.count, let last = sample.last, last.start == last.end { sample.removeLast() }
    while names.count > sample.count, names.last == "" { names.removeLast() }
    if sample.count == names.count { return }
    // A header `Date,Open,…` above rows of date, time, open: the time has no name.
    if sample.count == names.count + 1, let stamp = StampField.probe(text.bytes(of: sample[0])),
      !stamp.hasTime, StampField.time(text.bytes(of: sample[1])) != nil
    {
      names.insert("Time", at: 1)
      notes.append("header names no time column")
      return
    }
    throw RowFault.fieldCount(sample.count, names.count, line, text, file)
  }

  private func isNumber(_ field: TextLine.Field) -> Bool {
    [true, false].contains { decimalComma in
      let content = NumberField.content(text.bytes(of: field), decimalComma: decimalComma, allowsUnits: false)
      if case .number = content { return true }
      return false
    }
  }

  /// True where the commas inside the numbers of the first rows are not marks between thousands.
  private mutating func usesDecimalComma(_ lines: [TextLine], _ columns: ColumnRoles) -> Bool {
    var mark = DecimalMark(separator: separator, dates: columns.dateStyle)
    for line in lines {
      guard let fields = try? line.fields(in: text, separator: separator) else { continue }
      for (column, (field, role)) in zip(fields, columns.roles).enumerated() where role.isNumber {
        mark.add(text.bytes(of: field), column: column, isVolume: role == .volume, line: line.number)
      }
    }
    let (isDecimal, doubt) = mark.reading
    if let doubt, let line = mark.unclearLine {
      findings.append(
        BarFinding(
          .ambiguousNumbers,
          message: "no number tells a decimal comma from one between thousands; they are read as "
            + "\(isDecimal ? "decimals" : "thousands"): \(doubt)",
          count: 1, firstLine: line))
    }
    return isDecimal
  }

  private func failure(
    _ code: MarketDataError.Code,
    _ message: String,
    line: TextLine? = nil,
    found: String? = nil,
    hint: String? = nil
  ) -> MarketDataError {
    MarketDataError(
      code,
      file: file,
      line: line?.number,
      column: line == nil ? nil : 1,
      found: found.map { RowFault.shortened($0) },
      message: message,
      hint: hint
    )
  }
}
