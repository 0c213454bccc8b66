import Calendar
import Columns
import Evaluation
import JSON
import Presentation
import Text

/// The values that followed events.
package struct StudyReport: ShapedResult {
  /// A horizon, in one group.
  package struct Row: Sendable {
    /// The value of the key; nil without `by`.
    package var key: (value: JSONValue, cell: Cell)?
    package var horizon: Int
    package var statistics: EventStatistics

    /// The value of the key as text.
    var keyText: String? { key?.cell.exportText }

    package init(key: (value: JSONValue, cell: Cell)? = nil, horizon: Int, statistics: EventStatistics) {
      self.key = key
      self.horizon = horizon
      self.statistics = statistics
    }
  }

  package var condition: String
  package var measure: String
  package var isReturn: Bool
  package var keyTitle: String?
  /// The number of events looked at, without those that `once` skipped.
  package var events: Int
  package var overlapping: Int
  package var skipped: Int
  package var bars: Int
  package var fill: String
  package var longest: Int
  package var rows: [Row]
  /// How many of how many rows are listed; nil for all.
  package var listed: String?
  /// The same numbers for a program.
  package var details: [(String, JSONValue)]

  package init(
    condition: String, measure: String, isReturn: Bool, keyTitle: String? = nil, events: Int, overlapping: Int,
    skipped: Int, bars: Int, fill: String, longest: Int, rows: [Row], listed: String? = nil,
    details: [(String, JSONValue)] = []
  ) {
    (self.listed, self.details) = (listed, details)
    self.condition = condition
    self.measure = measure
    self.isReturn = isReturn
    self.keyTitle = keyTitle
    self.events = events
    self.overlapping = overlapping
    self.skipped = skipped
    self.bars = bars
    self.fill = fill
    self.longest = longest
    self.rows = rows
  }

  package static let shape = ResultShape<StudyReport>(
    "study", "What followed events, against all bars.",
    [
      .text("condition") { $0.condition }, .text("measure") { $0.measure }, .integer("bars") { $0.bars },
      .integer("events") { $0.events }, .integer("overlapping") { $0.overlapping }, .integer("skipped") { $0.skipped },
      .text("fill") { $0.fill }, .list("rows", rowFields(isReturn: true)) { $0.rows }, .spread(.counts) { $0.details },
    ])

  /// The values of a row, the value of `by` before them.
  ///
  /// - Parameter isReturn: true for a measure in percent.
  package static func rowFields(isReturn: Bool) -> [Field<Row>] {
    func measured(
      _ key: String, _ title: String? = nil, _ value: @escaping @Sendable (Row) -> Double?
    ) -> Field<Row> {
      let column: Table.Column = isReturn ? .percent(title ?? key, key: key) : .number(title ?? key, key: key)
      return Field.number(key, .possible, kind: isReturn ? .rate : .number, value)
        .shown(key == "difference" ? column.coloredBySign : column) { .number(value($0)) }
    }
    return [
      Field.value("key", [.string, .number, .boolean, .null]) { $0.key?.value ?? .null }.only { $0.key != nil },
      .integer(.integer("after"), .never) { $0.horizon }, .integer(.integer("events"), .never) { $0.statistics.count },
      .integer("left_out") { $0.statistics.leftOut }, measured("mean") { $0.statistics.mean },
      measured("median") { $0.statistics.median }, measured("deviation") { $0.statistics.deviation },
      .rate(Table.Column.percent("above zero", decimals: 1, key: "share_above_zero")) { $0.statistics.shareAboveZero },
      measured("worst") { $0.statistics.worst }, measured("best") { $0.statistics.best },
      measured("baseline_mean", "baseline") { $0.statistics.baselineMean },
      .integer("baseline_bars") { $0.statistics.baselineCount },
      measured("difference") { $0.statistics.difference }, .number(.number("t", .fixed(2))) { $0.statistics.t },
    ]
  }

  private var table: Table {
    let key = keyTitle.map { [Field<Row>.column(.text($0)) { $0.key?.cell ?? .missing }] } ?? []
    return (key + Self.rowFields(isReturn: isReturn)).table(of: rows)
  }

  package var document: Document {
    Document(StyledText("\(measure) \(rows.contains { $0.horizon < 0 } ? "around" : "after") \(condition)")) {
      table
      Block.note(StyledText(summary))
      if let listed { Block.note(StyledText(listed)) }
    }
  }

  /// The values after the events by horizon: the fan of one deviation, the mean, the median and that of all bars.
  ///
  /// Groups of a key are lines of their means.
  package var picture: Picture? {
    let horizons = Set(rows.map(\.horizon)).sorted()
    guard !horizons.isEmpty else { return nil }
    let ticks = horizons.enumerated().map { Chart.Tick($0, "\($1)") }
    func values(_ rows: [Row], _ value: (EventStatistics) -> Double) -> [Double] {
      horizons.map { horizon in rows.first { $0.horizon == horizon }.map { value($0.statistics) } ?? .nan }
    }
    var series: [Chart.Series] = []
    if keyTitle == nil {
      series = [
        .band(
          "mean ± deviation", low: values(rows) { $0.mean - $0.deviation },
          high: values(rows) { $0.mean + $0.deviation }),
        .line("mean", values(rows, \.mean)), .line("median", values(rows, \.median)),
        .line("all bars", values(rows, \.baselineMean)),
      ]
    } else {
      var names: [String] = []
      for row in rows { if let name = row.keyText, !names.contains(name) { names.append(name) } }
      // More lines than there are colours are one tangle: the table has all.
      series = names.prefix(7).map { name in
        let word = Double(name).flatMap { CalendarNames.name(of: $0, key: keyTitle ?? "") } ?? name
        return .line(word, values(rows.filter { $0.keyText == name }, \.mean))
      }
    }
    series.append(.level("zero", 0))
    var pane = Chart.Pane(series, height: 16, format: isReturn ? .percent(2) : nil)
    pane.marksLast = true
    let title = document.title ?? measure
    return Picture(
      title: "\(title), by bars from the event",
      [Picture.Part("", .chart(Chart(panes: [pane], time: .ticks(ticks))))], remark: summary)
  }

  private var summary: String {
    var facts = ["\(NumberText.counted(events, "event")) on \(NumberText.counted(bars, "bar"))"]
    if skipped > 0 { facts.append("\(NumberText.grouped(skipped)) skipped by `once`") }
    if overlapping > 0 {
      facts.append(
        "\(NumberText.grouped(overlapping)) within \(NumberText.counted(longest, "bar")) of the one before, so that t flatters"
      )
    }
    if isReturn, rows.contains(where: { $0.horizon > 0 }) {
      facts.append(fill == "open" ? "entry at the next open" : "entry at the close (optimistic)")
    }
    return facts.joined(separator: " · ")
  }
}

