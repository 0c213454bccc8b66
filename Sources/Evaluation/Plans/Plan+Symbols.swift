import Language

extension Plan {
  /// True if a node depends on the series that it was planned for, so that another series needs a plan of its own:
  /// values of other series, of other symbols, and of companies.
  public func isBoundToSeries(_ roots: [NodeID]) -> Bool {
    var seen: Set<NodeID> = []
    var stack = roots
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      switch self[id] {
      case .joined, .across, .valuation: return true
      default: stack += self[id].operands
      }
    }
    return false
  }
}
