/// `dcf` in one of its forms.
public struct ValuationStatement: Hashable, Sendable {
  /// The forms of `dcf`, distinguished by the text after the word.
  public enum Form: Hashable, Sendable {
    /// `dcf`: shows the open model.
    case show
    /// `dcf base`, `dcf base to "model.xlsx"`: the valuation of a scenario; the open model stays.
    case scenario(Word)
    /// `dcf full`, `dcf full base`: the open model, or a scenario, as a page; nothing is changed.
    case full(scenario: Word?)
    /// `dcf TICKER { … }`: a new model from fundamentals and defaults.
    case new(ticker: Word)
    /// `dcf TICKER drivers platform { … } like "investor"`: a new model whose growth follows from drivers.
    case drivers(ticker: Word, business: Word?, like: Word?)
    /// `dcf growth = 10%, …`: changes the open model.
    case change
    /// `dcf base with growth = 2%, …`: starts from a scenario.
    case from(scenario: Word)
    /// `dcf bull = base with growth + 3pp, …`: a scenario that inherits from another.
    case inherit(scenario: Word, parent: Word)
    /// `dcf AAPL with assumptions of "Q3 view"`: old forecast assumptions on the figures of today.
    case forecastAssumptions(ticker: Word, of: Word)
  }

  /// The form.
  public var form: Form
  /// The clauses that change the model, in the order written.
  public var clauses: [ModelClause]

  /// Makes the statement.
  public init(form: Form, clauses: [ModelClause]) {
    self.form = form
    self.clauses = clauses
  }

  /// The assumptions in the order written, those of parts left out.
  public var changes: [AssumptionChange] {
    clauses.compactMap { if case .change(let change) = $0 { change } else { nil } }
  }
}

/// One clause of a valuation.
public enum ModelClause: Hashable, Sendable {
  /// `growth = 6% to 3%`.
  case change(AssumptionChange)
  /// `part aero { … }` or `segment iphone { … }`.
  case part(Part)
  /// `preset consensus`, `preset bear relative`.
  case preset(Word, isRelative: Bool)
  /// `allow stale-base`: a refusal of judgement becomes a standing warning.
  case allow(Word)

  /// A part of a company, or a line of its business.
  public struct Part: Hashable, Sendable {
    /// The two kinds of parts.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A valuation of its own.
      case part
      /// A line inside one model.
      case segment
    }

    /// The kind.
    public var kind: Kind
    /// Its name.
    public var name: String
    /// The place of the name.
    public var nameSpan: SourceSpan
    /// Its own assumptions.
    public var changes: [AssumptionChange]

    /// Makes a part.
    public init(kind: Kind, name: String, nameSpan: SourceSpan, changes: [AssumptionChange]) {
      self.kind = kind
      self.name = name
      self.nameSpan = nameSpan
      self.changes = changes
    }
  }
}

/// One assumption of a valuation: `growth = 6% to 3%`, `growth + 2pp`, `margin to 34%`.
public struct AssumptionChange: Hashable, Sendable {
  /// The forms of a value.
  public enum Value: Hashable, Sendable {
    /// `= PATH`; a single constant phase if the assumption is not a path.
    case path(AssumptionPath)
    /// `= (6% to 3%) + 2pp`: a path in parentheses whose years all move, one shift after the other.
    case shifted(AssumptionPath, by: [Shift])
    /// `= WORD`, such as `mid-year`, if the word is not an expression.
    case word(Word)
    /// `+ 2pp`, `- 50bp`, `* 1.1`, `/ 2`: moves every year.
    case shift(BinaryOperator, Expression)
    /// `= 8M at 20 life 4y volatility 35%`, or a list of such: options that were granted.
    case grants([Grant])
    /// `= 25%..40%` or `+ -5pp..5pp`: values that `solve` tries for the first of two unknowns.
    case tried(ValueRange, isShift: Bool)
    /// `= 12x ebitda 2.1B`: a multiple of a figure.
    case priced(multiple: Expression, metric: Word, figure: Expression)

