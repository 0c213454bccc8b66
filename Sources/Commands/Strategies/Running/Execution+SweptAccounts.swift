import Backtesting
import Evaluation
import Language
import Sessions
import Strategies
import Text

/// The symbols that each run of a sweep holds in one account.
struct SweptAccount {
  /// The way in which they share it.
  package enum Kind {
    case portfolio(PortfolioMembers)
    case shared(SharedSymbols)
  }

  package var kind: Kind
  package var clock: PortfolioClock
  /// The remark that its universe has no dates; nil if it has, or there is none.
  var survivors: String?

  package var series: [Evaluation.Series] {
    switch kind {
    case .portfolio(let members): members.series
    case .shared(let symbols): symbols.series
    }
  }

  /// The days on which symbols belong to their universe, by name.
  var membership: [String: [ClosedRange<Int>]] {
    switch kind {
    case .portfolio(let members): members.membership
    case .shared(let symbols): symbols.membership
    }
  }

  package var isPortfolio: Bool { if case .portfolio = kind { true } else { false } }

  package init(_ kind: Kind) {
    self.kind = kind
    clock = PortfolioClock([])
    clock = PortfolioClock(series.map(\.bars))
  }
}

extension SweptAccount {
  /// The runs of a strategy on its symbols.
  ///
  /// - Parameters:
  ///   - terms: the terms on which they share it; a portfolio has its own.
  ///   - text: the definition as typed, which a result keeps.
  package func run(
    _ compiler: StrategyCompiler, _ terms: SharedTerms?, text: String = "", certifies: Bool = false
  ) -> AccountWindows.Run {
    let clock = clock
    switch kind {
    case .portfolio(let members):
      return { values, settings, range, environment throws(RunFailure) in
        try compiler.runPortfolio(
          on: members.series, clock: clock, reserve: members.reserve, membership: members.membership,
          groups: members.groups, text: text, values: values, settings: settings, range: range,
          environment: environment, certifies: certifies)
      }
    case .shared(let symbols):
      let terms = terms ?? SharedTerms()
      return { values, settings, range, environment throws(RunFailure) in
        try compiler.runShared(
          on: symbols, clock: clock, terms: terms, text: text, values: values, settings: settings, range: range,
          environment: environment, certifies: certifies)
      }
    }
  }
}

extension Execution {
  /// The symbols of a sweep that is of a portfolio or shares one account; nil for a sweep on one series.
  mutating func sweptAccount(
    _ call: CommandCall, _ subject: Subject, _ variants: [SweepVariant]
  ) throws(Diagnostic) -> SweptAccount? {
    let words = call[.symbols] ?? []
    if let definition = try portfolio(subject, on: words, inOneAccount: call.span(of: .inOneAccount)) {
      let members = try portfolioMembers(of: definition)
      for variant in variants { try check(variant.settings, forPortfolio: members, subject, at: call.commandSpan) }
      var account = SweptAccount(.portfolio(members))
      account.survivors = members.survivors
      return account
    }
    guard call.has(.inOneAccount) else { return nil }
    let series = try words.isEmpty ? [activeSeries(at: call.commandSpan)] : loadedSeries(words).map(seriesInSession)
    for variant in variants { try check(variant.settings, forOneAccountOf: series, subject, at: call.commandSpan) }
    let terms = variants[0].terms ?? SharedTerms()
    var account = SweptAccount(.shared(try sharedSymbols(words, series, terms, at: call.commandSpan)))
    account.survivors = try survivorRemark(words)
    return account
  }

  /// Refuses a figure that runs of many symbols do not have.
  func check(_ metric: Metric, for account: SweptAccount, at span: SourceSpan) throws(Diagnostic) {
    let isMissing =
      metric.name == "break_even_cost" || account.isPortfolio && ["average_mae", "average_mfe"].contains(metric.name)
    guard isMissing else { return }
    throw Diagnostic(
      .wrongKind,
      "\(account.isPortfolio ? "a portfolio" : "one account of many symbols") has no `\(metric.name)` to rank by",
      at: span, hints: ["`by sharpe`, `by max_drawdown`; `stats` lists the figures"])
  }

  /// The single series of a sweep.
  mutating func sweptSeries(_ call: CommandCall) throws(Diagnostic) -> Evaluation.Series {
    guard let words = call[.symbols], let first = words.first else { return try activeSeries(at: call.commandSpan) }
    let series = try loadedSeries(words)
    guard series.count == 1 else {
      throw Diagnostic(
        .backtestRefused, "a sweep is on one series, or on many in one account", at: first.span,
        hints: ["`sweep S(P=RANGE) on A, B in one account with positions 2`"])
    }
    return seriesInSession(series[0])
  }
}
