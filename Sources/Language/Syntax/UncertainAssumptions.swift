/// The uncertain assumptions of a simulation: `100_000 runs growth + normal(0pp, 2pp), correlation growth margin 0.4`.
public struct UncertainAssumptions: Hashable, Sendable {
  /// One assumption that is drawn: `margin ~ uniform(26%, 34%)`, `growth + normal(0pp, 2pp)`.
  public struct Draw: Hashable, Sendable {
    /// The assumption's name as written.
    public var name: String
    /// The place of the name.
    public var nameSpan: SourceSpan
    /// nil draws the assumption itself; an operator draws a shift of its path.
    public var shift: BinaryOperator?
    /// The name of the distribution.
    public var distribution: String
    /// The place of the distribution's name.
    public var distributionSpan: SourceSpan
    /// The distribution's numbers in the order written.
    public var arguments: [Expression]
    /// `between 20%`: the least value that is drawn.
    public var least: Expression?
    /// `and 40%`: the greatest value that is drawn.
    public var greatest: Expression?
    /// The span of the entire draw.
    public var span: SourceSpan
  }

  /// `correlation growth margin 0.4`.
  public struct Correlation: Hashable, Sendable {
    /// One assumption's name as written.
    public var first: String
    /// The other's.
    public var second: String
    /// The coefficient.
    public var coefficient: Expression
    /// The place.
    public var span: SourceSpan
  }

  /// The number of valuations; nil if none is written.
  public var runs: Expression?
  /// The draws, in the order written.
  public var draws: [Draw] = []
  /// The correlations, in the order written.
  public var correlations: [Correlation] = []
}
