import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Strategies
import Workspace

extension Session {
  /// A hash of all that the value of a `let` is computed from: the bars in use, names, results, conventions.
  ///
  /// Where it is the same, computing the value again gives the same bits.
  ///
  /// - Returns: nil for a value with further inputs: a valuation, or a result without a name.
  func basis(of definition: Definition, on day: CivilDate) -> String? {
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
    for loaded in series.values where text.contains(loaded.name) || loaded.name == active?.name {
      parts.append("\(loaded.name): \(loaded.contentHash) \(loaded.basis.rawValue) \(loaded.source.request)")
    }
    parts.append("in use: \(activeDescription ?? "") \(active?.series.bars.session.map { "\($0)" } ?? "")")
    parts.append(
      "like \(settings.like?.name ?? "") \(settings.backtest.periodsPerYear ?? 0) \(settings.staleAfter ?? 0)")
    if uses.contains("today") || text.contains("today") { parts.append("\(day)") }
    return ContentHash.text(of: Array(parts.sorted().joined(separator: "\n").utf8))
  }
}

extension Execution {
  /// The values of a session's `let` and `param`, each computed again where all that it rests on is as it was.
  func replayedValues(of session: Session) -> [ReplayReport.Line] {
    session.names.compactMap { name, kept in
      guard case .value(let value, _, _) = kept.meaning else { return nil }
      func line(_ reason: String) -> ReplayReport.Line {
        ReplayReport.Line(name: name, kind: kept.kind.rawValue, count: 0, reason: reason)
      }
      guard let basis = kept.basis else { return line("its value is kept, not what it was computed from") }
      var again = self
      again.session = session
      let source = again.sources.add(name: "session", text: kept.text)
      var parser = Parser(source: source, text: kept.text, commands: CommandTable.syntaxes)
      guard case .definition(let definition)?? = try? parser.next()?.kind,
        session.basis(of: definition, on: environment.today) == basis
      else { return line("what it was computed from has changed since") }
      guard let now = try? again.value(of: definition.value).value else {
        return line("it cannot be computed any more")
      }
      let difference: ReplayedNumber? =
        now.isSame(as: value) ? nil : ReplayedNumber(name: name, kept: value.number, now: now.number)
      return ReplayReport.Line(name: name, kind: kept.kind.rawValue, count: 1, difference: difference)
    }
  }
}
