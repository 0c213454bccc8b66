import Text

/// A diagnostic drawn as text, in pieces that a caller may colour.
///
/// ```
/// error: unknown name `clsoe` [unknown-name]
///   --> script.tas:4:6
///    | show clsoe, rsi(14)
///    |      ^^^^^
///    = did you mean `close`?
/// ```
///
/// The line with the place is left out for text that has no file: the prompt's and that of `-c`.
public struct DiagnosticReport: Hashable, Sendable {
  /// The roles of the pieces of a drawing.
  public enum Role: Hashable, Sendable {
    /// `error`, `warning` or `note`.
    case severity(Diagnostic.Severity)
    /// The sentence.
    case message
    /// The code in brackets.
    case code
    /// File, line and column.
    case location
    /// The frame: `-->`, `|`, `=`, and line breaks.
    case frame
    /// A line of the input.
    case source
    /// The carets under the main place.
    case caret(Diagnostic.Severity)
    /// The line under another place.
    case underline
    /// The remark beside carets.
    case label
    /// A way out.
    case hint
  }

  /// A segment of the drawing in one role.
  public struct Piece: Hashable, Sendable {
    /// The characters; only a frame holds line breaks.
    public var text: String
    /// Their role.
    public var role: Role
  }

  /// The drawing, in order.
  public private(set) var pieces: [Piece] = []

  /// The drawing without roles; no line break at its end.
  public var text: String { pieces.map(\.text).joined() }

  /// The columns of a line, which sentences are broken to fit.
  private let width: Int
  /// The columns of the line under way.
  private var column = 0

  /// Draws a diagnostic with the lines that it points at.
  ///
  /// - Parameter width: the columns of the terminal, at which sentences wrap, indented; lines of the input are not
  ///   broken.
  public init(_ diagnostic: Diagnostic, sources: SourceMap, width: Int = .max) {
    self.width = width
    add(diagnostic.severity.rawValue, .severity(diagnostic.severity))
    add(": ", .frame)
    addWords(Self.printable(diagnostic.message), .message, indent: 2)
    addWords(" [\(diagnostic.code.name)]", .code, indent: 2)
    var drawn: [SourceID] = []
    for label in diagnostic.labels where !drawn.contains(label.span.source) {
      guard let source = sources[label.span.source] else { continue }
      if Self.isFile(source.name) {
        addLocation(of: label.span, in: source)
      } else if !drawn.isEmpty {
        add("\n  --> ", .frame)
        add("an earlier line", .location)
      }
      let labels = diagnostic.labels.filter { $0.span.source == label.span.source }
      draw(labels, main: drawn.isEmpty ? label : nil, of: source, severity: diagnostic.severity)
      drawn.append(label.span.source)
    }
    addRuns(diagnostic.runs, sources)
    for hint in diagnostic.hints {
      add("\n   = ", .frame)
      addWords(Self.printable(hint), .hint, indent: 5)
    }
  }

  /// The `run`s on the way to a script, the innermost first; a script that runs itself is listed once.
  private mutating func addRuns(_ runs: [SourceSpan], _ sources: SourceMap) {
    var places: [(text: String, count: Int)] = []
    for run in runs {
      guard let source = sources[run.source], Self.isFile(source.name) else { continue }
      let text = Self.place(of: run, in: source)
      if places.last?.text == text { places[places.count - 1].count += 1 } else { places.append((text, 1)) }
    }
    for place in places {
      add("\n  run by ", .frame)
      add(Self.printable(place.text) + (place.count > 1 ? ", \(place.count) times" : ""), .location)
    }
  }

