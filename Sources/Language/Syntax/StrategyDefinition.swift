/// `strategy NAME(P = V, …) { clauses }`, and `portfolio NAME(P = V, …) { clauses }`.
public struct StrategyDefinition: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// The parameters with their defaults.
  public var parameters: [ParameterDefinition]
  /// The clauses in the order written.
  public var clauses: [StrategyClause]
  /// True for a portfolio: one account over many symbols.
  public var isPortfolio: Bool

  /// Makes a strategy or a portfolio.
  public init(
    name: String,
    nameSpan: SourceSpan,
    parameters: [ParameterDefinition],
    clauses: [StrategyClause],
    isPortfolio: Bool = false
  ) {
    self.isPortfolio = isPortfolio
    self.name = name
    self.nameSpan = nameSpan
    self.parameters = parameters
    self.clauses = clauses
  }
}

/// One clause of a strategy, labelled or not.
public struct StrategyClause: Hashable, Sendable {
  /// The side of a position.
  public enum Side: String, Hashable, Sendable {
    case long
    case short
  }

  /// The level of a stop or a target: a distance or a price.
  public enum Level: Hashable, Sendable {
    /// A rate of the entry price, or a distance in price: the kind of the value decides.
    case distance(Expression)
    /// `at PRICE`.
    case price(Expression)
  }

  /// The amount to buy.
  public enum Size: Hashable, Sendable {
    /// A rate of equity, or money: the kind of the value decides.
    case amount(Expression)
    /// `0.5 of equity`: a share of the equity, for any kind of value.
    case equityShare(Expression)
    /// `100 shares`.
    case shares(Expression)
    /// `risk 1%`: of equity, by the distance to the stop.
    case risk(Expression)
  }

  /// The order of an entry that does not fill at the next open.
  public enum EntryOrder: Hashable, Sendable {
    /// `at close`: at the close of the next bar.
    case close
    /// `at limit P for N bars`: at the price or better.
    case limit(Expression, bars: Expression?)
    /// `at stop P for N bars`: at the market once the price is reached.
    case stop(Expression, bars: Expression?)
  }

  /// The kinds of clauses.
  public enum Kind: Hashable, Sendable {
    case `let`(name: String, nameSpan: SourceSpan, Expression)
    /// `enter long when C`, `enter long at limit P for 3 bars when C`; no order is one at the market.
    case enter(Side, EntryOrder?, when: Expression)
    /// `exit long when C`; no side closes either. `exit long 50% when C` closes that share of the position.
    case exit(Side?, share: Expression?, when: Expression)
    /// `exit after 10 bars` and `exit after 5d`; the count alone, without the word `bars`.
    case exitAfter(bars: Expression)
    /// `stop 2%`, `stop at P on close`: with `on close` only a close reaches it.
    case stop(Level, onClose: Bool)
    /// `exit at session close`
    case exitAtSessionClose
    /// `target 6%`, `target 6% for 50%`: with a share it takes that of the rest of an entry.
    case target(Level, share: Expression?)
    /// A rate of, or a distance from, the best price, or a price that is read at each close.
    case trail(Level)
    /// `wait 5 bars`, `wait 5 bars after stop`: no entry is decided so long after an exit.
    case wait(bars: Expression, afterStop: Bool)
    /// `once a day`
    case onceADay
    case size(Size)
    /// `resize weekly [when off by 10%]`: at the end of each period the position is brought back to its target size;
    /// with a threshold, only if its deviation exceeds it.
    case resize(RebalancePeriod, offBy: Expression?)
    /// `legs KO, -hedge * PEP`: the symbols that are entered and left as one, each with its weight.
    case legs([Expression])
    /// `allow 3 entries`.
    case allow(entries: Expression)
    /// A clause of a portfolio.
    case portfolio(PortfolioClause)
  }

  /// The label before `:`.
  public var label: String?
  /// The place of the label.
  public var labelSpan: SourceSpan?
  /// The kind.
  public var kind: Kind
  /// The place of the clause, label included.
  public var span: SourceSpan

  /// Makes a clause.
  public init(label: String? = nil, labelSpan: SourceSpan? = nil, kind: Kind, span: SourceSpan) {
    self.label = label
    self.labelSpan = labelSpan
    self.kind = kind
    self.span = span
  }
}