    /// The values by year, before any shift; nil if none are written.
    public var path: AssumptionPath? {
      switch self {
      case .path(let path), .shifted(let path, by: _): path
      case .word, .shift, .grants, .tried, .priced: nil
      }
    }
  }

  /// One move of every year: `+ 2pp`, `* 1.1`.
  public struct Shift: Hashable, Sendable {
    /// One of `+`, `-`, `*` and `/`.
    public var sign: BinaryOperator
    /// The amount.
    public var amount: Expression

    /// Makes a shift.
    public init(_ sign: BinaryOperator, _ amount: Expression) {
      self.sign = sign
      self.amount = amount
    }
  }

  /// Options with one strike.
  public struct Grant: Hashable, Sendable {
    /// The number of options.
    public var count: Expression
    /// The price of a share at which they are exercised.
    public var strike: Expression
    /// The time that they have left.
    public var life: Expression?
    /// The volatility of the share.
    public var volatility: Expression?

    /// Makes a grant.
    public init(count: Expression, strike: Expression, life: Expression? = nil, volatility: Expression? = nil) {
      self.count = count
      self.strike = strike
      self.life = life
      self.volatility = volatility
    }
  }

  /// The assumption's name as written; that of a part's has a dot: `aero.margin`.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// The forecast year that alone is changed: `growth[3] = 1%`.
  public var year: Expression?
  /// The value.
  public var value: Value
  /// Why, in quotes after `because`; nil if not given.
  public var reason: Word?
  /// The span of the entire change.
  public var span: SourceSpan

  /// Makes a change.
  public init(
    name: String, nameSpan: SourceSpan, year: Expression? = nil, value: Value, reason: Word? = nil, span: SourceSpan
  ) {
    self.name = name
    self.nameSpan = nameSpan
    self.year = year
    self.value = value
    self.reason = reason
    self.span = span
  }
}

/// Values by year: phases joined by `then`.
public struct AssumptionPath: Hashable, Sendable {
  /// One phase of a path.
  public struct Phase: Hashable, Sendable {
    /// The course of the values in a phase.
    public enum Kind: Hashable, Sendable {
      /// One value for each year; `metric` is the word after a multiple, as in `15x ebitda`.
      case constant(Expression, metric: Word?)
      /// `A to B`, or `to B` from the year before.
      case glide(from: Expression?, to: Expression)
      /// `[8%, 7%, 6%]`, one a year.
      case list([Expression])
    }

    /// The course of the values.
    public var kind: Kind
    /// The rate that follows amounts, if it is named: `growth` in `[420B, 455B] then growth 6%`.
    public var rate: Word?
    /// `for 5y`.
    public var length: Expression?
    /// `by year 7`, `by 2030`.
    public var endYear: Expression?
    /// The place.
    public var span: SourceSpan

    /// Makes a phase.
    public init(
      kind: Kind, rate: Word? = nil, length: Expression? = nil, endYear: Expression? = nil, span: SourceSpan
    ) {
      self.kind = kind
      self.rate = rate
      self.length = length
      self.endYear = endYear
      self.span = span
    }
  }

  /// The phases in order, at least one.
  public var phases: [Phase]
  /// The base that the values are shares of, after `of`: `10% of change`, `50% of book`; nil without `of`.
  public var basis: Word?
  /// The place.
  public var span: SourceSpan

  /// True if it is one value for all years, perhaps a multiple: `6%`, `15x ebitda`.
  public var isOneValue: Bool {
    guard basis == nil, phases.count == 1, let phase = phases.first, case .constant = phase.kind else { return false }
    return phase.rate == nil && phase.length == nil && phase.endYear == nil
  }

  /// True if it is one expression, which may be in parentheses like any other.
  public var isExpression: Bool {
    if isOneValue, case .constant(_, metric: nil) = phases[0].kind { true } else { false }
  }

  /// Makes a path.
  public init(phases: [Phase], basis: Word? = nil, span: SourceSpan) {
    self.phases = phases
    self.basis = basis
    self.span = span
  }
}