  private mutating func add(_ text: String, _ role: Role) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, role: role))
    if let end = text.lastIndex(of: "\n") {
      column = displayWidth(text[text.index(after: end)...])
    } else {
      column += displayWidth(text)
    }
  }

  /// Adds a sentence, wrapping its words.
  private mutating func addWords(_ text: String, _ role: Role, indent: Int) {
    guard width != .max, column + displayWidth(text) > width else { return add(text, role) }
    var line = ""
    var used = column
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let size = displayWidth(word)
      if index > 0, used + 1 + size > width, used > indent {
        add(line, role)
        add("\n" + String(repeating: " ", count: indent), .frame)
        line = String(word)
        used = indent + size
      } else {
        line += (index > 0 ? " " : "") + word
        used += size + (index > 0 ? 1 : 0)
      }
    }
    add(line, role)
  }

  /// True for a source that has a name and lines worth naming.
  private static func isFile(_ name: String) -> Bool { !["prompt", "-c", "statement", ""].contains(name) }

  private mutating func addLocation(of span: SourceSpan, in source: SourceMap.Source) {
    add("\n  --> ", .frame)
    add(Self.printable(Self.place(of: span, in: source)), .location)
  }

  /// Where a span begins: `script.tas:4:6`.
  private static func place(of span: SourceSpan, in source: SourceMap.Source) -> String {
    let lines = SourceLines(source.text)
    let line = lines.line(of: span.start) + source.firstLine
    let column = lines.column(of: span.start) + 1
    return "\(source.name):\(line):\(column)"
  }

  // MARK: Lines

  /// A stretch of one line to be underlined.
  private struct Mark {
    var line: Int
    var start: Int
    var end: Int
    var text: String
    var isMain: Bool
  }

  private mutating func draw(
    _ labels: [Diagnostic.Label],
    main: Diagnostic.Label?,
    of source: SourceMap.Source,
    severity: Diagnostic.Severity
  ) {
    let lines = SourceLines(source.text)
    var marks: [Mark] = []
    for label in labels {
      let first = lines.line(of: label.span.start)
      let last = max(first, lines.line(of: max(label.span.start, label.span.end - 1)))
      let isMain = label == main
      if first == last {
        marks.append(
          Mark(
            line: first,
            start: label.span.start,
            end: label.span.end,
            text: label.text,
            isMain: isMain
          )
        )
      } else {
        // A place of several lines is shown by its first and its last one.
        let end = lines.range(of: first).upperBound
        marks.append(Mark(line: first, start: label.span.start, end: end, text: "", isMain: isMain))
        marks.append(
          Mark(
            line: last,
            start: lines.firstVisible(of: last),
            end: label.span.end,
            text: label.text,
            isMain: isMain
          )
        )
      }
    }
    var drawnLine: Int?
    for line in Set(marks.map(\.line)).sorted() {
      if let drawnLine, line > drawnLine + 1 { add("\n   …", .frame) }
      drawnLine = line
      let ofLine = marks.filter { $0.line == line }
      let range = lines.range(of: line)
      let focus = ofLine.first(where: \.isMain) ?? ofLine[0]
      let drawn = DrawnLine(source.text, range, around: focus.start)
      add("\n   | ", .frame)
      add(drawn.text, .source)
      for mark in ofLine {
        let column = drawn.column(of: mark.start)
        let width = max(1, drawn.column(of: mark.end) - column)
        add("\n   | " + String(repeating: " ", count: column), .frame)
        add(
          String(repeating: mark.isMain ? "^" : "-", count: width),
          mark.isMain ? .caret(severity) : .underline
        )
        if !mark.text.isEmpty { add(" " + Self.printable(mark.text), .label) }
      }
    }
  }

  /// The text with control characters made visible, so that input cannot steer a terminal.
  static func printable(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var result = ""
    for character in text {
      if VisibleText.isHidden(character) {
        result += VisibleText.shown(character)
      } else if character.unicodeScalars.contains(where: \.isControl) {
        for scalar in character.unicodeScalars { result += scalar.isControl ? "\u{FFFD}" : String(Character(scalar)) }
      } else {
        result.append(character)
      }
    }
    return result
  }
}

/// The offsets at which the lines of a text begin; lines and columns count from 0.
private struct SourceLines {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == Ascii.newline }.map { $0 + 1 }
  }

  func line(of offset: Int) -> Int { (starts.lastIndex { $0 <= max(0, offset) }) ?? 0 }

  /// The bytes of a line without its line break, and without a byte order mark.
  func range(of line: Int) -> Range<Int> {
    let start = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
    return start..<max(start, end)
  }

  func firstVisible(of line: Int) -> Int {
    range(of: line).first { !Ascii.isBlank(bytes[$0]) } ?? range(of: line).lowerBound
  }

  /// The number of characters before an offset in its line.
  func column(of offset: Int) -> Int {
    let range = range(of: line(of: offset))
    return String(
      decoding: bytes[range.lowerBound..<min(max(offset, range.lowerBound), range.upperBound)],
      as: UTF8.self
    )
    .count
  }
}

/// A line as it is drawn: tabs as blanks, control characters made visible, cut to a readable length.
private struct DrawnLine {
  private static let longest = 100

  private(set) var text = ""
  private var columns: [(offset: Int, column: Int)] = []

  init(_ bytes: [UInt8], _ range: Range<Int>, around focus: Int) {
    var cells: [(text: String, offset: Int, column: Int)] = []
    var column = 0
    var offset = range.lowerBound
    for character in String(decoding: bytes[range], as: UTF8.self) {
      let isTab = character == "\t"
      let drawn =
        isTab
        ? String(repeating: " ", count: 4 - column % 4) : DiagnosticReport.printable(String(character))
      cells.append((drawn, offset, column))
      column += isTab ? drawn.count : displayWidth(drawn)
      // A byte that is not UTF-8 is drawn as a replacement character of three bytes.
      let length = Ascii.lengthOfScalar(in: bytes, at: min(offset, bytes.count - 1))
      offset += length == 0 ? 1 : character.utf8.count
    }
    cells.append(("", range.upperBound, column))
    var first = 0
    var last = cells.count
    if column > Self.longest {
      let middle = cells.last { $0.offset <= focus }?.column ?? 0
      let low = max(0, middle - Self.longest / 2)
      first = cells.firstIndex { $0.column >= low } ?? 0
      last = cells.firstIndex { $0.column > low + Self.longest } ?? cells.count
    }
    let indent = first > 0 ? 1 - cells[first].column : 0
    text = (first > 0 ? "…" : "") + cells[first..<last].map(\.text).joined() + (last < cells.count ? "…" : "")
    columns = cells[first..<last].map { ($0.offset, $0.column + indent) }
  }

  /// The display column of a byte offset.
  func column(of offset: Int) -> Int {
    columns.first { $0.offset >= offset }?.column ?? columns.last?.column ?? 0
  }
}
