import Text

/// Recognises how a file is laid out from its first lines.
package struct LayoutSniffer {
  private let text: TextBuffer
  private let file: String
  private let usesAdjusted: Bool
  private let form: FileForm
  private var separator: UInt8 = 44
  private var notes: [String] = []
  private var findings: [BarFinding] = []

  /// The number of lines that the separator and the decimal mark are judged by.
  private static let sampleSize = 20

  package static func layout(
    of text: TextBuffer, file: String, usesAdjusted: Bool, form: FileForm = FileForm()
  ) throws(MarketDataError) -> Layout {
    var sniffer = LayoutSniffer(text: text, file: file, usesAdjusted: usesAdjusted, form: form)
    return try sniffer.sniff()
  }

  private init(text: TextBuffer, file: String, usesAdjusted: Bool, form: FileForm) {
    self.text = text
    self.file = file
    self.usesAdjusted = usesAdjusted
    self.form = form
  }

  private mutating func sniff() throws(MarketDataError) -> Layout {
    try refuseOtherKinds()
    var lines = firstLines()
    if let stated = lines.first.flatMap({ statedSeparator($0) }) {
      separator = stated
      lines.removeFirst()
      notes.append("the separator is stated")
    } else {
      separator = mainSeparator(lines)
    }
    let before = linesBefore(lines)
    guard before < lines.count else {
      guard let line = lines.first else { throw failure(.emptyFile, "the file has no text") }
      throw failure(
        .notATable,
        "there is only one column, with no comma, semicolon or tab between fields",
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
      usesAdjusted: usesAdjusted,
      stated: try form.roles(file: file)
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
    if let column = layout.index(of: .stamp), let style = try form.style(layout.dateStyle, file: file) {
      layout.dateStyle = style
      layout.hasOpenDates = false
      layout.isInUTC = hasHeader && HeaderName.statesUTC(names[column])
    } else if let column = layout.index(of: .stamp) {
      layout.hasOpenDates = DateOrder.isOpen(layout.dateStyle, text.bytes(of: sample[column]))
      layout.isInUTC = hasHeader && HeaderName.statesUTC(names[column])
    }
    if hasHeader { noteUnused(names, columns.roles) }
    if isFixedPoint(names, columns.roles, try samples(rows)) {
      layout.priceScale = 1e9
      findings.append(
        BarFinding(
          .fixedPoint, message: "prices are whole numbers of a billionth, as Databento writes them, and are read so",
          count: 1, firstLine: first.number))
    }
    layout.notes = notes
    layout.findings = findings
    if let stated = try form.hasDecimalComma(file: file) {
      layout.decimalComma = stated
      if stated { layout.notes.append("decimal comma") }
    } else {
      layout.takeMarks(of: rows.lazy.map { $0 }, in: text)
    }
    return layout
  }

  /// The number of lines before the table: those of one field, and titles of several before the line of names.
  private func linesBefore(_ lines: [TextLine]) -> Int {
    let single = lines.prefix { (try? fields($0).count) ?? 2 < 2 }.count
    func all(_ line: TextLine) -> [TextLine.Field] { (try? fields(line)) ?? [] }
    func isDate(_ field: TextLine.Field) -> Bool { DateStyle(of: text.bytes(of: field)) != nil }
    func meanings(_ line: TextLine) -> [HeaderName.Meaning] {
      all(line).compactMap { HeaderName.meaning(text.text(of: $0)) }
    }
    guard single < lines.count, !all(lines[single]).contains(where: isDate), meanings(lines[single]).isEmpty else {
      return single
    }
    let header = lines[single...].firstIndex { line in
      let meanings = meanings(line)
      return meanings.contains { $0.role == .stamp } && meanings.contains { $0.role.isNumber }
    }
    // A title may name a day, after a word.
    guard let header, !lines[single..<header].contains(where: { all($0).first.map(isDate) == true }) else {
      return single
    }
    return header
  }

  /// Names the columns that mean a price, or what prices are adjusted by, and are not read.
  private mutating func noteUnused(_ names: [String], _ roles: [ColumnRole]) {
    let unused = zip(names, roles).filter { name, role in
      role == .skip && HeaderName.meansPrice(name) && HeaderName.meaning(name)?.role != .adjusted
    }.map(\.0)
    guard !unused.isEmpty else { return }
    let close = roles.firstIndex(of: .close).map { names[$0] } ?? ""
    let isOther = HeaderName.meaning(close).map { $0.role == .close && $0.rank > 0 } == true
    findings.append(
      BarFinding(
        .unusedColumns,
        message: "not read: \(unused.joined(separator: ", "))" + (isOther ? "; the close is \(close)" : "")
          + "; `load … columns date, …` reads other columns",
        count: unused.count))
  }

  /// True for bars of Databento, whose prices are whole numbers of 1e-9.
  private func isFixedPoint(_ names: [String], _ roles: [ColumnRole], _ rows: [[String]]) -> Bool {
    let keys = Set(names.map(HeaderName.normalized))
    guard keys.contains("rtype") || keys.contains("publisherid"), !rows.isEmpty else { return false }
    let prices = roles.indices.filter { [.open, .high, .low, .close].contains(roles[$0]) }
    return rows.allSatisfy { row in
      prices.allSatisfy { $0 < row.count && row[$0].count > 5 && Int(row[$0]) != nil }
    }
  }

  /// The separator of Excel's first line `sep=;`; nil for another line.
  private func statedSeparator(_ line: TextLine) -> UInt8? {
    var bytes = UnsafeBufferPointer(
      rebasing: UnsafeBufferPointer(start: text.bytes, count: text.count)[line.start..<line.end])[...]
    bytes = bytes.drop { $0 == 34 }
    guard bytes.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 }) else { return nil }
    let rest = bytes.dropFirst(4).filter { $0 != 34 && $0 != 13 }
    return rest.count == 1 && [9, 44, 59, 124].contains(rest[0]) ? rest[0] : rest.isEmpty ? 9 : nil
  }

  /// Refuses bars of several symbols side by side.
  private func refuseSeveral(_ symbols: [String], line: TextLine) throws(MarketDataError) {
    guard symbols.count > 1 else { return }
    throw failure(
      .severalSymbols, "the file holds several symbols side by side: \(symbols.joined(separator: ", "))", line: line,
      hint: "split it into one file for each symbol")
  }

  /// Refuses other kinds of files, identified by their first bytes.
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
      throw failure(.emptyFile, "the file has only blank lines")
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

  /// The separator in most lines; a comma may be a decimal mark and yields to the others.
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

  /// Fits the names to the fields of a row.
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
