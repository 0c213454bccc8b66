import Evaluation
import JSON
import Language
import OrderedCollections
import Reports
import Sessions
import Strategies
import Text

/// The best row of a sweep, as a strategy with its parameters.
struct BestCombination {
  let subject: Subject
  let sweep: String
  let evaluated: Int
  let metric: String
  let symbol: String
  let since: String
  let until: String
  /// The settings that were tried with the parameters, with the best row's values; nil if none were.
  let settings: String?
  /// The settings that the sweep's statement gave, with the best row's values of those that were tried.
  var given: [Setting] = []
  /// The figures and the words of the sweep, its assumptions among them.
  var result: NamedResult
  /// True if the strategy has other rules now than the sweep tried.
  var rulesChanged = false
  /// True if the symbols of the sweep shared an account.
  var sharesAccount = false

  /// The words about settings that the session has changed since the sweep; nil if there are none.
  ///
  /// Those that the statement gives are known to who wrote it, and some assumptions depend on the series.
  func changedRemark(of report: BacktestReport, typed: [Setting]) -> String? {
    let chosen = Set((typed + given).map(\.name) + ["periods_per_year", "returns_of", "benchmark"])
    let changed = report.assumptions.compactMap { key, value -> String? in
      if chosen.contains(key) { return nil }
      if let now = value.doubleValue { return result.fields[key].map { $0 != now } == true ? key : nil }
      return value.stringValue.flatMap { now in result.texts[key].map { $0 != now } == true ? key : nil }
    }
    return changed.isEmpty ? nil : "set differently than for \(sweep): \(changed.joined(separator: ", "))"
  }

  /// The settings of a run of the best row: those of the sweep, and after them the statement's own.
  ///
  /// - Parameter inOneAccount: true if the run shares an account, whose terms are among the settings.
  func settings(before own: [Setting], inOneAccount: Bool) -> [Setting] {
    taken(before: own, inOneAccount: inOneAccount) + own
  }

  /// The settings of the sweep that the statement does not give itself; checking its rows is not part of a run.
  private func taken(before own: [Setting], inOneAccount: Bool) -> [Setting] {
    let terms = Set(SharedTerms.allowed.map(\.0))
    return given.filter { setting in
      !own.contains { $0.name == setting.name } && setting.name != "certificate"
        && (inOneAccount || !terms.contains(setting.name))
    }
  }

  /// The words about the settings that a run takes from the sweep; nil if it takes none and leaves none out.
  func settingsRemark(
    before own: [Setting], inOneAccount: Bool, text: (SourceSpan) -> String
  ) -> String? {
    let taken = taken(before: own, inOneAccount: inOneAccount).map { "\($0.name) \(text($0.valueSpan))" }
    if sharesAccount, !inOneAccount {
      return "\(sweep) shared one account between its symbols, but this run has all the cash"
        + (taken.isEmpty ? "" : "; settings of \(sweep): \(taken.joined(separator: ", "))")
    }
    return taken.isEmpty ? nil : "settings of \(sweep): \(taken.joined(separator: ", "))"
  }

  /// The words about how it was chosen, and whether the run can say anything about that choice.
  func remark(runSince first: String, until last: String, series: String) -> String {
    let tried = settings.map { " with \($0)" } ?? ""
    let chosen = "chosen\(tried) as the best of \(NumberText.grouped(evaluated)) by \(metric) in \(sweep)"
    let changed = rulesChanged ? "; the rules have changed since \(sweep) tried them" : ""
    return "\(chosen), \(bars(first, last, series))\(changed)"
  }

  /// The bars that it was chosen on, compared with those of a run.
  private func bars(_ first: String, _ last: String, _ series: String) -> String {
    guard series == symbol else { return "on \(symbol)" }
    if last < since.prefix(10) { return "on bars since \(since.prefix(10)): this run is on earlier ones" }
    return first > until.prefix(10)
      ? "on bars until \(until.prefix(10)): this run is on later ones"
      : "on bars that this run uses again: in-sample, the result flatters"
  }
}

extension Execution {
  /// The best row of the sweep with a name.
  mutating func bestCombination(of word: Word) throws(Diagnostic) -> BestCombination {
    var name = try text(word)
    if name == "_", let last = session.lastResult { name = last }
    guard let result = session.results[name], result.kind == "sweep" else {
      let sweeps = session.results.values.filter { $0.kind == "sweep" }.map(\.name)
      throw Diagnostic(
        .unknownResult, "`\(name)` is not a sweep", at: word.span,
        hints: [
          Spelling.hint(for: name, in: sweeps) ?? "`sweep S(P=RANGE, …) as NAME` keeps one under a name"
        ])
    }
    let strategy = result.texts["strategy"] ?? ""
    var subject = Subject(name: Word(parts: [.text(strategy)], span: word.span, isQuoted: true), span: word.span)
    let compiler = try compiler(subject.name, with: session.settings, on: nil)
    for parameter in compiler.definition.parameters {
      guard let value = result.fields[parameter.name] else {
        throw Diagnostic(
          .unknownResult, "`\(strategy)` has other parameters than when `\(name)` tried it", at: word.span,
          hints: ["`sweep \(strategy)(…) as \(name)` tries it again"])
      }
      let isRate = parameter.defaultValue.description.hasSuffix("%")
      let text = isRate ? NumberText.percentExact(value) : NumberText.plain(value)
      let source = sources.add(name: name, text: text)
      subject.parameters.append(
        Subject.Parameter(
          name: parameter.name, nameSpan: word.span,
          values: .single(try Parser.expression(parsing: text, source: source))))
    }
    var best = BestCombination(
      subject: subject, sweep: name, evaluated: Int(result.fields["evaluated"] ?? 0),
      metric: result.texts["by"] ?? "", symbol: result.texts["symbol"] ?? "", since: result.texts["since"] ?? "",
      until: result.texts["until"] ?? "", settings: result.texts["best_settings"], result: result)
    best.rulesChanged =
      result.texts["rules"].map { $0 != rulesFingerprint(of: strategy, like: session.settings.like) } ?? false
    if let call = call(of: result) {
      best.sharesAccount = call.has(.inOneAccount)
      // Those that were tried have the best row's values as the sweep knew them, regardless of the present meaning of
      // their names.
      best.given = (call[.runSettings] ?? []).filter { if case .list = $0.value { false } else { true } }
      if let chosen = best.settings, let call = self.call("sweep \(strategy) with \(chosen)", named: name) {
        best.given += call[.runSettings] ?? []
      }
    }
    return best
  }

  /// The statement that gave a sweep, read again; nil if it is not known.
  private mutating func call(of result: NamedResult) -> CommandCall? {
    guard let text = result.origin.first(where: { $0.0 == "statement" })?.1 else { return nil }
    return call(text, named: result.name)
  }

  /// A statement that sweeps or searches, read from its text; nil if it is none.
  private mutating func call(_ text: String, named name: String) -> CommandCall? {
    let source = sources.add(name: name, text: text)
    var parser = Parser(source: source, text: text, commands: [Command.sweep.syntax, .search])
    guard case .command(let call)? = try? parser.next()?.kind else { return nil }
    return call
  }
}
