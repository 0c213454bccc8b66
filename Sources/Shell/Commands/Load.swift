import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Presentation

extension Command {
  static let load = Command(
    CommandSyntax(
      "load",
      forms: [
        CommandSyntax.Form(
          "sample", [.keyword("sample"), .optional(.choice("kind", ["fundamentals"])), .word("name", .sample)],
          clauses: [
            CommandSyntax.Clause(["timeframe"], [.word("timeframe", .timeframe)]),
            CommandSyntax.Clause(["as"], [.word("as", .newName)]),
          ]),
        CommandSyntax.Form("session", [.keyword("session"), .optional(.word("file", .file))]),
        CommandSyntax.Form("scenario", [.keyword("scenario"), .word("name", .scenario)]),
        CommandSyntax.Form(
          "fundamentals", [.keyword("fundamentals"), .word("file", .file)],
          clauses: [CommandSyntax.Clause(["as"], [.word("as", .newName)])]),
        CommandSyntax.Form(
          "file", [.word("file", .file)],
          clauses: [
            CommandSyntax.Clause(["as"], [.word("as", .newName)]),
            CommandSyntax.Clause(["timezone"], [.word("timezone", .timezone)]),
            CommandSyntax.Clause(["timeframe"], [.word("timeframe", .timeframe)]),
            CommandSyntax.Clause(["from"], [.word("from", .any)], isReserved: true),
            CommandSyntax.Clause(["published"], [.expression("published")], isReserved: true),
          ]),
      ], hasResult: false),
    category: .data, summary: "Loads bars from a file, a sample, a saved session or scenario.",
    usage: [
      "load FILE [as NAME] [timezone \"ZONE\"] [timeframe TF]", "load sample NAME [timeframe TF] [as NAME]",
      "load sample fundamentals TICKER", "load fundamentals FILE.json [as TICKER]", "load scenario NAME",
      "load session [\"FILE\"]",
    ],
    discussion: """
      A file of bars may have any common shape: with or without a header, with commas, semicolons or tabs, with \
      dates of many spellings. What was recognised is said in the result, and so is what looks odd. Loading bars \
      makes them the series in use; an economic series and company figures do not.
      """,
    examples: [
      "load sample SPY", "load sample SPY timeframe 1h as SPY60", "load sample UNRATE", "load sample fundamentals AAPL",
    ],
    changesSession: true
  ) { execution, call throws(Diagnostic) in
    switch call.form {
    case "sample": try execution.loadSample(call)
    case "session": try execution.loadSession(call.word("file"), at: call.commandSpan)
    case "scenario":
      if let word = call.word("name") { try execution.loadScenario(word, at: call.commandSpan) } else { nil }
    case "fundamentals": try execution.loadFundamentals(call)
    default: try execution.loadFile(call)
    }
  }
}

/// Bars were loaded.
struct Loaded: StatementResult {
  var loaded: LoadedSeries
  var isActive: Bool

  var kind: String { "loaded" }
  var data: JSONValue {
    let bars = loaded.bars
    return [
      "name": .string(loaded.name), "symbol": .string(loaded.name), "timeframe": .string("\(bars.timeframe)"),
      "timezone": .string(bars.zone.identifier), "bars": .integer(bars.count),
      "first": .string(bars.isEmpty ? nil : bars.label(at: 0)),
      "last": .string(bars.isEmpty ? nil : bars.label(at: bars.count - 1)),
      "source": .string(loaded.source.described), "dialect": .string(loaded.dialect),
      "findings": .array(loaded.findings.map(\.json)), "macro": .bool(loaded.isMacro),
      "content_hash": .string(loaded.contentHash),
    ]
  }

  var document: Document {
    let bars = loaded.bars
    let span = bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))"
    return Document {
      "\(loaded.name, .name): \(NumberText.counted(bars.count, loaded.isMacro ? "value" : "bar")) of \("\(bars.timeframe)")\(span), \(bars.zone.identifier)"
      Block.note(StyledText("\(loaded.source.described): \(loaded.dialect)"))
      for finding in loaded.findings { Block.note(StyledText("\(finding.message) [\(finding.code.rawValue)]")) }
      if isActive { Block.note(StyledText("\(loaded.name) is in use")) }
    }
  }
}

extension MarketData.Finding {
  var json: JSONValue {
    [
      "code": .string(code.rawValue), "message": .string(message), "count": .integer(count),
      "line": .integer(firstLine),
    ]
  }
}

