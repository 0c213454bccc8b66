import FileFormats
import Research
import Testing
import Valuation
import Workbooks

@Suite("A valuation as a workbook")
struct WorkbookTests {
  static let plain: [Assumption] = [
    Assumption(.revenue, 100e6), Assumption(.growth, .glide(0.06, to: 0.03)), Assumption(.margin, 0.2),
    Assumption(.tax, 0.25), Assumption(.capex, 0.05), Assumption(.depreciation, 0.03),
    Assumption(.workingCapital, 0.01), Assumption(.discount, 0.09), Assumption(terminal: .growth(0.02)),
    Assumption(.shares, 10e6), Assumption(.cash, 12e6), Assumption(.debt, 30e6), Assumption(.price, 14),
  ]

  private static func with(_ more: [Assumption]) -> [Assumption] {
    plain.filter { old in !more.contains { $0.name == old.name } } + more
  }

  private static let equityFlows =
    with([
      Assumption(.model, word: "fcfe"), Assumption(.costOfEquity, 0.1), Assumption(.costOfDebt, 0.05),
      Assumption(.debtFinancing, 0.3),
    ]).filter { $0.key != .discount }

  private static let bank: [Assumption] = [
    Assumption(.book, 100e9), Assumption(.roe, .list([0.15, 0.145, 0.14, 0.135, 0.13])),
    Assumption(.payout, .glide(0.4, to: 0.6)), Assumption(.costOfEquity, 0.1), Assumption(terminal: .growth(0.03)),
    Assumption(.shares, 1e9),
  ]
  private static let dividend: [Assumption] = [
    Assumption(.model, word: "ddm"), Assumption(.dividend, 2.4), Assumption(.growth, .glide(0.12, to: 0.04)),
    Assumption(.costOfEquity, 0.09), Assumption(terminal: .growth(0.03)),
  ]

  private static func day(_ name: AssumptionName, _ text: String) -> Assumption { Assumption(name, word: text) }

