import Columns
import Indicators

extension Plan {
  /// The other series that some nodes read, each once; those of a context that means nothing any more are left out.
  public func otherSeries(readBy roots: [NodeID], on series: Series, source: any SeriesSource) -> [Series] {
    var found: [Series] = []
    var seen: Set<NodeID> = []
    var stack = roots
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      guard case .joined(let inner, let context, _) = self[id] else {
        stack += operands(of: id)
        continue
      }
      guard let other = try? source.series(in: context, seenFrom: series) else { continue }
      let beyond = otherSeries(readBy: [inner], on: other, source: source)
      for other in [other] + beyond where other.name != series.name && !found.contains(where: { $0.name == other.name })
      {
        found.append(other)
      }
    }
    return found
  }

  /// The columns of files that some nodes read, as they are seen on a series: its own by their names, those of other
  /// symbols with their contexts, such as `close @ QQQ`; each once.
  ///
  /// - Throws: the error of a context that means nothing any more.
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
