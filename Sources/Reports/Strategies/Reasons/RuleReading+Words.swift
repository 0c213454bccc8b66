import Evaluation
import Presentation
import Strategies
import Text

extension RuleReading {
  /// The legs that a rule lacks, in words; nil if it holds.
  ///
  /// Of parts that must all hold those that do not are named, of parts of which one is enough all of them.
  package var shortfall: String? { holds ? nil : shortfall(of: 0) }

  private func shortfall(of index: Int) -> String {
    let leg = legs[index]
    let parts = children(of: index)
    switch leg.joint {
    case .and:
      let lacking = parts.filter { legs[$0].holds != true }
      return lacking.map { shortfall(of: $0) }.joined(separator: " and ")
    case .or:
      let text = parts.map { shortfall(of: $0) }.joined(separator: " or ")
      return leg.depth == 0 ? text : "(\(text))"
    case .name: return parts.first.map { shortfall(of: $0) } ?? leg.text
    case .not: return leg.text
    case .none: return leg.text + remark(on: leg)
    }
  }

  private func remark(on leg: LegReading) -> String {
    if leg.holds == nil { return " (missing)" }
    if leg.isPast { return " (one bar ago it was not)" }
    guard let distance = leg.distance else { return "" }
    let number =
      leg.value?.kind == .rate ? NumberFormat.percent(2).text(abs(distance)) : NumberFormat.general.text(abs(distance))
    return " (short by \(number))"
  }

  private func children(of index: Int) -> [Int] {
    let depth = legs[index].depth
    var found: [Int] = []
    for next in legs.indices.dropFirst(index + 1) {
      if legs[next].depth <= depth { break }
      if legs[next].depth == depth + 1 { found.append(next) }
    }
    return found
  }
}
