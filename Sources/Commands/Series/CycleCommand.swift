import Calendar
import Columns
import Evaluation
import Language
import Reports
import Sessions
import Text
import Workspace

extension Command {
  package static let cycle: Command = {
    var syntax = CommandSyntax(
      "cycle", forms: [CommandSyntax.Form("", [], clauses: [.clause("with", .cycleLimits), .window])])
    // The stage is a series of strings in expressions.
    syntax.isValueToo = true
    return Command(
      syntax, category: .data, summary: "Shows the stage of the economic cycle, and what would change it.",
      discussion: """
        The stage follows from growth (A191RL1Q225SBEA), unemployment (UNRATE), consumer prices (CPIAUCSL) and the yield \
        curve (T10Y2Y, or DGS10 less DGS2); the built-in samples replace those that are not loaded. A \
        figure counts from its publication on, see `published` of `load`. Growth, unemployment and inflation are means \
        over 90 days, the curve over 30. The first that holds is the stage: a contraction if growth is below 0 or \
        unemployment rose by more than 0.3 within 90 days; a peak if growth fell by more than 0.5 and inflation is \
        above 3.5, or 2 years yield 0.2 more than 10; a recovery if growth is below 2, unemployment above 6 and \
        falling by more than 0.1; else an expansion if growth is above 0. On other days it is unchanged. A window \
        of dates counts its days and changes.

        In expressions `cycle` is a series of strings: `enter long when cycle == "expansion"`. `cycle with lag 0`, and \
        `cycle(lag=0)` in an expression, take each figure from the first day that it describes, as the published \
        version of these rules did. The limits: \
        \(CycleParameters.all.map { "`\($0.name)`, \(Self.text($0.usual)): \($0.meaning)" }.joined(separator: " "))
        """,
      examples: ["cycle", "cycle with lag 0 since 2021-06-01", "cycle with inflation 4, jobless_rise 0.5"]
    ) { execution, call throws(Diagnostic) in try execution.cycle(call) }
  }()

  private static func text(_ number: Double) -> String {
    number.rounded() == number ? "\(Int(number))" : "\(number)"
  }
}

extension Execution {
  fileprivate mutating func cycle(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var parameters = CycleParameters()
    for setting in call[.cycleLimits] ?? [] {
      guard case .expression(let expression) = setting.value else {
        throw Diagnostic(.wrongKind, "`\(setting.name)` is a number", at: setting.nameSpan)
      }
      guard case .number(let number) = try value(of: expression).value else {
        throw Diagnostic(.wrongKind, "`\(setting.name)` is a number", at: expression.span)
      }
      if let refusal = CycleParameters.refusal(of: setting.name, number) {
        let names = CycleParameters.all.map(\.name)
        let isKnown = names.contains(setting.name)
        let hint = Spelling.hint(for: setting.name, in: names) ?? "its parameters: \(names.joined(separator: ", "))"
        throw Diagnostic(
          isKnown ? .outOfRange : .unknownArgument, refusal, at: isKnown ? expression.span : setting.nameSpan,
          hints: isKnown ? [] : [hint])
      }
      parameters[setting.name] = number
    }
    let source = session.seriesSource.cycles
    let found: (parts: [EconomicCycle.Input: [CycleSource.Part]], cycle: EconomicCycle, days: Evaluation.Series)
    do throws(ContextError) {
      found = (try source.parts(), try source.cycle(parameters), try source.series(parameters))
    } catch {
      throw Diagnostic(error.code, error.message, at: call.commandSpan, hints: error.hints)
    }
    let bars = found.days.bars
    let days = try selection(call.window, in: bars, rows: nil).bars
    if days.isEmpty { throw emptyWindow(found.days, at: call.window?.span) }
    return CycleReport(
      cycle: found.cycle,
      sources: found.parts.mapValues { parts in
        CycleReport.Source(
          names: parts.map(\.name).joined(separator: " - "), isSample: parts.contains { $0.isSample })
      },
      first: days.lowerBound == 0 ? nil : bars.civilTime(at: days.lowerBound).date,
      last: days.upperBound == bars.count ? nil : bars.civilTime(at: days.upperBound - 1).date)
  }
}
