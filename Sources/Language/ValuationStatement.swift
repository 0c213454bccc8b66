/// `dcf` in one of its forms.
public struct ValuationStatement: Hashable, Sendable {
  /// What follows the word `dcf` tells the forms apart.
  public enum Form: Hashable, Sendable {
    /// `dcf`: shows the model in work.
    case show
    /// `dcf TICKER { … }`: a new model from fundamentals and defaults.
    case new(ticker: Word)
    /// `dcf growth = 10%, …`: changes the model in work.
    case change
    /// `dcf base with growth = 2%, …`: starts from a scenario.
    case from(scenario: Word)
  }

  /// The form.
  public var form: Form
  /// The assumptions in the order written.
  public var changes: [AssumptionChange]

  /// Makes the statement.
  public init(form: Form, changes: [AssumptionChange]) {
    self.form = form
    self.changes = changes
  }
}

/// One assumption of a valuation: `growth = 6% to 3%`, `growth + 2pp`, `margin to 34%`.
public struct AssumptionChange: Hashable, Sendable {
  /// How the value is given.
  public enum Value: Hashable, Sendable {
    /// `= PATH`; a single constant phase where the assumption is no path.
    case path(AssumptionPath)
    /// `= WORD`, such as `mid-year`, where the word is no expression.
    case word(Word)
    /// `+ 2pp`, `- 50bp`, `* 1.1`, `/ 2`: moves every year.
    case shift(BinaryOperator, Expression)
  }

  /// The assumption's name as written.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// The value.
  public var value: Value
  /// The place of the whole change.
  public var span: SourceSpan

  /// Makes a change.
  public init(name: String, nameSpan: SourceSpan, value: Value, span: SourceSpan) {
    self.name = name
    self.nameSpan = nameSpan
    self.value = value
    self.span = span
  }
}

/// Values by year: phases joined by `then`.
public struct AssumptionPath: Hashable, Sendable {
  /// One phase of a path.
  public struct Phase: Hashable, Sendable {
    /// What happens in the phase.
    public enum Kind: Hashable, Sendable {
      /// One value for each year; `metric` is the word after a multiple or after `of`, as in `15x ebitda` and
      /// `50% of value`.
      case constant(Expression, metric: Word?)
      /// `A to B`, or `to B` from the year before.
      case glide(from: Expression?, to: Expression)
      /// `[8%, 7%, 6%]`, one a year.
      case list([Expression])
    }

    /// What happens.
    public var kind: Kind
    /// `for 5y`.
    public var length: Expression?
    /// `by year 7`, `by 2030`.
    public var endYear: Expression?
    /// The place.
    public var span: SourceSpan

    /// Makes a phase.
    public init(kind: Kind, length: Expression? = nil, endYear: Expression? = nil, span: SourceSpan) {
      self.kind = kind
      self.length = length
      self.endYear = endYear
      self.span = span
    }
  }

  /// The phases in order, at least one.
  public var phases: [Phase]
  /// The place.
  public var span: SourceSpan

  /// Makes a path.
  public init(phases: [Phase], span: SourceSpan) {
    self.phases = phases
    self.span = span
  }
}
