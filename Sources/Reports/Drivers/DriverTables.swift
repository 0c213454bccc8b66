import Presentation
import Research
import Text
import Valuation

/// The business models with their drivers, and the assumptions that all of them have.
package struct DriverList: ShapedResult {
  package var groups: [(business: BusinessModel, isFinancial: Bool)]

  package init(groups: [(business: BusinessModel, isFinancial: Bool)]) {
    self.groups = groups
  }

  package static let shape = ResultShape<DriverList>(
    "drivers", "The kinds of business and their drivers.",
    [
      .list("businesses", groupFields) { $0.groups },
      .list("assumptions", assumptionFields) { _ in DriverField.allCases },
    ])

  private static let groupFields: [Field<(business: BusinessModel, isFinancial: Bool)>] = [
    .text("business") { $0.business.rawValue }, .truth("financial") { $0.isFinancial },
    .list("drivers", driverFields) { drivers(of: $0) },
  ]

  private static let driverFields =
    [Field<RevenueDriver.Counted>.text("name") { $0.driver.id }.shown(.text("driver", .name))] + RevenueDriver.fields

  private static func drivers(of group: (business: BusinessModel, isFinancial: Bool)) -> [RevenueDriver.Counted] {
    group.business.drivers(isFinancial: group.isFinancial).map { ($0, .standard) }
  }

  private static let assumptionFields: [Field<DriverField>] = [
    .text("name") { $0.name }.shown(.text("assumption", .name)), .text("section") { $0.section.rawValue },
    .number("default") { $0.defaultValue }.shown(.text("default")) { .text($0.text($0.defaultValue)) },
    .number("low") { $0.range.lowerBound }.shown(.text("usual").wrapping) { .text($0.rangeText) },
    .number("high", .possible) { $0 == .exitMultiple ? nil : $0.range.upperBound }, .number("step") { $0.step },
    .column(.text("meaning").wrapping) { .text($0.title) },
  ]

  package var document: Document {
    Document(mainTable: driverTable) {
      for group in groups {
        Block.heading(StyledText(Self.name(of: group)))
        Self.driverFields.table(of: Self.drivers(of: group))
      }
      if groups.count > 1 {
        Block.heading("all of them")
        assumptionTable
      }
    }
  }

  private static func name(of group: (business: BusinessModel, isFinancial: Bool)) -> String {
    group.business.rawValue + (group.isFinancial ? " financial" : "")
  }

  /// The drivers of all groups in one table.
  private var driverTable: Table {
    var all = Table(columns: [.text("business", .name)])
    for group in groups {
      let table = Self.driverFields.table(of: Self.drivers(of: group))
      all.columns = all.columns.prefix(1) + table.columns
      all.rows += table.rows.map { [.text(Self.name(of: group))] + $0 }
    }
    return all
  }

  private var assumptionTable: Table {
    var table = Self.assumptionFields.table(of: DriverField.allCases)
    table.rows += [
      ["horizon", "5y", "1y, 3y, 5y, 10y", "Years of forecast"],
      ["style", "base", "conservative, base, aggressive", "What the dial should show"],
      ["objective", "appreciation", "appreciation, compounding, downside_protection", "What it is for"],
      ["method", "discounted", "discounted, approximation", "How the indices become a value"],
    ]
    return table
  }
}

extension RevenueDriver {
  /// Its meaning; of a level with the level of today.
  var meaning: String {
    switch effect {
    case .growth, .multiplier, .position: subtitle
    case .retention: subtitle + "; 100% is neutral"
    case .level(let base): subtitle + "; today \(text(base))"
    }
  }
}

/// The boldness of a driver model.
package struct DialReport: ShapedResult {
  package var work: DriverWork

  package init(work: DriverWork) {
    self.work = work
  }

  private var dial: AggressivenessDial { AggressivenessDial(of: work.model) }
  package static let shape = ResultShape<DialReport>(
    "dial", "How bold the drivers are.", AggressivenessDial.fields.map { $0.of(\.dial) })

  package var document: Document {
    let dial = dial
    let style = work.model.lens.style.rawValue
    let apart = abs(dial.score - dial.target)
    return Document {
      StyledText("\(dial.label.rawValue): \(NumberFormat.fixed(1).text(dial.score)) of 100")
      Table(
        columns: [
          .text("part", .name), .number("place", .fixed(3)), .number("weight", .percent(1)),
          .number("score", .fixed(2)),
        ],
        rows: [
          ("drivers in their ranges", dial.revenue, 0.45), ("margin", dial.margin, 0.30),
          ("discount", dial.discount, 0.125), ("terminal growth", dial.terminal, 0.125),
        ].map { [.text($0.0), .number($0.1), .number($0.2), .number(100 * $0.1 * $0.2)] })
      if dial.isAligned {
        Block.note(
          "the style \(style) asks for \(dial.target, .integer); this is within \(AggressivenessDial.tolerance, .integer) of it"
        )
      } else {
        Block.warning(
          StyledText(
            "the style \(style) asks for \(NumberFormat.integer.text(dial.target)), which is \(NumberFormat.fixed(1).text(apart)) away; `dcf style = …` says another one"
          ))
      }
    }
  }
}

