import Calendar
import Columns
import Evaluation
import JSON
import Presentation
import Text

/// A series that was asked for by a bare expression: its last bars, and a sparkline of all that the window has.
package struct SeriesResult: ShapedResult {
  package var expression: String
  package var valueKind: Kind
  package var bars: Bars
  /// The values on all bars.
  package var column: Column
  /// The strings that the numbers of a series of strings denote.
  package var texts: [String] = []
  /// The bars at which the series begins and settles.
  package var beginning: Beginning
  /// The conventions that the session has set for indicators.
  package var like: String?
  /// The bars that are listed.
  package var listed: Range<Int>
  /// True if the values depend on later bars.
  package var looksAhead: Bool
  /// True for fractions such as returns, which a picture shows in percent.
  package var isFraction = false

  package init(
    expression: String, valueKind: Kind, bars: Bars, column: Column, texts: [String] = [], beginning: Beginning,
    looksAhead: Bool = false, like: String? = nil, listed: Range<Int>
  ) {
    self.expression = expression
    self.valueKind = valueKind
    self.bars = bars
    self.column = column
    self.texts = texts
    self.beginning = beginning
    self.like = like
    self.listed = listed
    self.looksAhead = looksAhead
  }

  package var rowCount: Int? { listed.count }
  package var memory: [HeldMemory] { HeldMemory.bars(bars) + [HeldMemory(column.values)] }

  package static let shape = ResultShape<SeriesResult>(
    "series", "A series with its last rows.",
    [
      .text("expression") { $0.expression }, .integer("bars") { $0.column.count },
      .integer("missing") { $0.column.missingCount },
      .text("first_valid", .possible) { $0.label(of: $0.column.firstValid) },
      .text("settled", .possible) { $0.beginningText.settledLabel },
      .value("last", [.string, .number, .boolean, .null]) { result in
        result.column.values.last.map { result.json($0) } ?? .null
      },
      .elements("rows", of: { $0.listed }) { result, bar in
        [.string(result.bars.label(at: bar)), result.json(result.column[bar])]
      },
    ])

  private func label(of bar: Int?) -> String? { bar.map { bars.label(at: $0) } }

  /// A line through the values on all bars; nil for strings and dates.
  package var picture: Picture? {
    guard valueKind.isNumeric || valueKind == .truth, column.count > 0 else { return nil }
    var pane = Chart.Pane([.line(expression, column.values.array)], height: 15)
    pane.marksLast = true
    if isFraction || valueKind == .rate { pane.format = .percent(2) }
    let time = BarTimes(of: bars, in: 0..<bars.count)
    let title = "\(expression), \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))"
    return Picture(title: title, [Picture.Part("", .chart(Chart(panes: [pane], time: .times(time))))])
  }

  private func json(_ value: Double) -> JSONValue { ColumnText.json(value, valueKind, on: bars, texts: texts) }

  private var beginningText: BeginningText {
    BeginningText(beginning: beginning, first: column.firstValid, bars: bars, looksAhead: looksAhead)
  }

  /// How many of how many bars are listed: `last 10 of 5,849 bars`, or `5,849 bars` if all are.
  private var listedText: String {
    let all = NumberText.counted(column.count, "bar")
    guard listed.count < column.count else { return all }
    let count = NumberText.grouped(listed.count)
    if listed.upperBound == column.count { return "last \(count) of \(all)" }
    return listed.lowerBound == 0 ? "first \(count) of \(all)" : "\(count) of \(all)"
  }

  package var document: Document { document(isStopped: { false }) }
  package func wholeTable(isStopped: () -> Bool) -> Table? { document(isStopped: isStopped).mainTable }

  package func document(isStopped: () -> Bool) -> Document {
    let firstValid = column.firstValid
    var facts: [String] = [listedText]
    let missing = column.missingCount
    if missing > 0 { facts.append("\(NumberText.grouped(missing)) missing") }
    if let firstValid, firstValid > 0 { facts.append("first value \(bars.label(at: firstValid))") }
    if let note = beginningText.note { facts.append(note) }
    if let like { facts.append("indicators like \(like)") }
    return Document {
      Table(
        columns: [.date(bars.timeframe.isIntraday ? "time" : "date"), ColumnText.tableColumn(expression, valueKind)],
        rows: listed.made(isStopped: isStopped) {
          [
            .text(bars.label(at: $0)),
            ColumnText.cell(
              column[$0], valueKind, zone: bars.zone, days: !bars.timeframe.isIntraday, texts: texts),
          ]
        })
      if valueKind.isNumeric, listed.count > 1, firstValid != nil {
        Block.sparkline(
          Sparkline(Array(column.values[max(0, listed.upperBound - 120)..<listed.upperBound]), width: 60))
      }
      Block.note(StyledText(facts.joined(separator: ", ")))
    }
  }
}

