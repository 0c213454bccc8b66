import Commands
import FileFormats
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Sessions
import Sourcing
import Strategies
import Text

/// A file that is not one of bars, as `load FILE` recognises it by its content.
enum RecognisedDocument: Sendable {
  case session, scenarios, forecasts, fundamentals, dates, workbook, strategy, answer

  /// The most bytes of a list of dates that is recognised as one.
  private static let longestList = 1 << 20

  /// The number of elements of a list used to recognise a document, enough to show the length of bars.
  private static let tellingElements = 256

  /// The kind of a document; nil for an unknown one, or if interrupted.
  init?(_ bytes: [UInt8], isStopped: @escaping @Sendable () -> Bool) {
    if WorkbookReader.isLikely(bytes) {
      self = .workbook
      return
    }
    if JournalText.isJournal(bytes) {
      self = .session
      return
    }
    guard let first = bytes.first(where: { $0 > UInt8(ascii: " ") }) else { return nil }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let header = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(1000), as: UTF8.self)
      let names = header.split { ",\r".contains($0) }
      if names.last == "model", names.first == "ticker", names.contains("scenario") || names.contains("forecast") {
        self = names.contains("forecast") ? .forecasts : .scenarios
        return
      }
      // With a number next to its dates it may be bars that do not load: their error says more.
      guard bytes.count <= Self.longestList else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      guard DateFile.hasNoNumbers(text), let dates = try? DateFile.dates(in: text), !dates.isEmpty else { return nil }
      self = .dates
      return
    }
    guard let json = try? JSONValue(parsing: bytes, elements: Self.tellingElements, isStopped: isStopped) else {
      return nil
    }
    if json["program"]?.stringValue == "tas", json["schema"] != nil {
      self = .session
    } else if json["facts"] != nil {
      self = .fundamentals
    } else if StrategyDocument.isLikely(json) {
      self = .strategy
    } else {
      let row = (json["data"]?["models"] ?? json).elements?.first
      guard row?["assumptionsJSON"] != nil || row?["assumptions"] != nil else {
        guard AnswerFile.isLikely(json, isStopped: isStopped) else { return nil }
        self = .answer
        return
      }
      let isForecast = row?["outputsJSON"] != nil || row?["outputs"] != nil
      self = isForecast ? .forecasts : .scenarios
    }
  }

  /// The file as a sentence says it.
  var described: String {
    switch self {
    case .session: "a session"
    case .scenarios: "a file of scenarios"
    case .forecasts: "a file of forecasts"
    case .fundamentals: "a file of the figures of a company"
    case .dates: "a list of dates"
    case .workbook: "a workbook"
    case .strategy: "a strategy"
    case .answer: "an answer of a provider"
    }
  }
}

extension Execution {
  /// The kind of the document at a path; nil if there is none, or its kind is unknown.
  func document(_ path: String) throws(Diagnostic) -> RecognisedDocument? {
    guard let bytes = try? environment.files.read(path) else { return nil }
    let document = RecognisedDocument(bytes, isStopped: isStopped)
    try checkInterruption()
    return document
  }

  /// Loads a recognised document and names its type.
  mutating func load(
    _ document: RecognisedDocument, _ word: Word, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    let takesName = [.dates, .fundamentals, .strategy, .answer].contains(document)
    let clauses: [SourceSpan?] = [
      takesName ? nil : call[.newSeries]?.span, call[.timezone]?.span,
      document == .answer ? nil : call[.timeframe]?.span, call[.session]?.span, call[.published]?.span,
      call[.market]?.span, call[.repair]?.span,
    ]
    if let clause = clauses.compactMap(\.self).first {
      throw Diagnostic(
        .unknownClause, "\(path) is \(document.described), which takes no such clause", at: clause,
        hints: takesName ? ["`as NAME` names it"] : [])
    }
    note(.recognisedFile, "\(path) is \(document.described)", at: word.span)
    switch document {
    case .session: return try loadSession(path: path, at: word.span)
    case .scenarios: return try importScenarios(word)
    case .forecasts: return try importForecasts(word)
    case .fundamentals: return try loadFundamentals(call)
    case .dates: return try loadDates(call)
    case .workbook: return try importWorkbook(word)
    case .strategy: return try loadStrategy(document: word, as: call[.newSeries])
    case .answer: return try loadAnswer(word, call)
    }
  }

  /// Loads each of several files under its own name.
  mutating func loadAll(
    _ paths: [String], _ call: CommandCall, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    if let word = call[.newSeries], paths.count > 1 {
      throw Diagnostic(
        .duplicateArgument, "\(paths.count) files cannot have one name", at: word.span,
        hints: ["without `as` each has the name of its file"])
    }
    var results: [any StatementResult] = []
    for path in paths {
      var one = call
      one.arguments = one.arguments.map { role, value in
        role == "file" ? (role, .word(Word(parts: [.text(path)], span: span, isQuoted: true))) : (role, value)
      }
      results.append(try loadFile(one))
    }
    return results.count == 1 ? results[0] : LoadedFiles(results: results)
  }
}
