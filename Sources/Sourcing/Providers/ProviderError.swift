/// The reason why a provider cannot be asked, or its answer not be read.
public struct ProviderError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: Sendable, Hashable {
    /// A key is needed and there is none.
    case noKey
    /// The provider says that the key is wrong, or that it does not allow this.
    case keyRefused
    /// The provider says that it was asked too often.
    case limited
    /// The provider does not have the symbol.
    case noSymbol
    /// The provider has the symbol and no bars for the question.
    case noBars
    /// The provider does not have bars of this length.
    case noTimeframe
    /// The provider refuses the question for another reason.
    case refused
    /// The answer is not JSON, or not of the documented shape.
    case unexpected
  }

  /// The kind.
  public var kind: Kind
  /// The reason in one sentence.
  public var message: String
  /// A way out.
  public var hint: String?

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }
}