  /// Models of the firm, by the features they add to the plain one.
  static let models: [String: [Assumption]] = [
    "plain": plain,
    "mid-year": with([Assumption(.discounting, word: "mid-year")]),
    "a multiple": with([Assumption(terminal: .multiple(12, of: .ebitda))]),
    "a multiple of earnings": with([Assumption(terminal: .multiple(15, of: .earnings)), Assumption(.costOfDebt, 0.05)]),
    "phases": with([
      Assumption(.growth, YearPath([.init(.constant(0.3), .years(3)), .init(.glide(from: nil, to: 0.04))])),
      Assumption(.margin, YearPath([.init(.glide(from: nil, to: 0.18), .byYear(4)), .init(.hold)])),
      Assumption(.baseMargin, -0.2), Assumption(.horizon, 8),
    ]),
    "a list": with([Assumption(.growth, .list([0.2, 0.1, -0.05, 0.04, 0.03]))]),
    "shifts": with([
      Assumption(.growth, .path(.glide(0.06, to: 0.03)), shifts: [.init(.add, 0.03), .init(.multiply, 1.1)]),
      Assumption(.margin, .scalar(0.2), exceptions: [.init(year: 2, value: 0.1)]),
    ]),
    "losses": with([
      Assumption(.nol, 40e6), Assumption(.nolLimit, 0.8),
      Assumption(.margin, .list([-0.2, -0.05, 0.1, 0.15, 0.2])), Assumption(.terminalMargin, 0.22),
    ]),
    "losses not mentioned": with([
      Assumption(.margin, .list([-0.2, -0.05, 0.1, 0.15, 0.2])), Assumption(.terminalMargin, 0.22),
    ]),
    "lines after the forecast": with([
      Assumption(.terminalCapex, 0.04), Assumption(.terminalDepreciation, 0.035),
      Assumption(.terminalWorkingCapital, .scalar(0.1), basis: .change),
    ]),
    "sales to capital": [
      Assumption(.revenue, 3e9),
      Assumption(.growth, YearPath([.init(.constant(0.3), .years(5)), .init(.glide(from: nil, to: 0.04))])),
      Assumption(.baseMargin, -0.2), Assumption(.margin, YearPath(.glide(from: nil, to: 0.18), .byYear(8))),
      Assumption(.tax, 0.25), Assumption(.nol, 4e9), Assumption(.salesToCapital, 1.6),
      Assumption(.investedCapital, 5e9), Assumption(.horizon, 10),
      Assumption(.discount, YearPath([.init(.constant(0.115), .years(5)), .init(.glide(from: nil, to: 0.085))])),
      Assumption(terminal: .growth(0.04)), Assumption(.terminalROIC, 0.12), Assumption(.failure, 0.1),
      Assumption(.failureProceeds, .scalar(0.5), basis: .book), Assumption(.cash, 1.5e9), Assumption(.debt, 0.8e9),
      Assumption(.shares, 350e6),
    ],
    "a lag": [
      Assumption(.revenue, 100e6), Assumption(.growth, .glide(0.2, to: 0.05)), Assumption(.margin, 0.2),
      Assumption(.salesToCapital, 1.5), Assumption(.reinvestmentLag, 2), Assumption(.discount, 0.1),
      Assumption(terminal: .growth(0.03)), Assumption(.shares, 10e6),
    ],
    "shares of the change": with([
      Assumption(.capex, .scalar(0.3), basis: .change), Assumption(.workingCapital, .scalar(0.1), basis: .change),
    ]),
    "a stable year": with([
      Assumption(.terminalTax, 0.27), Assumption(.terminalMargin, 0.18), Assumption(.terminalDiscount, 0.08),
      Assumption(.terminalROIC, 0.11),
    ]),
    "dates": with([
      day(.baseEnd, "2025-09-27"), day(.date, "2026-05-30"), day(.balanceDate, "2026-03-28"),
      Assumption(.discounting, word: "mid-year"),
    ]),
    "an old base": with([
      day(.baseEnd, "2023-12-31"), day(.date, "2026-05-30"), Assumption(.allow, word: "stale-base"),
      Assumption(.discount, .glide(0.1, to: 0.08)),
    ]),
    "a built rate": with([
      Assumption(.riskFree, 0.04), Assumption(.unleveredBeta, 0.9), Assumption(.equityPremium, 0.05),
      Assumption(.countryPremium, 0.01), Assumption(.rating, word: "BBB"), Assumption(.marginalTax, 0.24),
    ]).filter { $0.key != .discount },
    "a rate by coverage": with([
      Assumption(.riskFree, 0.04), Assumption(.beta, 1.1), Assumption(.equityPremium, 0.05), Assumption(.coverage, 4.3),
      Assumption(.debtWeight, 0.2),
    ]).filter { $0.key != .discount },
    "claims": with([
      Assumption(.leases, 3e6), Assumption(.investments, 2e6), Assumption(.nonoperating, 1e6),
      Assumption(.preferred, 4e6), Assumption(.minority, 5e6), Assumption(.pension, 1.5e6), Assumption(.rsu, 2e5),
      Assumption(.adrRatio, 5), Assumption(.fx, 32.1), Assumption(.split, 2), Assumption(.currency, word: "TWD"),
      Assumption(.priceCurrency, word: "USD"),
    ]),
    "options": with([
      Assumption(options: [.init(count: 1e6, strike: 40), .init(count: 8e5, strike: 5), .init(count: 5e5, strike: 12)])
    ]),
    "options at the price": with([
      Assumption(options: [.init(count: 1e6, strike: 10), .init(count: 8e5, strike: 50)]),
      Assumption(.treasuryAt, word: "price"),
    ]),
    "options with time left": with([
      Assumption(options: [
        .init(count: 1e6, strike: 10, life: 4, volatility: 0.35), .init(count: 8e5, strike: 5),
        .init(count: 4e6, strike: 2, life: 8.5, volatility: 0.6),
      ]), Assumption(.riskFree, 0.04),
    ]),
    "options with time left at the price": with([
      Assumption(options: [
        .init(count: 1e6, strike: 10, life: 4, volatility: 0.35), .init(count: 8e5, strike: 5),
      ]), Assumption(.riskFree, 0.04), Assumption(.treasuryAt, word: "price"),
    ]),
    "equity flows": equityFlows,
    "equity flows by a return": equityFlows + [
      Assumption(.terminalROE, 0.12), Assumption(.nol, 3e6), Assumption(.operatingCash, 2e6),
    ],
    "equity flows by a multiple": equityFlows.filter { $0.key != .terminal && $0.key != .costOfEquity } + [
      Assumption(terminal: .multiple(9, of: .ebitda)), Assumption(.riskFree, 0.04), Assumption(.beta, 1.2),
      Assumption(.equityPremium, 0.05), Assumption(.discounting, word: "mid-year"),
    ],
    "money by year": with([
      Assumption(.growth, YearPath([.init(.amounts([110e6, 125e6])), .init(.constant(0.05))])),
      Assumption(.capex, YearPath([.init(.amounts([6e6, 7e6])), .init(.glide(from: nil, to: 0.04))])),
      Assumption(.margin, YearPath([.init(.amounts([20e6, 24e6, 26e6])), .init(.hold)])),
    ]),
    "links": with([
      Assumption(.terminal, YearPath(.linked(.growth))), Assumption(.growth, .glide(0.06, to: 0.02)),
      Assumption(.depreciation, YearPath(.constant(0.8), of: .capex)),
      Assumption(.capex, YearPath(.approach(from: 0.08, to: .workingCapital))),
    ]),
    "residual income": bank + [Assumption(.model, word: "residual_income"), Assumption(.terminalROE, 0.12)],
    "dividends of a bank": bank + [Assumption(.model, word: "ddm"), Assumption(.terminalROE, 0.12)],
    "residual income that fades": bank.filter { $0.key != .terminal } + [
      Assumption(.model, word: "residual_income"), Assumption(.persistence, 0.6), Assumption(.preferred, 5e9),
      Assumption(.excessCapital, 8e9), Assumption(.buybacks, 0.1),
    ],
    "tangible equity by a multiple of book": bank.filter { ![.terminal, .roe, .book].contains($0.key) } + [
      Assumption(.model, word: "residual_income"), Assumption(.rote, .glide(0.18, to: 0.15)),
      Assumption(.tangibleBook, 80e9), Assumption(terminal: .multiple(1.2, of: .tangibleBook)),
    ],
    "growth of book value": bank.filter { $0.key != .payout } + [
      Assumption(.model, word: "ddm"), Assumption(.growth, .glide(0.08, to: 0.04)),
    ],
    "a dividend": dividend,
    "a dividend by a return": dividend + [
      Assumption(.terminalROE, 0.14), Assumption(.payout, 0.5), Assumption(.buybacks, 0.1), Assumption(.shares, 1e9),
      day(.baseEnd, "2025-12-31"), day(.date, "2026-05-30"), Assumption(.discounting, word: "mid-year"),
    ],
    "the H-model": dividend + [Assumption(.method, word: "h")],
    "research": with([
      Assumption(.research, .path(.list([10e6, 9e6, 8e6]))), Assumption(.researchLife, 3), Assumption(.leases, 5e6),
      Assumption(.leaseRate, 0.05), Assumption(.baseMargin, 0.1), Assumption(.margin, .glide(to: 0.2)),
      Assumption(.failure, 0.2), Assumption(.failureProceeds, .scalar(0.6), basis: .book), Assumption(.book, 60e6),
    ]),
  ]

