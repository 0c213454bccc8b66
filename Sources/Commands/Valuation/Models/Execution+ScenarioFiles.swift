import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sessions
import Text

extension Execution {
  /// Writes scenarios to a file, with those that they follow.
  package mutating func exportScenarios(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let file = try call[.newDocument]
    var chosen: Set<String> = []
    var added: [String] = []
    for word in call[.savedScenarios] ?? [] { chosen.insert(try scenario(word).id) }
    for id in chosen.isEmpty ? [] : Array(chosen) {
      for ancestor in session.research.ancestors(of: id) where chosen.insert(ancestor.id).inserted {
        added.append(ancestor.name)
      }
    }
    let written = session.research.scenarios.filter { chosen.isEmpty || chosen.contains($0.id) }
    guard !written.isEmpty else {
      throw Diagnostic(
        .unknownScenario, "there is no scenario to save", at: call.commandSpan,
        hints: ["`save scenario NAME` saves the open model"])
    }
    var rows: [JSONValue] = []
    do {
      for scenario in written { rows.append(try ScenarioFile.json(scenario)) }
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
    let path = try write(rows: rows, to: file, over: call.has(.over))
    let notes =
      added.isEmpty ? [] : ["\(added.sorted().joined(separator: ", ")) also written, because others follow them"]
    return Done(
      action: "save scenarios",
      message: "wrote \(NumberText.counted(written.count, "scenario")) to \(path)",
      details: [("file", .string(path)), ("scenarios", .strings(written.map(\.name)))], notes: notes)
  }

  /// Writes forecasts to a file.
  package mutating func exportForecasts(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let file = try call[.newDocument]
    var chosen: Set<String> = []
    for word in call[.savedForecasts] ?? [] { chosen.insert(try forecast(word).id) }
    let written = session.research.forecasts.filter { chosen.isEmpty || chosen.contains($0.id) }
    guard !written.isEmpty else {
      throw Diagnostic(
        .unknownForecast, "there is no forecast to save", at: call.commandSpan,
        hints: ["`save forecast NAME` keeps the open model with its day"])
    }
    var rows: [JSONValue] = []
    do {
      for forecast in written { rows.append(try ScenarioFile.json(forecast)) }
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
    let path = try write(rows: rows, to: file, over: call.has(.over))
    return Done(
      action: "save forecasts", message: "wrote \(NumberText.counted(written.count, "forecast")) to \(path)",
      details: [("file", .string(path)), ("forecasts", .strings(written.map(\.name)))])
  }

  private mutating func write(rows: [JSONValue], to word: Word, over: Bool) throws(Diagnostic) -> String {
    let path = try text(word)
    if !over { try checkNotLoaded(path, at: word.span) }
    guard FileName.ending(of: path) == "json" else {
      throw Diagnostic(
        .unknownFormat, "scenarios and forecasts are written as JSON", at: word.span,
        hints: ["`to \"\(path).json\"`"])
    }
    do {
      try environment.files.write(JSONValue.array(rows).prettyWrite(sortedKeys: true), to: path)
    } catch {
      throw diagnostic(error, at: word.span)
    }
    return path
  }

  /// Reads scenarios of a file: all of them or none.
  package mutating func importScenarios(_ word: Word) throws(Diagnostic) -> any StatementResult {
    var incoming: [Scenario] = []
    var driven: [String] = []
    for (index, row) in try rows(word).enumerated() {
      do throws(ScenarioFileError) {
        let (scenario, isDriven) = try ScenarioFile.scenario(row, index + 1)
        incoming.append(scenario)
        if isDriven { driven.append(scenario.name) }
      } catch {
        throw refused(error, at: word)
      }
    }
    let replaced: [String]
    let moved: [Scenario]
    do { (replaced, moved) = try session.research.add(incoming) } catch { throw diagnostic(error, at: word.span) }
    noteRead(try text(word), as: .scenarios)
    var notes: [String] = []
    if !replaced.isEmpty { notes.append("\(replaced.joined(separator: ", ")) replaced") }
    if !moved.isEmpty {
      notes.append(
        "\(moved.map(\.name).joined(separator: ", ")): what \(Wording.plural(moved.count, "it follows", "they follow")) differs here from the file, so \(Wording.plural(moved.count, "its value is", "their values are")) too"
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

  /// Reads forecasts of a file: all of them or none.
  package mutating func importForecasts(_ word: Word) throws(Diagnostic) -> any StatementResult {
    var incoming: [Forecast] = []
    var driven: [String] = []
    for (index, row) in try rows(word).enumerated() {
      do throws(ScenarioFileError) {
        let (forecast, isDriven) = try ScenarioFile.forecast(row, index + 1)
        incoming.append(forecast)
        if isDriven { driven.append(forecast.name) }
      } catch {
        throw refused(error, at: word)
      }
    }
    do { try session.research.add(incoming) } catch { throw diagnostic(error, at: word.span) }
    noteRead(try text(word), as: .forecasts)
    return Done(
      action: "load forecasts",
      message:
        "loaded \(NumberText.counted(incoming.count, "forecast")) of \(try text(word)): \(incoming.map(\.name).joined(separator: ", "))",
      details: [("file", .string(try text(word))), ("forecasts", .strings(incoming.map(\.name)))],
      notes: driven.isEmpty ? [] : ["\(driven.joined(separator: ", ")): a model of drivers, whose value is an index"])
  }

  private mutating func rows(_ word: Word) throws(Diagnostic) -> [JSONValue] {
    let path = try text(word)
    let bytes = try readDocument(path, at: word.span)
    let isTable = FileName.ending(of: path) == "csv"
    do {
      return isTable ? try AssumptionTable.models(bytes) : try ScenarioFile.rows(bytes)
    } catch {
      throw refused(error, at: word)
    }
  }

  private mutating func refused(_ error: ScenarioFileError, at word: Word) -> Diagnostic {
    Diagnostic(
      code: Diagnostic.Code(engine: error.code), error.message.trimmedStop, at: word.span,
      hints: error.code == "damaged-document"
        ? [
          "`scenarios to \"FILE.csv\"`, `save scenarios to \"FILE.json\"` and the same of forecasts write such files"
        ] : [])
  }
}
