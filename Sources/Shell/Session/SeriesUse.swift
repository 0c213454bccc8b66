import Evaluation
import Language
import OrderedCollections
import Reports
import Text
import Workspace

/// What would lose a series if it were dropped, or means another one if it is replaced.
struct SeriesUsers {
  /// The indicators and strategies that name it after `@`.
  var definitions: [String] = []
  /// The universes that it is a member of.
  var universes: [String] = []
  /// The backtests that ran on it.
  var results: [String] = []

  var isEmpty: Bool { definitions.isEmpty && universes.isEmpty && results.isEmpty }
}

extension Session {
  /// The users of a loaded series.
  func users(ofSeries name: String) -> SeriesUsers {
    var users = SeriesUsers()
    for (user, definition) in names {
      if case .indicator(let indicator) = definition.meaning, indicator.parts.contains(where: { $0.isOn(name) }) {
        users.definitions.append(user)
      }
    }
    for (user, strategy) in strategies {
      let parts =
        strategy.definition.clauses.flatMap(\.expressions) + strategy.definition.parameters.map(\.defaultValue)
      if parts.contains(where: { $0.isOn(name) }) { users.definitions.append(user) }
    }
    for (user, universe) in universes where universe.symbols?.contains(name) == true { users.universes.append(user) }
    for (user, result) in results where result.backtest?.seriesName == name { users.results.append(user) }
    return users
  }
}

extension Execution {
  /// Removes a loaded series; one that a definition names is not removed.
  mutating func dropSeries(_ name: String, at span: SourceSpan?) throws(Diagnostic) {
    let users = session.users(ofSeries: name)
    guard users.definitions.isEmpty else {
      let list = Wording.list(users.definitions.map { "`\($0)`" })
      throw Diagnostic(
        .nameInUse, "\(list) \(Wording.plural(users.definitions.count, "uses", "use")) the bars of \(name)", at: span,
        hints: ["change or drop \(list) first"])
    }
    session.series[name] = nil
    if session.active?.name == name { session.active = nil }
    noteUsers(users, "\(name) is dropped", at: span)
  }

  /// Says who uses a series that another one has taken the place of.
  mutating func noteReplaced(_ before: LoadedSeries?, at span: SourceSpan?) {
    guard let before, let now = session.series[before.name], now.contentHash != before.contentHash else { return }
    noteUsers(session.users(ofSeries: before.name), "\(before.name) is another series now", at: span)
  }

  private mutating func noteUsers(_ users: SeriesUsers, _ event: String, at span: SourceSpan?) {
    var parts: [String] = []
    func add(_ names: [String], _ verbs: (one: String, many: String), _ rest: String) {
      guard !names.isEmpty else { return }
      parts.append(
        "\(Wording.list(names.map { "`\($0)`" })) \(Wording.plural(names.count, verbs.one, verbs.many)) \(rest)")
    }
    add(users.definitions, ("uses", "use"), "it")
    add(users.universes, ("has", "have"), "it as a member")
    add(users.results, ("keeps its", "keep their"), "numbers, which are of the bars before")
    guard !parts.isEmpty else { return }
    note(.seriesReplaced, "\(event): \(Wording.list(parts))", at: span)
  }
}

extension Definition {
  /// The expressions of the definition.
  fileprivate var parts: [Expression] {
    [value] + (start.map { [$0] } ?? []) + (parameters ?? []).map(\.defaultValue)
  }
}

extension Expression {
  /// True where a part of the expression is computed on the bars of a symbol.
  fileprivate func isOn(_ symbol: String) -> Bool {
    switch self {
    case .literal, .name: false
    case .list(let elements, _): elements.contains { $0.isOn(symbol) }
    case .call(_, _, let arguments, _): arguments.contains { $0.value.isOn(symbol) }
    case .field(let base, _, _): base.isOn(symbol)
    case .lag(let operand, let bars, _): operand.isOn(symbol) || bars.isOn(symbol)
    case .context(let operand, let contexts, _):
      operand.isOn(symbol)
        || contexts.contains { if case .symbol(let own, _) = $0 { own == symbol } else { false } }
    case .unary(_, let operand, _): operand.isOn(symbol)
    case .binary(_, let left, let right, _): left.isOn(symbol) || right.isOn(symbol)
    case .between(let subject, let low, let high, _): [subject, low, high].contains { $0.isOn(symbol) }
    }
  }
}
