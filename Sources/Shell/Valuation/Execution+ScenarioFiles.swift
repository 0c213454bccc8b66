import Evaluation
import Language
import OrderedCollections
import Presentation
import Valuation

extension Execution {
  /// Writes scenarios to a file, with those that they follow.
  mutating func exportScenarios(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let file = call.word("file") else { return Done(action: "save scenarios", message: "") }
    var chosen: Set<String> = []
    var added: [String] = []
    for word in call.words("names") { chosen.insert(try scenario(word).id) }
    for id in chosen.isEmpty ? [] : Array(chosen) {
      for ancestor in session.ancestors(of: id) where chosen.insert(ancestor.id).inserted {
        added.append(ancestor.name)
      }
    }
    let written = session.scenarios.filter { chosen.isEmpty || chosen.contains($0.id) }
    guard !written.isEmpty else {
      throw Diagnostic(
        .unknownScenario, "there is no scenario to save", at: call.commandSpan,
        hints: ["`save scenario NAME` saves the model in work"])
    }
    var rows: [JSONValue] = []
    do {
      for scenario in written { rows.append(try ScenarioFile.json(scenario, in: session)) }
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
    let path = try write(rows: rows, to: file)
    let notes = added.isEmpty ? [] : ["\(added.sorted().joined(separator: ", ")) written too, which others follow"]
    return Done(
      action: "save scenarios",
      message: "wrote \(NumberText.counted(written.count, "scenario")) to \(path)",
      details: [("file", .string(path)), ("scenarios", .strings(written.map(\.name)))], notes: notes)
  }

  /// Writes forecasts to a file.
  mutating func exportForecasts(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let file = call.word("file") else { return Done(action: "save forecasts", message: "") }
    var chosen: Set<String> = []
    for word in call.words("names") { chosen.insert(try forecast(word).id) }
    let written = session.forecasts.filter { chosen.isEmpty || chosen.contains($0.id) }
    guard !written.isEmpty else {
      throw Diagnostic(
        "unknown-forecast", "there is no forecast to save", at: call.commandSpan,
        hints: ["`save forecast NAME` keeps the model in work with its day"])
    }
    var rows: [JSONValue] = []
    do {
      for forecast in written { rows.append(try ScenarioFile.json(forecast)) }
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
    let path = try write(rows: rows, to: file)
    return Done(
      action: "save forecasts", message: "wrote \(NumberText.counted(written.count, "forecast")) to \(path)",
      details: [("file", .string(path)), ("forecasts", .strings(written.map(\.name)))])
  }

  private mutating func write(rows: [JSONValue], to word: Word) throws(Diagnostic) -> String {
    let path = try text(word)
    guard FileName.ending(of: path) == "json" else {
      throw Diagnostic(
        "unknown-format", "scenarios and forecasts are written as JSON", at: word.span,
        hints: ["`to \"\(path).json\"`"])
    }
    do {
      try TextFile.write(JSONValue.array(rows).prettyWrite(sortedKeys: true), to: path)
    } catch {
      throw Diagnostic(.fileError, error.message, at: word.span)
    }
    return path
  }

  /// Reads scenarios of a file: all of them or none.
  mutating func importScenarios(_ word: Word) throws(Diagnostic) -> any StatementResult {
    var incoming: [Scenario] = []
    var driven: [String] = []
    for (place, row) in try rows(word).enumerated() {
      do throws(ScenarioFileError) {
        let (scenario, isDriven) = try ScenarioFile.scenario(row, place + 1)
        incoming.append(scenario)
        if isDriven { driven.append(scenario.name) }
      } catch {
        throw refused(error, at: word)
      }
    }
    var replaced: [String] = []
    for scenario in incoming {
      try checkScenarioName(scenario.name, at: word.span)
      let namesake = session.scenarios.first { $0.name == scenario.name && $0.ticker == scenario.ticker }
      if let namesake, namesake.id != scenario.id {
        throw Diagnostic(
          .nameInUse, "\(scenario.ticker) has another scenario `\(scenario.name)`", at: word.span,
          hints: ["`rename scenario \(scenario.name) to NAME` makes room"])
      }
      if let old = session.scenarios.firstIndex(where: { $0.id == scenario.id }) {
        session.scenarios[old] = scenario
        replaced.append(scenario.name)
      } else {
        session.scenarios.append(scenario)
      }
    }
    try checkFamilies(at: word)
    for scenario in incoming where scenario.inheritance == nil { _ = try valued(scenario.assumptions, at: word.span) }
    let before = Dictionary(incoming.map { ($0.id, $0.assumptions) }, uniquingKeysWith: { $1 })
    for root in session.scenarios where root.inheritance == nil { try settle(heirsOf: root.id, at: word.span) }
    var notes: [String] = []
    if !replaced.isEmpty { notes.append("\(replaced.joined(separator: ", ")) replaced") }
    let moved = session.scenarios.filter { scenario in
      guard let was = before[scenario.id], was != scenario.assumptions else { return false }
      return (try? DiscountedCashFlow.value(was).valuePerShare)
        != (try? DiscountedCashFlow.value(scenario.assumptions).valuePerShare)
    }
    if !moved.isEmpty {
      notes.append(
        "\(moved.map(\.name).joined(separator: ", ")): what \(moved.count == 1 ? "it follows" : "they follow") is another here than in the file, so \(moved.count == 1 ? "its value is" : "their values are") too"
      )
    }
    if !driven.isEmpty {
      notes.append("\(driven.joined(separator: ", ")): a model of drivers, whose value is an index")
    }
    return Done(
      action: "load scenarios",
      message:
        "loaded \(NumberText.counted(incoming.count, "scenario")) of \(try text(word)): \(incoming.map(\.name).joined(separator: ", "))",
      details: [
        ("file", .string(try text(word))), ("scenarios", .strings(incoming.map(\.name))),
        ("replaced", .strings(replaced)), ("notes", .strings(notes)),
      ], notes: notes)
  }

  /// Refuses scenarios that follow what is not there, or each other in a ring.
  private mutating func checkFamilies(at word: Word) throws(Diagnostic) {
    for scenario in session.scenarios where !session.isRooted(scenario) {
      if let parent = scenario.inheritance?.parent, session.scenario(id: parent) == nil {
        throw Diagnostic(
          "scenario-orphan", "`\(scenario.name)` follows the scenario \(parent), which is neither in the file nor here",
          at: word.span, hints: ["save it with what it follows: `save scenarios to \"FILE.json\"` does"])
      }
      if session.ancestors(of: scenario.id).contains(where: { $0.id == scenario.id }) {
        throw Diagnostic(
          "scenario-cycle", "`\(scenario.name)` follows itself, by way of others", at: word.span)
      }
    }
  }

  /// Reads forecasts of a file: all of them or none.
  mutating func importForecasts(_ word: Word) throws(Diagnostic) -> any StatementResult {
    var incoming: [Forecast] = []
    var driven: [String] = []
    for (place, row) in try rows(word).enumerated() {
      do throws(ScenarioFileError) {
        let (forecast, isDriven) = try ScenarioFile.forecast(row, place + 1)
        incoming.append(forecast)
        if isDriven { driven.append(forecast.name) }
      } catch {
        throw refused(error, at: word)
      }
    }
    for forecast in incoming {
      let namesake = session.forecasts.first { $0.name == forecast.name && $0.ticker == forecast.ticker }
      if let namesake, namesake.id != forecast.id {
        throw Diagnostic(
          .nameInUse, "\(forecast.ticker) has another forecast `\(forecast.name)`", at: word.span,
          hints: ["`delete forecast \(forecast.quotedName)` makes room"])
      }
      if let old = session.forecasts.firstIndex(where: { $0.id == forecast.id }) {
        session.forecasts[old] = forecast
      } else {
        session.forecasts.append(forecast)
      }
    }
    return Done(
      action: "load forecasts",
      message:
        "loaded \(NumberText.counted(incoming.count, "forecast")) of \(try text(word)): \(incoming.map(\.name).joined(separator: ", "))",
      details: [("file", .string(try text(word))), ("forecasts", .strings(incoming.map(\.name)))],
      notes: driven.isEmpty ? [] : ["\(driven.joined(separator: ", ")): a model of drivers, whose value is an index"])
  }

  private mutating func rows(_ word: Word) throws(Diagnostic) -> [JSONValue] {
    let path = try text(word)
    let bytes: [UInt8]
    do { bytes = try TextFile.read(path) } catch { throw Diagnostic(.fileError, error.message, at: word.span) }
    do { return try ScenarioFile.rows(bytes) } catch { throw refused(error, at: word) }
  }

  private mutating func refused(_ refusal: ScenarioFileError, at word: Word) -> Diagnostic {
    Diagnostic(Diagnostic.Code(refusal.code), refusal.message.trimmedStop, at: word.span)
  }
}