/// The shown and written form of a column's values, by their kind.
package enum ColumnText {
  /// A value as the cell of a table.
  ///
  /// `texts` are the strings that the numbers of a series of strings denote; `days` writes a moment as its date, as
  /// daily and longer bars have it.
  package static func cell(
    _ value: Double, _ kind: Kind, zone: Zone, days: Bool = false, texts: [String] = []
  ) -> Cell {
    switch kind {
    case .text: return Plan.text(value, texts).map { .text($0) } ?? .missing
    case .truth: return .truth(value == 1, value == 1 ? .positive : .dim)
    case .date: return value.isNaN ? .missing : .text(time(value, zone: zone, days: days))
    case .timeOfDay: return value.isNaN ? .missing : .text(Value.timeOfDay(value).text)
    case .rate: return .number(value, .percent(2))
    default: return .number(value)
    }
  }

  /// A missing boolean counts as false if it is shown.
  package static func json(_ value: Double, _ kind: Kind, on bars: Bars, texts: [String] = []) -> JSONValue {
    switch kind {
    case .text: .string(Plan.text(value, texts))
    case .truth: .bool(value == 1)
    case .timeOfDay: value.isNaN ? .null : .string(Value.timeOfDay(value).text)
    case .date: value.isNaN ? .null : .string(time(value, zone: bars.zone, days: !bars.timeframe.isIntraday))
    default: .number(value)
    }
  }

  package static func tableColumn(_ title: String, _ kind: Kind) -> Table.Column {
    kind.isNumeric ? .number(title) : kind == .date ? .date(title) : .text(title)
  }

  private static func time(_ milliseconds: Double, zone: Zone, days: Bool) -> String {
    let moment = Timestamp(milliseconds: Int64(milliseconds))
    guard days else { return zone.iso8601(moment) }
    let time = zone.civilTime(at: moment)
    return time == CivilTime(date: time.date) ? "\(time.date)" : zone.iso8601(moment)
  }
}

/// One value that was asked for by a bare expression.
package struct ValueResult: ShapedResult {
  package var expression: String
  package var value: Value
  package var looksAhead: Bool

  package init(expression: String, value: Value, looksAhead: Bool) {
    self.expression = expression
    self.value = value
    self.looksAhead = looksAhead
  }

  package static let shape = ResultShape<ValueResult>(
    "value", "One value.",
    [
      .text("expression") { $0.expression },
      .value("value", [.string, .number, .boolean, .null]) { ValueJSON.json($0.value) },
    ])
  package var document: Document { Document { Block.values([value.cell(.general)]) } }
  package var row: [String]? { [value.exportText] }
}

/// Values as JSON.
package enum ValueJSON {
  package static func json(_ value: Value) -> JSONValue {
    switch value {
    case .number(let number), .rate(let number): .number(number)
    case .truth(let truth): .bool(truth == true)
    case .bars(let count): .integer(count)
    case .list(let values): .array(values.map(json))
    case .text, .date, .duration: .string(value.text)
    case .moment(let number), .timeOfDay(let number): number.isNaN ? .null : .string(value.text)
    }
  }
}

extension Value {
  /// The value by itself: a number in a format.
  package func cell(_ format: NumberFormat) -> Cell {
    if case .number(let number) = self { return .number(number, format, style: .number) }
    return .text(StyledText(shown, .number))
  }

  /// The value as a program reads it: a number or a rate with all of its digits, nothing if it is missing.
  package var exportText: String {
    switch self {
    case .number(let number), .rate(let number): Cell.number(number).exportText
    case .moment(let number), .timeOfDay(let number): number.isNaN ? "" : text
    case .list(let values): "[\(values.map(\.exportText).joined(separator: ", "))]"
    default: text
    }
  }

  /// The value for a reader: numbers shortened to a few digits.
  package var shown: String {
    switch self {
    case .number(let number): number.isNaN ? "missing" : NumberFormat.general.text(number)
    case .list(let values): "[\(values.map(\.shown).joined(separator: ", "))]"
    default: text
    }
  }
}
