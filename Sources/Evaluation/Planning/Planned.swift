import Language

/// An expression after its kinds were checked: its kind and the origin of its value.
public struct Planned: Hashable, Sendable {
  /// The origin of the value.
  public enum Content: Hashable, Sendable {
    /// Known already, and not a number: a string, a date, a duration, a list.
    case value(Value)
    /// A node of the plan.
    case node(NodeID)
    /// The outputs of an indicator that has several.
    case record([Output])
  }

  /// One output of a record.
  public struct Output: Hashable, Sendable {
    /// Its name: the word after the dot.
    public var name: String
    /// Other names for it.
    public var aliases: [String]
    /// Its kind.
    public var kind: Kind
    /// Its node.
    public var node: NodeID
  }

  /// The kind of the value.
  public var kind: Kind
  /// The origin of the value.
  public var content: Content
  /// The place where the value began to depend on later bars; nil if it does not.
  public var lookAhead: SourceSpan?
  /// The fields of a value that is a single one all the same, as in `ahead(5).best`.
  public var fields: [Output] = []
  /// The strings that a series of strings may have.
  public var choices: [String] = []

  /// The node of a single value; nil for records and for values that are not numbers.
  public var node: NodeID? { if case .node(let id) = content { id } else { nil } }
}
