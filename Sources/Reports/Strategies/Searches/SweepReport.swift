import Backtesting
import Columns
import Evaluation
import JSON
import Language
import Presentation
import Strategies
import Text

/// The combinations of a sweep or a search, best first.
package struct SweepReport: ShapedResult {
  /// A search that tried some of the combinations.
  package struct Search: Sendable {
    package var method: SearchMethod
    package var seed: Int
    /// The number of all combinations.
    package var combinations: Int

    package init(method: SearchMethod, seed: Int, combinations: Int) {
      (self.method, self.seed, self.combinations) = (method, seed, combinations)
    }
  }

  /// The ground around the best row.
  package struct Ground: Sendable {
    /// The median of its figure and those of its neighbours.
    package var plateau: Double
    /// The values of the row with the best such median, and that median.
    package var best: (values: [Double], plateau: Double)?
    /// The share of the differences between all rows that each parameter explains.
    package var sensitivity: [Double]

    package init(plateau: Double, best: (values: [Double], plateau: Double)?, sensitivity: [Double]) {
      (self.plateau, self.best, self.sensitivity) = (plateau, best, sensitivity)
    }
  }

  /// The strategies, symbols or timeframes that rows differ in.
  package struct Places: Sendable {
    /// The strategies and the symbols in words.
    package var title: String
    /// The columns: `strategy`, `symbol`, `timeframe`.
    package var columns: [String]
    /// Their values in each row.
    package var rows: [[String]]

    package init(title: String, columns: [String], rows: [[String]]) {
      (self.title, self.columns, self.rows) = (title, columns, rows)
    }
  }

  /// The strategy and the series; of the best row if there are several.
  package var strategy: String
  package var seriesName: String
  package var metric: Metric
  package var parameters: [(name: String, kind: Kind)]
  package var evaluated: Int
  package var rows: [(values: [Double], row: SweepRow)]
  /// The expression that orders the rows in place of the metric.
  package var order: String?
  /// The number of listed rows of all, in words; nil if the title has it.
  package var note: String?
  /// The label of a bar of the series.
  package var label: @Sendable (Int) -> String
  /// The labels of the first and the last bar of the window.
  package var since: String
  package var until: String
  /// The assumptions common to all runs.
  package var assumptions: RunAssumptions
  /// The certificates of the first rows; empty if not requested.
  package var certificates: [Certificate]
  /// All parameters of the first row, with their values.
  package var best: [(name: String, value: Double)] = []
  /// The settings that had several values, and the values of each row as typed.
  package var tried: [String] = []
  package var settingsOfRows: [[String]] = []
  /// The strategies, symbols or timeframes; nil if there is one of each.
  package var places: Places?
  /// The figures of all pairs of two parameters, if a map was requested.
  package var map: SweepMap?
  /// The figures of all pairs for the picture; nil if not two parameters are tried alone.
  package var surface: SweepMap?
  /// The search that chose the combinations; nil if all were run.
  package var search: Search?
  /// The ground around the best row, and the weight of each parameter; nil if not all combinations were run.
  package var ground: Ground?
  /// The symbols that each run holds in one account; empty for runs on one series.
  package var symbols: [String] = []
  /// The terms on which a strategy's symbols share it; those of the first row if several were tried.
  package var terms: SharedTerms?
  /// True if each position gets an equal part of the equity, as the strategy has no size.
  package var sharesEqually = false
  /// How much of the first row may be luck among that many trials; nil if it has no returns that vary.
  package var significance: Significance?
  /// The return of buy and hold if the first row ran; missing if it has no significance.
  package var holdingReturn = Double.nan
  /// The independent trials that those of this statement are worth; nil if not requested.
  package var independence: Independence?
  /// The notes on the symbols, beside the assumptions.
  package var notes: [String] = []
  /// How many of the combinations have no value of the metric, and rank last.
  package var unranked = 0
  /// The sweep of each place and settings as a value, in the order of the numbers of rows; empty for a search.
  package var jobs: [RunJob] = []
  /// The job that computed the rows; nil if they were computed here.
  package var job: JobSummary?
  /// The full run of a row, which a sweep does not keep; nil for a report that others made.
  package var run: (@Sendable (_ row: Int) throws(RunFailure) -> StrategyBacktest)?

  package init(
    strategy: String, seriesName: String, metric: Metric, parameters: [(name: String, kind: Kind)], evaluated: Int,
    rows: [(values: [Double], row: SweepRow)], order: String? = nil, note: String? = nil,
    label: @escaping @Sendable (Int) -> String, since: String,
    until: String, assumptions: RunAssumptions, certificates: [Certificate] = []
  ) {
    self.certificates = certificates
    self.order = order
    self.note = note
    self.label = label
    self.since = since
    self.until = until
    self.strategy = strategy
    self.seriesName = seriesName
    self.metric = metric
    self.parameters = parameters
    self.evaluated = evaluated
    self.rows = rows
    self.assumptions = assumptions
  }

  package var rowCount: Int? { rows.count }
  package var memory: [HeldMemory] { [HeldMemory(rows)] }
  package static let shape = ResultShape<SweepReport>(
    "sweep", "Combinations of parameters, the best first.",
    [
      .text("strategy") { $0.strategy }, .text("symbol") { $0.seriesName }, .text("by") { $0.metric.name },
      .text("order", .possible) { $0.order }, .strings("places") { $0.places?.columns ?? [] },
      .strings("parameters") { $0.parameters.map(\.name) }, .integer("evaluated") { $0.evaluated },
      .integer("unranked") { $0.unranked },
      .text("best_settings", .possible) { $0.tried.isEmpty ? nil : $0.bestSettings },
      .members("best") { report in
        report.best.map { ($0.name, .number($0.value)) }
          + zip(report.places?.columns ?? [], report.labels(of: 0)).map { ($0, .string($1)) }
          + zip(report.tried, report.settings(of: 0)).map { ($0, .string($1)) }
      },
      .object("map", SweepMap.fields, .possible) { $0.map },
      .group("window", [.text("since") { $0.since }, .text("until") { $0.until }]),
      .members("assumptions") { $0.assumptions.members + ($0.terms.map { [("account", $0.json)] } ?? []) },
      .object("search", Search.fields, .possible) { $0.search },
      .object("ground", groundFields, .possible) { $0.ground == nil ? nil : $0 },
      .object("significance", Significance.fields, .possible) { $0.significance },
      .rate("buy_and_hold_return", .possible) { $0.holdingReturn },
      .object("independence", Independence.fields, .possible) { $0.independence },
      .strings("symbols", .possible) { $0.symbols.isEmpty ? nil : $0.symbols }, .strings("notes") { $0.notes },
      .value("rows", [.list], keys: SweepRow.figures.schema()) { report in
        let fields = report.rowFields
        return .array(report.rows.indices.map { fields.json($0) })
      }, .object("job", JobSummary.fields, .possible) { $0.job }.only { $0.job != nil },
    ])

  private static let groundFields: [Field<SweepReport>] = [
    .number("plateau", .possible) { $0.ground?.plateau },
    .members("sensitivity") { $0.named($0.ground?.sensitivity ?? []) },
    .object("best_plateau", bestGroundFields, .possible) { $0.ground?.best == nil ? nil : $0 },
  ]

  private static let bestGroundFields: [Field<SweepReport>] = [
    .members("values") { $0.named($0.ground?.best?.values ?? []) },
    .number("plateau") { $0.ground?.best?.plateau },
  ]

  private func named(_ values: [Double]) -> [(String, JSONValue)] {
    zip(parameters, values).map { ($0.name, .number($1)) }
  }

  /// What rows differ in, by the number of a row.
  private var axes: [Field<Int>] {
    let places = (places?.columns ?? []).enumerated().map { place, name in
      Field<Int>.text(.text(name)) { labels(of: $0).dropFirst(place).first }
    }
    let values = parameters.enumerated().map { place, parameter in
      Field<Int>.number(parameter.kind == .rate ? .percent(parameter.name) : .number(parameter.name)) {
        rows[$0].values[place]
      }
    }
    let settings = tried.enumerated().map { place, name in
      Field<Int>.text(.text(name)) { self.settings(of: $0).dropFirst(place).first }
    }
    return places + values + settings
  }

  /// The figure that ranks; nothing if it is among some figures, or an expression ranks.
  private func ranking(besides figures: [Field<SweepRow>]) -> [Field<Int>] {
    if order != nil || figures.contains(where: { $0.name == metric.name }) { return [] }
    return [.number(.number(metric.title.lowercased(), metric.format, key: metric.name)) { rows[$0].row.key }]
  }

  /// All values of a row, by its number.
  private var rowFields: [Field<Int>] {
    axes + SweepRow.figures.map { $0.of { rows[$0].row } } + ranking(besides: SweepRow.figures) + [
      Field.value("certificate", [.object]) { certificates[$0].json(label) }
        .only { certificates.indices.contains($0) }
    ]
  }

  /// The strategy, the symbol and the timeframe of a row, as far as rows differ in them.
  private func labels(of row: Int) -> [String] {
    guard let places, places.rows.indices.contains(row) else { return [] }
    return places.rows[row]
  }

  /// The values of the settings that were tried, of a row.
  func settings(of row: Int) -> [String] {
    settingsOfRows.indices.contains(row) ? settingsOfRows[row] : []
  }

  /// The ground around the best row, in words.
  private var groundText: String? {
    guard let ground, ground.plateau.isFinite else { return nil }
    var text = "around the best row the median \(metric.title.lowercased()) is \(metric.format.text(ground.plateau))"
    if let best = ground.best, best.plateau != ground.plateau {
      let place = zip(parameters, best.values).map { parameter, value in
        "\(parameter.name) \(parameter.kind == .rate ? NumberText.percent(value) : NumberText.plain(value))"
      }
      text += "; the best such ground, \(metric.format.text(best.plateau)), is around \(place.joined(separator: ", "))"
    }
    return text
  }

  /// The tried settings of the first row, as typed after `with`.
  private var bestSettings: String {
    zip(tried, settings(of: 0)).map { "\($0) \($1)" }.joined(separator: ", ")
  }

  var place: String { symbols.isEmpty ? seriesName : NumberText.counted(symbols.count, "symbol") }

  var assumptionsText: String {
    let account = terms.map { [$0.text] + (sharesEqually ? ["each an equal part of the equity"] : []) } ?? []
    return (account + [assumptions.text]).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  var heading: StyledText {
    let what = places?.title ?? "\(strategy) on \(place)"
    if let order {
      return "\(what), \(rows.count) of \(evaluated, .integer.grouped) sorted by \(order)"
    }
    return
      map != nil
      ? "\(what), \(metric.title.lowercased()) of \(evaluated, .integer.grouped), * is the best"
      : "\(what), best \(rows.count) of \(evaluated, .integer.grouped) by \(metric.title.lowercased())"
  }

  package var document: Document {
    Document(heading, mainTable: map?.table ?? table) {
      if let map { Block.figure(Picture.Part("", .grid(map.heatMap))) } else { table }
      if let note { Block.note(StyledText(note)) }
      if !assumptionsText.isEmpty { Block.note(StyledText(assumptionsText)) }
      if !tried.isEmpty {
        Block.note("\(Wording.list(tried)) \(tried.count == 1 ? "is that" : "are those") of each row")
      }
      if unranked > 0, order == nil {
        Block.note(
          "\(unranked) of \(NumberText.counted(evaluated, "combination")) \(Wording.plural(unranked, "has", "have")) no \(metric.title.lowercased()) and \(Wording.plural(unranked, "ranks", "rank")) last"
        )
      }
      if unranked == evaluated, let first = rows.first, first.row.trades == 0, first.row.exposure == 0 {
        Block.note("no combination has traded: `backtest` with one of them says why")
      }
      for note in notes { Block.note(StyledText(note)) }
      if let certificateText { Block.note(StyledText(certificateText)) }
      if let groundText { Block.note(StyledText(groundText)) }
      if let search {
        Block.note(
          "\(search.method.text), seed \("\(search.seed)"), of \(search.combinations, .integer.grouped) combinations")
      }
      if let significance, let best = rows.first, evaluated > 1 {
        let verdict = GainVerdict(significance, gain: best.row.totalReturn, holding: holdingReturn)
        Block.note(StyledText(verdict.textOfBest(independence?.note)))
      } else if evaluated > 1 {
        Block.note("the best of \(evaluated, .integer.grouped) trials is partly luck")
      }
    }
  }

  private var table: Table {
    let figures = SweepRow.figures.filter { $0.display != nil }
    return (axes + ranking(besides: figures) + figures.map { $0.of { rows[$0].row } }).table(of: rows.indices)
  }
}

extension SweepReport.Search {
  static let fields: [Field<Self>] = [
    .text("method") { $0.method.rawValue }, .integer("seed") { $0.seed },
    .integer("combinations") { $0.combinations },
  ]
}

extension SweepRow {
  /// The figures of a combination.
  package static let figures: [Field<SweepRow>] = [
    .rate(Table.Column.percent("total return", key: "total_return").coloredBySign, .never) { $0.totalReturn },
    .rate(.percent("cagr")) { $0.cagr }, .rate("volatility") { $0.volatility },
    .number(.number("sharpe", .fixed(3), key: "sharpe_ratio")) { $0.sharpeRatio },
    .number("sortino_ratio", .possible) { $0.sortinoRatio }, .number("calmar_ratio", .possible) { $0.calmarRatio },
    .rate(.percent("max drawdown", key: "max_drawdown"), .never) { $0.maxDrawdown },
    .integer(.integer("trades"), .never) { $0.trades },
    .rate(.percent("win rate", key: "win_rate")) { $0.winRate },
    .number("profit_factor", .possible) { $0.profitFactor },
    .rate("exposure") { $0.exposure },
  ]
}
