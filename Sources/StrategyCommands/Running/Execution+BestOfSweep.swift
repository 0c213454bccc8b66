import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Statements
import Strategies
import Text

/// The best row of a sweep, as a strategy with its parameters.
package struct BestCombination {
  package let subject: Subject
  package let sweep: String
  package let evaluated: Int
  package let metric: String
  package let symbol: String
  package let since: String
  package let until: String
  /// The settings that were tried beside the parameters, with the best row's values; nil where none were.
  package let settings: String?

  /// The words about how it was chosen, and whether the run can say anything about that choice.
  package func remark(runSince first: String, until last: String, series: String) -> String {
    let tried = settings.map { " with \($0)" } ?? ""
    let chosen = "chosen\(tried) as the best of \(NumberText.grouped(evaluated)) by \(metric) in \(sweep)"
    guard series == symbol else { return "\(chosen), on \(symbol)" }
    if last < since.prefix(10) { return "\(chosen), on bars since \(since.prefix(10)): this run is of earlier ones" }
    return first > until.prefix(10)
      ? "\(chosen), on bars until \(until.prefix(10)): this run is of later ones"
      : "\(chosen), on bars that this run looks at again: in-sample, the result flatters"
  }
}

extension Execution {
  /// The best row of the sweep with a name.
  package mutating func bestCombination(of word: Word) throws(Diagnostic) -> BestCombination {
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
    let compiler = try compiler(subject.name, like: session.settings.like, on: nil)
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
    return BestCombination(
      subject: subject, sweep: name, evaluated: Int(result.fields["evaluated"] ?? 0),
      metric: result.texts["by"] ?? "", symbol: result.texts["symbol"] ?? "", since: result.texts["since"] ?? "",
      until: result.texts["until"] ?? "", settings: result.texts["best_settings"])
  }
}