/// Company figures were loaded.
struct LoadedFundamentals: StatementResult {
  var fundamentals: Fundamentals
  var ticker: String

  var kind: String { "loaded" }
  var data: JSONValue {
    [
      "name": .string(ticker), "symbol": .string(fundamentals.symbol), "company": .string(fundamentals.company),
      "currency": .string(fundamentals.currency), "years": .array(fundamentals.years.map { .integer($0.year) }),
    ]
  }
  var document: Document {
    let years = fundamentals.years.suffix(5)
    return Document("\(fundamentals.company), \(fundamentals.currency)") {
      Table(
        columns: [.text("fiscal year", .name)] + years.map { .money("\($0.year)") },
        rows: Fundamentals.Item.allCases.filter { item in years.contains { $0[item] != nil } }.map { item in
          [.text(item.rawValue)] + years.map { .number($0[item]?.value) }
        })
      if !fundamentals.noLongerStated.isEmpty {
        Block.warning(
          StyledText(
            "the latest year does not state \(fundamentals.noLongerStated.map(\.rawValue).joined(separator: ", ")), which the year before does: what is missing counts as 0 in sums"
          ))
      }
      if let shares = fundamentals.latestShares {
        Block.note("\(shares.value, .compact(3)) shares on the cover page of \("\(shares.periodEnd)")")
      }
    }
  }
}

extension Execution {
  fileprivate mutating func loadSample(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let word = call.word("name") else {
      throw Diagnostic(.missingArgument, "`load sample` needs a name", at: call.commandSpan)
    }
    let name = try text(word)
    let timeframe = try call.word("timeframe").map { word throws(Diagnostic) in try self.timeframe(word) }
    let wantsFundamentals = call.choice("kind") == "fundamentals"
    guard let sample = Sample.named(name, kind: wantsFundamentals ? .fundamentals : nil, timeframe: timeframe) else {
      throw unknownSample(name, timeframe, at: word.span)
    }
    do {
      if sample.kind == .fundamentals {
        let fundamentals = try sample.loadFundamentals()
        session.fundamentals[name] = fundamentals
        session.fundamentalsFiles[name] = nil
        return LoadedFundamentals(fundamentals: fundamentals, ticker: name)
      }
      let source = LoadedSeries.Source.sample(name, timeframe: timeframe)
      return try add(try sample.load(), from: source, named: call.word("as"), default: name)
    } catch let error as MarketDataError {
      throw diagnostic(error, at: word.span)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(.fileError, "\(error)", at: word.span)
    }
  }

  private func unknownSample(_ name: String, _ timeframe: Timeframe?, at span: SourceSpan) -> Diagnostic {
    let same = Sample.all.filter { $0.name == name && $0.kind != .fundamentals }
    if timeframe != nil, !same.isEmpty {
      return Diagnostic(
        "unknown-sample", "the sample \(name) has no bars of \(timeframe.map { "\($0)" } ?? "")", at: span,
        hints: [
          "it has \(same.map { "\($0.timeframe)" }.joined(separator: " and ")); `use \(name) timeframe …` resamples"
        ])
    }
    let names = Sample.all.map(\.name)
    let hint = Spelling.nearest(to: name, in: names).map { "did you mean `\($0)`?" }
    var seen: Set<String> = []
    let list = names.filter { seen.insert($0).inserted }.joined(separator: ", ")
    return Diagnostic(
      "unknown-sample", "there is no sample `\(name)`", at: span,
      hints: (hint.map { [$0] } ?? []) + ["the samples: \(list)"])
  }

  fileprivate mutating func loadFile(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let word = call.word("file") else {
      throw Diagnostic(.missingArgument, "`load` needs a file", at: call.commandSpan)
    }
    let path = try text(word)
    let zone = try call.word("timezone").map { word throws(Diagnostic) in try text(word) }
    let timeframe = try call.word("timeframe").map { word throws(Diagnostic) in try self.timeframe(word) }
    let loaded: LoadedBars
    do {
      loaded = try BarFile.load(
        path: path, options: BarFile.Options(zone: zone, timeframe: timeframe, threads: environment.workers),
        monitor: environment.monitor)
    } catch {
      var diagnostic = diagnostic(
        error, at: error.code == .unknownZone ? call.word("timezone")?.span ?? word.span : word.span)
      if error.code == .noSuchFile, let sample = Sample.named(path) {
        diagnostic.hints.append("`load sample \(sample.name)` loads the data inside tas")
      }
      throw diagnostic
    }
    let stem = FileName.stem(of: path)
    return try add(
      loaded, from: .file(path: path, timezone: zone, timeframe: timeframe), named: call.word("as"), default: stem)
  }