/// The drift of a driver model from its base.
package struct DriftReport: ShapedResult {
  package var title: String
  package var moves: [DriverWork.Move]

  package init(title: String, moves: [DriverWork.Move]) {
    self.title = title
    self.moves = moves
  }

  package static let shape = ResultShape<DriftReport>(
    "drift", "The changes of drivers since the base.", [.list("changes", DriverWork.Move.fields()) { $0.moves }])

  package var document: Document {
    Document {
      if moves.isEmpty {
        Block.note(StyledText("\(title): nothing differs from the base"))
      } else {
        DriverWork.Move.fields().table(of: moves)
        Block.note("`drivers revert`, `drivers revert SECTION` or `drivers revert NAME` takes back")
      }
    }
  }
}

/// Bear, base and bull side by side.
package struct CardReport: ShapedResult {
  package var title: String
  package var ticker: String
  package var work: DriverWork
  /// The cases, in the order of their presets.
  package var cards: [DriverScenarios.Card]

  package init(title: String, ticker: String, work: DriverWork, cards: [DriverScenarios.Card]) {
    self.title = title
    self.ticker = ticker
    self.work = work
    self.cards = cards
  }

  package static let shape = ResultShape<CardReport>(
    "cards", "The bear, base and bull case of drivers.", [.list("cards", cardFields) { $0.cards.parts(of: $0) }])

  private static let cardFields: [Field<Part<CardReport, DriverScenarios.Card>>] = [
    .text("preset") { $0.thing.preset.rawValue },
    .object("valuation", DriverReport.shape.fields, .possible) { $0.whole.report(of: $0.thing) },
    .text("refusal", .possible) { $0.thing.refusal?.message },
  ]

  /// The report of a case; nil for one that is refused.
  private func report(of card: DriverScenarios.Card) -> DriverReport? {
    guard let valuation = card.valuation else { return nil }
    var work = work
    work.study = DriverStudy(card.model)
    return DriverReport(
      ticker: ticker, scenario: nil, isChanged: false, work: work, valuation: valuation, presetFindings: card.findings)
  }

  package var document: Document {
    let values = cards.compactMap { card in card.valuation.map { (card, $0) } }
    let table = Table(
      columns: [.text("item", .name)] + cards.map { .number($0.preset.rawValue) }, rows: rows)
    return Document(StyledText(title), mainTable: table) {
      table
      if !values.isEmpty {
        Block.bars(
          BarChart(
            values.map { BarChart.Bar($0.0.preset.rawValue, $0.1.intrinsicValue) }, format: .fixed(2),
            reference: values.first.flatMap { $0.1.upside == nil ? nil : $0.1.price }, referenceLabel: "price"))
      }
      if !DriverDrift(from: work.study.base, to: work.model).isEmpty {
        Block.note("base is the model's base, not what was changed since; `drivers drift` shows that")
      }
      for finding in DriverReport.standing(of: work) { Block.warning(finding.styledText) }
      for card in cards {
        if let refusal = card.refusal {
          Block.warning(
            StyledText("\(card.preset.rawValue) is refused: \(refusal.message.trimmedStop) [\(refusal.code.name)]"))
        }
        for finding in card.findings { Block.note(finding.styledText) }
      }
      Block.note("`dcf preset bear relative` or `preset bull relative` takes one")
    }
  }

  private var rows: [[Cell]] {
    func row(_ name: String, _ format: NumberFormat, _ number: (DriverValuation) -> Double?) -> [Cell] {
      [.text(name)] + cards.map { .number($0.valuation.flatMap(number), format) }
    }
    var rows = [row("value", .fixed(2), \.intrinsicValue)]
    if cards.contains(where: { $0.valuation?.upside != nil }) {
      rows += [
        row("price", .fixed(2), \.price), row("upside", NumberFormat.percent(2).signed, \.upside),
        row("cagr", NumberFormat.percent(2).signed, \.cagr),
      ]
    }
    rows += [
      row("revenue index", .fixed(3), \.revenueIndex), row("free cash flow of revenue", .percent(2), \.flowMargin),
      row("present value of flows", .compact(2), \.presentValueOfFlows),
      row("present value of terminal", .compact(2), \.presentValueOfTerminal),
      row("terminal share", .percent(2), \.terminalShare),
    ]
    for name in work.model.names {
      let texts = cards.map { card in card.model.number(of: name).map { card.model.text($0, of: name) } }
      guard Set(texts).count > 1 else { continue }
      rows.append([.text(name)] + texts.map { .text($0) })
    }
    return rows
  }
}

