import Backtesting
import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Reports
import Strategies
import Workspace

extension RunJob {
  /// The members of its document.
  package var members: [(String, JSONValue)] {
    let names = strategy.parameters.map(\.name)
    func values(_ numbers: [Double]) -> JSONValue { .object(zip(names, numbers).map { ($0, ValueFile.json($1)) }) }
    var members: [(String, JSONValue)] = [
      ("strategy", .string(strategy.name)), ("text", .string(text)), ("series", .string(seriesName)),
      ("timeframe", .string("\(timeframe)")), ("session", .string(hours?.word)),
      ("settings", .object(Settings.ofRuns.map { ($0.name, .string($0.read(settings))) })), ("range", bars(range)),
      (
        "definitions",
        .array(definitions.sorted { $0.key < $1.key }.map { SessionFile.json($0.value, name: $0.key) })
      ),
    ]
    switch task {
    case .values(let numbers): members.append(("parameters", values(numbers)))
    case .windows(let choices, let carries):
      members += [
        ("parameters", .object([(String, JSONValue)]())),
        (
          "windows",
          .array(choices.map { ["range": bars($0.range), "parameters": values($0.values)] })
        ),
      ]
      if carries { members.append(("carry", true)) }
    case .combinations(let grid, let metric):
      members += grid.members(names) + [("by", .string(metric.name))]
    case .training(let grid, let metric, let windows):
      members += grid.members(names) + [("by", .string(metric.name)), ("training", .array(windows.map(bars)))]
    case .returns(let grid): members += grid.members(names)
    case .noisy(let numbers, let runs):
      members += [
        ("parameters", values(numbers)), ("noise", .number(runs.noise)), ("seed", .string("\(runs.seed)")),
        ("runs", .integer(runs.runs)),
      ]
    }
    guard kind.isOfMany else { return members }
    var reserve: String?
    if case .portfolio(let index?) = kind { reserve = symbols[index].name }
    return members
      + [("symbols", .strings(symbols.map(\.name))), ("reserve", .string(reserve))]
      + MembershipFile.members(membership) + (kind.terms.map { [("account", $0.json)] } ?? [])
      + (groups.isEmpty ? [] : [("groups", MembershipFile.strings(groups))])
  }
}

/// A range of bars or of numbers as its two ends.
private func bars(_ range: Range<Int>) -> JSONValue {
  .array([.integer(range.lowerBound), .integer(range.upperBound)])
}

extension SweepGrid {
  /// The values of its parameters, and the numbers of its combinations if not all are run.
  fileprivate func members(_ names: [String]) -> [(String, JSONValue)] {
    [("values", .object(zip(names, values).map { ($0, .array($1.map(ValueFile.json))) }))]
      + (remainingRuns.map { [("combinations", .array($0.map(bars)))] } ?? [])
  }
}

extension SessionFile.Reader {
  /// The job of a document; its series are known by their names alone.
  ///
  /// - Parameter title: the run in words, for the error.
  package mutating func job(_ json: JSONValue, of title: String) throws(SessionFileError) -> RunJob {
    guard let text = json["text"]?.stringValue, case .strategy(let definition)? = statement(text)?.kind,
      let range = Self.bars(json["range"]), let timeframe = json["timeframe"]?.stringValue.flatMap({ Timeframe($0) }),
      let membership = MembershipFile.bySymbol(json["membership"])
    else { throw .damaged(title) }
    var settings = Settings()
    for member in json["settings"]?.members ?? [] {
      guard let definition = Settings.definition(named: member.key), let value = member.value.stringValue,
        definition.write(text: value, into: &settings)
      else { throw .damaged("the settings of \(title)") }
    }
    // Files of before the third version have no definitions.
    var definitions = session.definitions(usedBy: definition)
    if let list = json["definitions"]?.elements {
      definitions = [:]
      for item in list {
        let (name, definition) = try self.definition(item)
        definitions[name] = definition
      }
    }
    var symbols = json["symbols"]?.elements?.compactMap(\.stringValue) ?? []
    var kind = RunKind.single
    if let account = json["account"] {
      kind = .account(try terms(account))
    } else if definition.isPortfolio {
      kind = .portfolio(reserve: json["reserve"]?.stringValue.flatMap { symbols.firstIndex(of: $0) })
    } else if let name = json["series"]?.stringValue {
      symbols = [name]
    }
    guard let first = symbols.first else { throw .damaged(title) }
    var hours: RunHours?
    if !kind.isOfMany, let bars = session.series[first]?.bars,
      let own = try self.hours(json["session"], bars, of: first)
    {
      hours = RunHours(own, word: own.word(in: bars.zone, of: bars.calendar))
    }
    return RunJob(
      NamedRules(definition, text: text, definitions: definitions), settings: settings, kind: kind,
      symbols: symbols.map { RunSeries(name: $0) }, membership: membership,
      groups: MembershipFile.strings(json["groups"]), timeframe: timeframe, hours: hours, range: range,
      task: try task(json, definition.parameters.map(\.name), range, of: title))
  }

