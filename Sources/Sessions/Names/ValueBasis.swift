import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import OrderedCollections
import Reports
import Strategies
import Text
import Workspace

extension Session {
  /// A hash of all inputs of the value of a `let`: names, results, conventions, and the bars in use if it reads any.
  ///
  /// If it is the same, recomputing the value gives the same bits.
  ///
  /// - Returns: nil for a value with further inputs: a valuation, or a result without a name.
  package func basis(of definition: Definition, on day: CivilDate) -> String? {
    // A number rests on itself, which thousands of them in a row need not find out.
    if case .literal(.number, _) = definition.value { return ContentHash.text(of: Array("\(definition.value)".utf8)) }
    var uses = definition.uses
    var waiting = Array(uses)
    var parts: [String] = []
    while let name = waiting.popLast() {
      guard let known = names[name] else { continue }
      parts.append("\(name): \(known.text)")
      if case .value(let value, _, _) = known.meaning { parts.append(ValueFile.json(value).write()) }
      for used in known.uses where uses.insert(used).inserted { waiting.append(used) }
    }
    guard uses.isDisjoint(with: ["_", "value", "upside"]) else { return nil }
    for name in uses {
      guard let result = results[name] else { continue }
      parts.append("\(name): \(result.kind) \(result.fields.sorted { $0.key < $1.key })")
    }
    // Names that a definition reaches through other definitions count as its own.
    let text = (["\(definition.value)"] + parts).joined(separator: "\n")
    if restsOnBars(definition, on: day) {
      for loaded in series.values where text.hasPart(loaded.name) || loaded.name == active?.name {
        // The location of a file changes nothing.
        var request = loaded.source.request
        request.name = ""
        let later = loaded.growth.map { _ in " \(loaded.trail(to: loaded.unadjusted.count))" } ?? ""
        parts.append("\(loaded.name): \(loaded.contentHash)\(later) \(loaded.basis.rawValue) \(request)")
      }
      parts.append("in use: \(activeDescription ?? "") \(active?.series.bars.session.map { "\($0)" } ?? "")")
    }
    parts.append(
      "like \(settings.like?.name ?? "") \(settings.backtest.periodsPerYear ?? 0) \(settings.staleAfter ?? 0)")
    if uses.contains("today") || text.hasPart("today") { parts.append("\(day)") }
    return ContentHash.text(of: Array(parts.sorted().joined(separator: "\n").utf8))
  }

  /// True if a value is computed from bars, or if that is unknown.
  private func restsOnBars(_ definition: Definition, on day: CivilDate) -> Bool {
    var planner = Planner(names: expressionNames, source: seriesSource, today: day)
    guard let planned = try? planner.plan(definition.value) else { return true }
    switch planned.content {
    case .value: return false
    case .node(let id): return !planner.plan.isConstant(id)
    case .record: return true
    }
  }
}