  @Test("its formulas give the value of the engine", arguments: models.keys.sorted())
  func value(_ name: String) throws {
    let assumptions = try Assumptions(try #require(Self.models[name]))
    let workbook = try LiveWorkbook(assumptions)
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: assumptions)))
  }

  @Test("a changed input gives what the engine gives for it", arguments: models.keys.sorted())
  func changes(_ name: String) throws {
    let assumptions = try Assumptions(try #require(Self.models[name]))
    let made = try LiveWorkbook(assumptions)
    for assumption in assumptions.all {
      guard let key = assumption.key, !ScenarioInputs.descriptions.contains(key), assumption.exceptions.isEmpty,
        key != .reinvestmentLag, key != .researchLife
      else { continue }
      var workbook = made
      let change: Assumptions.Change
      switch assumption.value {
      case .scalar(let number):
        try workbook.change(key.rawValue, key.definition.isPath ? 1 : 0, to: .number(number * 1.03125))
        change = .number(key.rawValue, number * 1.03125)
      case .terminal(let terminal):
        try workbook.change(key.rawValue, to: .number(terminal.number * 1.03125))
        change = .set(Assumption(terminal: terminal.with(number: terminal.number * 1.03125)))
      case .path, .word, .priced: continue
      }
      let changed = try assumptions.with([change])
      #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: changed)), "\(key)")
    }
  }

  @Test("the ends of a glide move the years between")
  func glide() throws {
    let assumptions = try Assumptions(Self.plain)
    var workbook = try LiveWorkbook(assumptions)
    try workbook.change("growth", 1, to: .number(0.1))
    try workbook.change("growth", 5, to: .number(0.02))
    let other = try assumptions.with([.set(Assumption(.growth, .glide(0.1, to: 0.02)))])
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: other)))
  }

  @Test("a word is an input as well")
  func words() throws {
    let assumptions = try Assumptions(Self.plain)
    var workbook = try LiveWorkbook(assumptions)
    try workbook.change("discounting", to: .text("mid-year"))
    let other = try assumptions.with([.set(Assumption(.discounting, word: "mid-year"))])
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: other)))
  }

  @Test("a terminal that the engine refuses has no value")
  func refused() throws {
    var workbook = try LiveWorkbook(try Assumptions(Self.plain))
    try workbook.change("terminal", to: .number(0.09))
    var values = WorkbookValues(workbook.workbook)
    #expect(values.value(workbook.made.valueCell) == .error(.notAvailable))
  }

  @Test("the switch chooses the scenario that all sheets show")
  func scenarios() throws {
    let base = try Assumptions(Self.plain)
    let bull = try base.with([
      .shift("growth", .init(.add, 0.03)), .set(Assumption(terminal: .multiple(14, of: .ebitda))),
      .set(Assumption(.nol, 5e6)), .set(Assumption(options: [.init(count: 1e6, strike: 3)])),
    ])
    let bear = try base.with([
      .set(Assumption(.terminalMargin, 0.15)), .set(Assumption(.capex, .scalar(0.4), basis: .change)),
    ])
    var workbook = try LiveWorkbook(base, others: [("bull", bull), ("bear", bear)])
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: base)))
    for (name, assumptions) in [("bull", bull), ("bear", bear), ("base", base)] {
      var sheet = try #require(workbook.workbook["Scenarios"])
      sheet.put(.text(name), 3, 2, CellStyle(.general, .input))
      workbook.workbook["Scenarios"] = sheet
      #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: assumptions)), "\(name)")
    }
    // The block of the chosen scenario is first, that of bull third.
    try workbook.change("cash", to: .number(50e6), block: 2)
    let richer = try bull.with([.number("cash", 50e6)])
    var values = WorkbookValues(workbook.workbook)
    #expect(
      agree(values.value(CellReference("Scenarios", 7, 3)).number, try DiscountedCashFlow.valuePerShare(of: richer)))
  }

  @Test("each cell of a grid is a valuation")
  func sensitivity() throws {
    let base = try Assumptions(Self.plain)
    let workbook = try LiveWorkbook(base)
    var values = WorkbookValues(workbook.workbook)
    for (row, discount) in [-0.01, -0.005, 0, 0.005, 0.01].enumerated() {
      for (column, terminal) in [-0.005, -0.0025, 0, 0.0025, 0.005].enumerated() {
        let moved = try base.with([
          .shift("discount", .init(.add, discount)), .shift("terminal", .init(.add, terminal)),
        ])
        let cell = CellReference("Sensitivity", 4 + row, 2 + column)
        #expect(agree(values.value(cell).number, try DiscountedCashFlow.valuePerShare(of: moved)))
      }
    }
  }

  @Test("what has no formulas is refused by name")
  func refusals() throws {
    let fading = try Assumptions(
      Self.with([
        Assumption(.riskFree, 0.04), Assumption(.beta, 1.1), Assumption(.equityPremium, 0.05),
        Assumption(.debtWeight, 0), Assumption(.discount, YearPath(.glide(from: nil, to: 0.08))),
      ]))
    #expect(
      throws: WorkbookError(
        "discount starts from the rate that is built from its parts, which a workbook cannot reproduce",
        hint: "write its start: `discount = 9% to 8%`")
    ) { try LiveWorkbook(fading) }
  }

  @Test("a tranche with time left is read back with what was changed in it")
  func livingOptions() throws {
    let assumptions = try Assumptions(try #require(Self.models["options with time left"]))
    var workbook = try LiveWorkbook(assumptions)
    try workbook.change("options, 1", 3, to: .number(0.5))
    let other = try assumptions.with([
      .set(
        Assumption(options: [
          .init(count: 1e6, strike: 10, life: 4, volatility: 0.5), .init(count: 8e5, strike: 5),
          .init(count: 4e6, strike: 2, life: 8.5, volatility: 0.6),
        ]))
    ])
    let wanted = try DiscountedCashFlow.valuePerShare(of: other)
    #expect(agree(workbook.value, wanted))
    let read = try ReadScenarios(try ReadBackTests.read(workbook))
    #expect(agree(try DiscountedCashFlow.valuePerShare(of: read.scenarios[0].assumptions), wanted))
    #expect(read.disagreeing.isEmpty)
  }
}
