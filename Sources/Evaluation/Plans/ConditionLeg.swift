import Columns
import Language

/// A part of a condition, down to the comparisons that decide it.
public struct ConditionLeg: Sendable {
  /// The way in which the parts of a leg decide it.
  public enum Joint: Sendable, Hashable {
    /// All parts must hold.
    case and
    /// One part must hold.
    case or
    /// The part must not hold.
    case not
    /// A name that denotes its part.
    case name
    /// A leg without parts.
    case none
  }

  /// One side of a comparison.
  public struct Side: Sendable {
    /// The side as typed.
    public var text: String
    /// Its computation.
    public var node: NodeID
    /// Its kind.
    public var kind: Kind
    /// True for a number that is the same on all bars, as a threshold is.
    public var isFixed: Bool
  }

  /// Two numbers that are compared.
  public struct Comparison: Sendable {
    /// `<`, `<=`, `>`, `>=`, `==` or `!=`.
    public var operation: Operation
    /// The left side.
    public var left: Side
    /// The right side.
    public var right: Side
    /// The number of bars ago that both are read: 1 in the first half of a crossing, else 0.
    public var lag: Int
  }

  /// The leg as typed.
  public var text: String
  /// Its own computation; nil for a half of a crossing, which is not a node of the plan.
  public var node: NodeID?
  /// How its parts decide it.
  public var joint: Joint
  /// The parts; empty for a comparison and for any condition that cannot be split.
  public var parts: [ConditionLeg] = []
  /// The numbers that are compared; nil for other legs.
  public var comparison: Comparison?

  /// A leg that is not taken apart.
  public init(whole text: String, node: NodeID) {
    self.init(text: text, node: node, joint: .none)
  }

  init(
    text: String, node: NodeID? = nil, joint: Joint, parts: [ConditionLeg] = [], comparison: Comparison? = nil
  ) {
    self.text = text
    self.node = node
    self.joint = joint
    self.parts = parts
    self.comparison = comparison
  }
}