  /// Keeps what was loaded; bars become the series in use.
  private mutating func add(
    _ loaded: LoadedBars, from source: LoadedSeries.Source, named word: Word?, default name: String
  ) throws(Diagnostic) -> any StatementResult {
    let name = try word.map { word throws(Diagnostic) in try text(word) } ?? name
    let entry = LoadedSeries(loaded, name: name, source: source)
    session.series[name] = entry
    if !loaded.isMacro { session.active = ActiveSeries(name: name, timeframe: nil, series: entry.series) }
    return Loaded(loaded: entry, isActive: !loaded.isMacro)
  }

  fileprivate mutating func loadFundamentals(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let word = call.word("file") else {
      throw Diagnostic(.missingArgument, "`load fundamentals` needs a file", at: call.commandSpan)
    }
    let path = try text(word)
    let ticker = try call.word("as").map { word throws(Diagnostic) in try text(word) } ?? FileName.stem(of: path)
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path)
    } catch {
      throw Diagnostic(.fileError, error.message, at: word.span)
    }
    do {
      let fundamentals = try Fundamentals(companyFacts: bytes, symbol: ticker, file: path)
      session.fundamentals[ticker] = fundamentals
      session.fundamentalsFiles[ticker] = path
      return LoadedFundamentals(fundamentals: fundamentals, ticker: ticker)
    } catch {
      throw diagnostic(error, at: word.span)
    }
  }

  /// The timeframe of a word.
  mutating func timeframe(_ word: Word) throws(Diagnostic) -> Timeframe {
    let text = try text(word)
    guard let timeframe = Timeframe(text) else {
      throw Diagnostic(
        "unknown-timeframe", "`\(text)` is no timeframe", at: word.span,
        hints: ["1m 5m 15m 30m 1h 4h 1d 1w 1mo; case counts: `1m` is a minute, `1mo` a month"])
    }
    return timeframe
  }

  func diagnostic(_ error: MarketDataError, at span: SourceSpan) -> Diagnostic {
    if error.code == .interrupted { return diagnostic(EvaluationError.interrupted, at: nil) }
    var message = error.message.trimmedStop
    if error.line == nil, error.namesFile { message = "\(error.file): " + message }
    if let line = error.line { message = "\(error.file):\(line)\(error.column.map { ":\($0)" } ?? ""): " + message }
    return Diagnostic(Diagnostic.Code(error.code.rawValue), message, at: span, hints: error.hint.map { [$0] } ?? [])
  }

  /// The loaded series of a word: exact, else the only one that differs in case.
  mutating func loadedSeries(_ word: Word) throws(Diagnostic) -> LoadedSeries {
    let name = try text(word)
    if let loaded = session.series[name] { return loaded }
    let alike = session.series.keys.filter { $0.lowercased() == name.lowercased() }
    if alike.count == 1, let loaded = session.series[alike[0]] {
      note("differs-in-case", "`\(name)` is read as \(alike[0])", at: word.span)
      return loaded
    }
    let known = Array(session.series.keys)
    var hints: [String] = []
    if let near = Spelling.nearest(to: name, in: known) { hints.append("did you mean `\(near)`?") }
    if Sample.named(name, kind: .bars) != nil || Sample.named(name, kind: .macro) != nil {
      hints.append("`load sample \(name)` loads it")
    } else if hints.isEmpty {
      hints.append(known.isEmpty ? "nothing is loaded: `load sample SPY`" : "loaded: \(known.joined(separator: ", "))")
    }
    throw Diagnostic(.unknownSeries, "`\(name)` is not loaded", at: word.span, hints: hints)
  }
}

extension LoadedSeries {
  /// What a reader made of a source, under a name.
  init(_ loaded: LoadedBars, name: String, source: Source) {
    self.init(
      name: name, isMacro: loaded.isMacro, series: Evaluation.Series(name: name, bars: loaded.bars), source: source,
      dialect: source.provenance ?? "\(loaded.dialect)", findings: loaded.findings, contentHash: loaded.contentHash)
  }
}

/// The parts of a file's path.
enum FileName {
  /// The name without folders and without its ending: `goog` of `data/goog.csv`.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What follows the last dot, in lower case; empty where there is none.
  static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
