import Evaluation
import Language
import MarketData
import Research
import Sessions
import Text
import Valuation
import Workspace

extension Execution {
  /// The diagnostic of an error of research, at the place that asked for it.
  package func diagnostic(_ error: ResearchError, at span: SourceSpan?) -> Diagnostic {
    func diagnostic(_ code: DiagnosticCode, _ message: String, _ hints: [String] = []) -> Diagnostic {
      Diagnostic(code, message, at: span, hints: hints)
    }
    switch error {
    case .refused(let error): return self.diagnostic(error, [], span)
    case .childRefused(let refusal): return self.diagnostic(refusal, at: span)
    case .noModel:
      return diagnostic(
        .noModel, "no valuation is open",
        ["`dcf TICKER { … }` begins one", "`dcf SCENARIO with …` or `load scenario NAME` opens a saved one"])
    case .unknownScenario(let name): return unknownScenario(name, at: span)
    case .scenarioOfSeveral(let name, let tickers):
      return diagnostic(
        .unknownScenario, "`\(name)` is a scenario of \(tickers.joined(separator: " and "))",
        ["`\(name)@\(tickers.first ?? "TICKER")` names the company"])
    case .unknownForecast(let name): return unknownForecast(name, at: span)
    case .forecastOfSeveral(let name, let tickers):
      return diagnostic(
        .unknownForecast, "`\(name)` is a forecast of \(tickers.joined(separator: " and "))",
        ["`load scenario NAME` or `dcf TICKER { … }` opens one of a company"])
    case .nameOfAssumption:
      return diagnostic(.nameInUse, "a scenario may not be called like an assumption")
    case .reservedName(let name):
      return diagnostic(
        .nameInUse, name == "now" ? "`now` is the open valuation" : "`@` is for the company: `\(name)` says both")
    case .scenarioExists(let other):
      return diagnostic(.nameInUse, "\(other.ticker) has a scenario `\(other.name)` already")
    case .otherScenarioExists(let other):
      return diagnostic(
        .nameInUse, "\(other.ticker) has another scenario `\(other.name)`",
        ["`rename scenario \(other.name) to NAME` frees the name"])
    case .forecastExists(let other):
      return diagnostic(
        .nameInUse, "\(other.ticker) has a forecast `\(other.name)` already, and forecasts never change",
        ["give it another name, or `drop forecast \"\(other.name)\"` first"])
    case .otherForecastExists(let other):
      return diagnostic(
        .nameInUse, "\(other.ticker) has another forecast `\(other.name)`",
        ["`drop forecast \(other.quotedName)` frees the name"])
    case .forecastNamedLikeScenario(let scenario):
      return diagnostic(.nameInUse, "\(scenario.ticker) has a scenario `\(scenario.name)`")
    case .noForecastName: return diagnostic(.nameInUse, "a forecast needs a name of its own")
    case .cycle(let name, let parent):
      return diagnostic(
        .scenarioCycle, "`\(name)` would follow `\(parent)`, which follows `\(name)`",
        ["use another name, or `save scenario \(name)` without `from` for a standalone scenario"])
    case .ring(let name): return diagnostic(.scenarioCycle, "`\(name)` follows itself through others")
    case .orphan(let name, let parent):
      return diagnostic(
        .scenarioOrphan, "`\(name)` follows the scenario \(parent), which is neither in the file nor here",
        ["save it with what it follows: `save scenarios to \"FILE.json\"` does"])
    case .hasChildren(let scenario, let children): return hasChildren(scenario.name, children, at: span)
    }
  }

  /// The hint of how the figures of a company are loaded: a sample is named only if the program has it.
  static func waysToFigures(of ticker: String) -> String {
    let sample = Sample.named(ticker, kind: .fundamentals).map { "`load sample fundamentals \($0.name)` or " } ?? ""
    return sample + "`load fundamentals \"FILE\" as \(ticker)` reads them"
  }

  /// The diagnostic of a scenario that cannot be dropped, because others follow it.
  private func hasChildren(_ scenario: String, _ children: [String], at span: SourceSpan?) -> Diagnostic {
    let isOne = children.count == 1
    let names = children.map { "`\($0)`" }.joined(separator: " and ")
    let typed = ([scenario] + children).map(\.quotedWord)
    return Diagnostic(
      .scenarioHasChildren, "\(names) \(isOne ? "follows" : "follow") `\(scenario)`", at: span,
      hints: [
        "`drop scenario \(typed[0]) flatten` detaches \(isOne ? "it" : "them") first",
        "`drop scenario \(typed.joined(separator: ", "))` drops all of them",
      ])
  }

  /// The diagnostic of a change that a child cannot take over from its parent.
  private func diagnostic(_ refusal: ChildRefusal, at span: SourceSpan?) -> Diagnostic {
    let child = refusal.child.map { "`\($0)`" } ?? "the open valuation"
    var hints = refusal.reason.hint.map { [$0] } ?? []
    if let name = refusal.child {
      hints.append("`load scenario \(name)` and then `save scenario \(name)` detaches it first")
    }
    return Diagnostic(
      .childRefused,
      "\(child) follows `\(refusal.parent)` and would be refused: \(refusal.reason.message.trimmedStop)", at: span,
      hints: hints)
  }

  private func unknownScenario(_ name: String, at span: SourceSpan?) -> Diagnostic {
    let known = session.research.scenarios.map(\.name)
    let hint =
      Spelling.hint(for: name, in: known)
      ?? (known.isEmpty
        ? "`save scenario \(name)` saves the open model" : "the scenarios: \(known.joined(separator: ", "))")
    return Diagnostic(.unknownScenario, "there is no scenario `\(name)`", at: span, hints: [hint])
  }

  private func unknownForecast(_ name: String, at span: SourceSpan?) -> Diagnostic {
    let known = session.research.forecasts.map(\.name)
    let hint =
      Spelling.hint(for: name, in: known)
      ?? (known.isEmpty
        ? "`save forecast \"\(name)\"` keeps the open model with its day"
        : "the forecasts: \(known.joined(separator: ", "))")
    return Diagnostic(.unknownForecast, "there is no forecast `\(name)`", at: span, hints: [hint])
  }
}
