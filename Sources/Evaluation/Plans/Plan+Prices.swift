import Columns
import Indicators

extension Plan {
  /// The columns of files that some nodes read, as they are seen on a series: its own by their names, those of other
  /// symbols with their contexts, such as `close @ QQQ`; each once.
  ///
  /// - Throws: the error of a context that is no longer valid.
  public func columnsOfFiles(
    readBy roots: [NodeID], on series: Series, source: any SeriesSource
  ) throws(ContextError) -> [(name: String, column: Column)] {
    var found: [(name: String, column: Column)] = []
    var seen: Set<NodeID> = []
    var stack = roots
    func add(_ name: String, _ column: Column) {
      if !found.contains(where: { $0.name == name }) { found.append((name, column)) }
    }
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      switch self[id] {
      case .field(let field): add(field.rawValue, series.bars[field])
      case .joined(let inner, let context, let holding):
        let other = try source.series(in: context, seenFrom: series)
        // Other bars of the same series have the same prices.
        if other.name == series.name { continue }
        for (name, column) in try columnsOfFiles(readBy: [inner], on: other, source: source) {
          add("\(name) \(context)", series.join(with: other).column(column, holding))
        }
      default: stack += operands(of: id)
      }
    }
    return found
  }
}