/// A template of the Investor Tool after some years.
package struct TemplateReport: ShapedResult {
  package var horizonYears: Int
  package var convention: DriverConvention
  package var values: [(key: String, value: Double)]
  package var preview: TemplatePreview

  package init(
    horizonYears: Int, convention: DriverConvention, values: [(key: String, value: Double)], preview: TemplatePreview
  ) {
    self.horizonYears = horizonYears
    self.convention = convention
    self.values = values
    self.preview = preview
  }

  private var template: [TemplateAssumption] { TemplateAssumption.all(horizonYears: horizonYears, like: convention) }
  private func value(_ item: TemplateAssumption) -> Double {
    values.last { $0.key == item.key }?.value ?? item.defaultValue
  }

  package static let shape = ResultShape<TemplateReport>(
    "template", "A short model of drivers.",
    [
      .integer("horizon") { $0.horizonYears }, .text("like") { $0.convention.rawValue },
      .number("revenue_index") { $0.preview.revenueIndex }, .rate("flow_margin") { $0.preview.flowMargin },
      .number("flow_index") { $0.preview.flowIndex }, .number("share_index") { $0.preview.shareIndex },
      .number("implied_price") { $0.preview.impliedPrice },
      .list("assumptions", assumptionFields) { $0.template.parts(of: $0) },
    ])

  private static let assumptionFields: [Field<Part<TemplateReport, TemplateAssumption>>] = [
    .text("key") { $0.thing.key }.shown(.text("assumption", .name)),
    .text(.text("section", .dim), .never) { $0.thing.section.rawValue },
    .number("value") { $0.whole.value($0.thing) }
      .shown(.text("value")) { .text($0.thing.text($0.whole.value($0.thing))) },
    .number("default") { $0.thing.defaultValue },
    .number("low") { $0.thing.range.lowerBound }.shown(.text("usual", .dim)) { row in
      let range = row.thing.range
      return .text("\(row.thing.text(range.lowerBound))..\(row.thing.text(range.upperBound))")
    }, .number("high") { $0.thing.range.upperBound },
    .number("step") { $0.thing.step }, .text("unit") { $0.thing.unit.rawValue },
  ]

  package var document: Document {
    Document(StyledText("template after \(NumberText.counted(horizonYears, "year"))")) {
      [
        Property(
          "implied price", preview.impliedPrice, .fixed(2), remark: StyledText("of that year, not discounted", .dim)),
        Property("revenue index", preview.revenueIndex, .fixed(3)),
        Property("free cash flow", preview.flowMargin, .percent(2), remark: StyledText("of revenue", .dim)),
        Property("free cash flow index", preview.flowIndex, .fixed(3)),
        Property("share index", preview.shareIndex, .fixed(3)),
      ]
      Self.assumptionFields.named(["key", "value", "low", "section"]).table(of: template.parts(of: self))
      if convention == .investor {
        Block.warning(
          "like \"investor\": growth rises with the horizon, and buying shares back makes more of them [like-investor]")
      }
    }
  }
}

extension TemplateAssumption {
  /// A number of this assumption as people read it.
  fileprivate func text(_ number: Double) -> String {
    switch unit {
    case .percent: NumberFormat.general.text((number * 1e12).rounded() / 1e10) + "%"
    case .multiple: NumberFormat.general.text(number) + "x"
    case .currency, .number: NumberFormat.compact(0).text(number)
    case .level: number == 0 ? "low" : number == 2 ? "high" : "medium"
    }
  }
}
