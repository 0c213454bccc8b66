import Columns
import Language

/// Expressions on the items of a frame.
extension Planner {
  /// The column of the frame that a name means; nil if there is none, and in the body of a session's indicator.
  mutating func frameColumn(named name: String) -> Planned? {
    guard let frame, let index = frame.columns.firstIndex(where: { $0.name == name }) else { return nil }
    let column = frame.columns[index]
    for text in column.texts { _ = plan.number(of: text) }
    return Planned(kind: column.kind, content: .node(add(.given(index))), choices: column.texts)
  }

  /// A planned expression that has one value for each thing of the frame, strings as their numbers in the plan.
  ///
  /// - Throws: `wrong-kind` for a series of the bars, and for all that is not one value for each thing.
  public mutating func checkedInFrame(_ planned: Planned, at span: SourceSpan) throws(Diagnostic) -> Planned {
    let planned = coded(planned)
    guard let frame else { return planned }
    guard let node = planned.node, plan.hasValueInFrame(node, knowsBars: frame.barOfEach != nil) else {
      let names = frame.columns.filter { !$0.isDerived }.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        .wrongKind, "a value of \(frame.one) is needed, but this is a series of bars", at: span,
        hints: ["of \(frame.one): \(names)"])
    }
    return planned
  }
}

extension Plan {
  /// True for a node that has a value for each thing of a frame, or one for all: no series of bars enters into it,
  /// unless each item has its bar.
  fileprivate func hasValueInFrame(_ root: NodeID, knowsBars: Bool) -> Bool {
    var seen: Set<NodeID> = []
    var stack = [root]
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      guard facts(of: id).usesFrame else {
        if isScalar(id) || knowsBars { continue }
        return false
      }
      switch self[id] {
      case .given: break
      case .operation(let operation, _) where operation.looksBack: return false
      case .operation, .financial, .filled, .reduction, .lag: stack += operands(of: id)
      default: return false
      }
    }
    return true
  }
}