extension StudyReport {
  /// The formula of a figure of a row, with the numbers of the row put in.
  package func facts(ofRow index: Int, column: String) -> [(String, String)] {
    let row = rows[index]
    let statistics = row.statistics
    func plain(_ value: Double) -> String { value.isNaN ? "missing" : NumberFormat.general.significant(9).text(value) }
    let count = NumberText.grouped(statistics.count)
    var facts = [
      (
        "events", "\(count) of \(condition)" + (statistics.leftOut > 0 ? ", \(statistics.leftOut) too near an end" : "")
      ),
      (
        "measure",
        measure + (isReturn ? " from the fill at the next \(fill)" : "")
          + ", \(NumberText.counted(row.horizon, "bar")) away"
      ),
    ]
    let error = statistics.deviation / Double(statistics.count).squareRoot()
    let formula: (String, String?)? =
      switch column {
      case "mean": ("sum of the values / events", "\(plain(statistics.mean * Double(statistics.count))) / \(count)")
      case "median": ("the middle of the sorted values, the mean of two for an even number", nil)
      case "deviation": ("√(sum of (value - mean)² / (events - 1))", nil)
      case "share_above_zero":
        (
          "values above zero / events",
          "\(plain((statistics.shareAboveZero * Double(statistics.count)).rounded())) / \(count)"
        )
      case "baseline_mean":
        ("the mean over all \(NumberText.grouped(statistics.baselineCount)) bars of the window with a value", nil)
      case "difference":
        ("mean - baseline", "\(plain(statistics.mean)) - \(plain(statistics.baselineMean))")
      case "t":
        (
          "difference / (deviation / √events)",
          "\(plain(statistics.difference)) / (\(plain(statistics.deviation)) / √\(count)) = "
            + "\(plain(statistics.difference)) / \(plain(error))"
        )
      default: nil
      }
    guard let formula else { return facts }
    facts.append(("formula", formula.0))
    if let numbers = formula.1 { facts.append(("with numbers", numbers)) }
    return facts
  }
}
