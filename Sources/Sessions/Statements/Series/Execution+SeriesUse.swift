import Language
import OrderedCollections
import Text
import Workspace

extension Execution {
  /// Refuses to drop a series that a definition names, and says who else used it.
  package mutating func checkDropped(series name: String, at span: SourceSpan?) throws(Diagnostic) {
    let users = session.users(ofSeries: name)
    guard users.definitions.isEmpty else {
      let list = Wording.list(users.definitions.map { "`\($0)`" })
      throw Diagnostic(
        .nameInUse, "\(list) \(Wording.plural(users.definitions.count, "uses", "use")) the bars of \(name)", at: span,
        hints: ["change or drop \(list) first"])
    }
    noteUsers(users, "\(name) is dropped", at: span)
  }

  /// Says who uses a series that another one has taken the place of.
  package mutating func noteReplaced(_ before: LoadedSeries?, at span: SourceSpan?) {
    guard let before, let now = session.series[before.name], now.content != before.content else { return }
    noteUsers(session.users(ofSeries: before.name), "\(before.name) is now another series", at: span)
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
