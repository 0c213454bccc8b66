/// One statement as parsed.
public struct Statement: Hashable, Sendable {
  /// The kinds of statements.
  public enum Kind: Hashable, Sendable {
    /// A bare expression, shown: `rsi(14) last 5 to "rsi.csv"`.
    case expression(Expression, window: Window?)
    /// `let`, `param`, `indicator`.
    case definition(Definition)
    /// `strategy NAME(…) { … }`.
    case strategy(StrategyDefinition)
    /// `dcf …` in one of its forms.
    case valuation(ValuationStatement)
    /// `for NAME in A, B { … }`, `if COND { … }`.
    case block(BlockStatement)
    /// A command of the command table.
    case command(CommandCall)
  }

  /// The kind.
  public var kind: Kind
  /// `as NAME` after a statement with a result.
  public var resultName: Word?
  /// True if that name heads the last column of a list too: `show close, sma(5) as mean`.
  public var resultHeadsColumn = false
  /// `to "FILE"` at the end.
  public var output: Word?
  /// `over` after it: a file that the session has loaded may be replaced.
  public var replacesLoaded: Bool
  /// The span of the entire statement.
  public var span: SourceSpan

  /// Makes a statement.
  public init(kind: Kind, resultName: Word? = nil, output: Word? = nil, replacesLoaded: Bool = false, span: SourceSpan)
  {
    self.kind = kind
    self.resultName = resultName
    self.output = output
    self.replacesLoaded = replacesLoaded
    self.span = span
  }
}

/// A parameter of an indicator or a strategy: `fast = 12`.
public struct ParameterDefinition: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// The value if a call gives none.
  public var defaultValue: Expression

  /// Makes a parameter.
  public init(name: String, nameSpan: SourceSpan, defaultValue: Expression) {
    self.name = name
    self.nameSpan = nameSpan
    self.defaultValue = defaultValue
  }
}

/// A definition of a name.
public struct Definition: Hashable, Sendable {
  /// The three ways to define a name.
  public enum Kind: String, Hashable, Sendable {
    /// A value, computed now.
    case `let`
    /// A value that the command line may override.
    case param
    /// A named series, recomputed whenever the series in use changes.
    case indicator
  }

  /// The way.
  public var kind: Kind
  /// The name.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// Parameters of an indicator; nil if it has no parentheses.
  public var parameters: [ParameterDefinition]?
  /// The expression denoted by the name.
  public var value: Expression
  /// `start INIT`: the value of an indicator on the first bar on which the rest of it is known.
  public var start: Expression?

  /// Makes a definition.
  public init(
    kind: Kind,
    name: String,
    nameSpan: SourceSpan,
    parameters: [ParameterDefinition]? = nil,
    value: Expression,
    start: Expression? = nil
  ) {
    self.kind = kind
    self.name = name
    self.nameSpan = nameSpan
    self.parameters = parameters
    self.value = value
    self.start = start
  }
}
