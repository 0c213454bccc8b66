import Commands
import JSON
import Language
import Platform
import Reports
import Research
import Sessions
import Text
import Valuation

extension Command {
  static let replay = Command(
    CommandSyntax(
      "replay", forms: [CommandSyntax.Form("", [.required(.replayed)])]),
    category: .session, summary: "Computes the results of a saved session again and checks every number to the bit.",
    discussion: """
      Results are recomputed from their statements, with the settings, names, scenarios and data of that time: backtests with their certificates, \
      sweeps, simulations, studies, valuations and all others. `let` and `param` are computed again, and \
      forecasts are valued again; the open session is not changed. Numbers that differ in any bit are an error that names them. Results that keep their \
      numbers only, and those that rest on missing data, are listed with the reason; if there are no others, it is an error. The outcome does not depend on \
      the machine or on the number of threads. `tas replay FILE --check` does the same from outside.
      """,
    examples: ["load sample SPY; save session \"/tmp/kept.json\"; replay \"/tmp/kept.json\""]
  ) { execution, call throws(Diagnostic) in
    let word = try call[.replayed]
    return try execution.replay(try execution.text(word), at: word.span)
  }
}

extension Execution {
  /// Computes the results of a session's file again.
  fileprivate mutating func replay(_ path: String, at span: SourceSpan) throws(Diagnostic) -> ReplayReport {
    let bytes = try readDocument(path, at: span)
    let reading: SessionFile.Reading
    do throws(SessionFileError) {
      reading = try SessionFile.session(
        bytes, at: SessionPlace(of: path, in: environment.files), environment: environment, columns: state.columns,
        sources: &sources)
    } catch {
      throw Diagnostic(
        code: Diagnostic.Code(engine: error.code), error.message, at: span, hints: error.hint.map { [$0] } ?? [])
    }
    try checkInterruption()
    for finding in reading.findings where finding.code != .resultOutdated { warn(finding.diagnostic(at: span)) }
    let report = ReplayReport(
      file: path,
      lines: replayedValues(of: reading.session) + (try remadeResults(of: reading.session, reading.replayed))
        + reading.session.research.forecasts.map(\.replayed))
    let differences = report.differences.compactMap { line in
      line.difference.map { "`\($0.name)` of the \(line.kind) `\(line.name)` is \($0.text)" }
    }
    if let first = differences.first {
      throw Diagnostic(
        .replayDiffers, first, at: span,
        hints: differences.dropFirst().prefix(5).map { "and \($0)" }
          + (differences.count > 6 ? ["and \(NumberText.counted(differences.count - 6, "further result"))"] : []))
    }
    // If runs were kept, an unchanged constant is not an answer.
    let runs = report.lines.filter { !["let", "param"].contains($0.kind) }
    let asked = runs.isEmpty ? report.lines : runs
    guard asked.isEmpty || asked.contains(where: { $0.count > 0 }) else {
      throw Diagnostic(
        .replayedNothing,
        runs.isEmpty
          ? "nothing in \(path) can be computed again, so no number was checked"
          : "no run in \(path) can be computed again, so none was checked", at: span,
        hints: asked.prefix(5).map { "\($0.name): \($0.reason ?? "it has no numbers")" })
    }
    return report
  }
}

extension Forecast {
  /// The forecast valued again, number by number.
  fileprivate var replayed: ReplayReport.Line {
    let kept = ForecastFile.json(outputs).leaves()
    let result: ValuationResult
    do { result = try DiscountedCashFlow.value(assumptions) } catch {
      return ReplayReport.Line(name: name, kind: "forecast", count: 0, reason: "the model refuses it")
    }
    var again = ForecastOutputs(result, baseEnd: baseEnd)
    // The draws of its simulation are not kept.
    again.percentiles = outputs.percentiles
    let now = Dictionary(ForecastFile.json(again).leaves().map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return ReplayReport.Line(
      name: name, kind: "forecast", count: kept.count, difference: .firstDifference(of: kept, from: now))
  }
}

extension JSONValue {
  /// The numbers in a value with their paths, in order.
  fileprivate func leaves(at path: String = "") -> [(name: String, value: Double?)] {
    func below(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    switch self {
    case .number, .integer, .decimal: return [(path, doubleValue)]
    case .object(let members): return members.flatMap { $0.value.leaves(at: below($0.key)) }
    case .array(let elements): return elements.enumerated().flatMap { $0.element.leaves(at: below("\($0.offset)")) }
    case .null, .bool, .string: return []
    }
  }
}