  private func task(
    _ json: JSONValue, _ names: [String], _ range: Range<Int>, of title: String
  ) throws(SessionFileError) -> RunJob.Task {
    func values(_ json: JSONValue?) -> [Double] { names.map { (json?[$0]).flatMap(ValueFile.number) ?? .nan } }
    if let lists = json["values"] {
      var grid = SweepGrid(
        values: names.map { name in (lists[name]?.elements ?? []).compactMap(ValueFile.number) })
      if let runs = json["combinations"]?.elements {
        let places = runs.compactMap(Self.bars)
        guard grid.values.allSatisfy({ !$0.isEmpty }), places.count == runs.count,
          places.allSatisfy({ $0.upperBound <= grid.total })
        else { throw .damaged(title) }
        grid = grid.only(places.flatMap(Array.init))
      }
      guard let word = json["by"]?.stringValue else { return .returns(grid) }
      guard let metric = Metric.named(word) else { throw .damaged(title) }
      guard let trained = json["training"]?.elements else { return .combinations(grid, by: metric) }
      let windows = trained.compactMap(Self.bars)
      guard windows.count == trained.count, windows.allSatisfy({ $0.upperBound <= range.upperBound }) else {
        throw .damaged("the windows of \(title)")
      }
      return .training(grid, by: metric, on: windows)
    }
    if let noise = json["noise"]?.doubleValue {
      guard let seed = json["seed"]?.stringValue.flatMap({ UInt64($0) }), let runs = json["runs"]?.intValue, runs >= 0
      else { throw .damaged(title) }
      return .noisy(values(json["parameters"]), NoisyRuns(noise: noise, seed: seed, runs: runs))
    }
    guard let windows = json["windows"]?.elements else { return .values(values(json["parameters"])) }
    var choices: [WindowChoice] = []
    for window in windows {
      guard let own = Self.bars(window["range"]), !own.isEmpty,
        (choices.last?.range.upperBound ?? range.lowerBound) <= own.lowerBound, own.upperBound <= range.upperBound
      else { throw .damaged("the windows of \(title)") }
      choices.append(WindowChoice(range: own, values: values(window["parameters"])))
    }
    return .windows(choices, carries: json["carry"]?.boolValue ?? false)
  }

  /// A range of two numbers that is not empty; nil for anything else.
  private static func bars(_ json: JSONValue?) -> Range<Int>? {
    guard let ends = json?.elements, ends.count == 2, let first = ends[0].intValue, let end = ends[1].intValue,
      0 <= first, first < end
    else { return nil }
    return first..<end
  }

  /// The terms of an account that many symbols share.
  private mutating func terms(_ json: JSONValue) throws(SessionFileError) -> SharedTerms {
    var terms = SharedTerms(positions: json["positions"]?.intValue, limit: json["limit"]?.doubleValue)
    if let group = json["group"] {
      guard let column = group["column"]?.stringValue else { throw .damaged("the terms of an account") }
      terms.grouping = SharedTerms.Grouping(
        column: column, hold: group["hold"]?.intValue, limit: group["limit"]?.doubleValue)
    }
    guard let preference = json["prefer"]?.stringValue else { return terms }
    guard case .definition(let definition)? = statement("let preference = \(preference)")?.kind else {
      throw .damaged("the terms of an account")
    }
    terms.preference = definition.value
    return terms
  }
}
