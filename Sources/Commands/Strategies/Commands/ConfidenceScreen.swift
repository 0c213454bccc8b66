import Bookkeeping
import Calendar
import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Text

/// The last confidence in a strategy's signal on a symbol.
private struct WatchedConfidence: Sendable {
  let record: AuditRecord
  /// Milliseconds since then.
  let age: Int64

  /// The age in words: `just now`, `4 min ago`, `2 h ago`, `3 days ago`.
  var ageText: String {
    switch age / 1000 {
    case ..<60: "just now"
    case ..<3600: "\(age / 60_000) min ago"
    case ..<86_400: "\(age / 3_600_000) h ago"
    default: "\(NumberText.counted(Int(age / 86_400_000), "day")) ago"
    }
  }

  /// A text of the state of the program that computed it.
  func word(_ key: String) -> String? { record.clientState[key]?.stringValue }

  static let fields: [Field<WatchedConfidence>] = [
    .text(.text("symbol", .name), .never) { $0.record.symbol },
    .text(.text("strategy")) { $0.word("strategy") },
    .rate(.percent("confidence", decimals: 0), .never) { $0.record.confidence },
    .text(.text("direction")) { $0.word("direction")?.lowercased() },
    .number("backtest_weight") { $0.record.weights.backtest },
    .number("walkforward_weight") { $0.record.weights.walkforward },
    .number("live_weight") { $0.record.weights.live },
    .date("time", label: { Zone.utc.iso8601($0.record.loggedAt) }) { $0.record.loggedAt },
    .text(.text("age"), .never) { $0.ageText },
  ]
}

extension Execution {
  /// The time after which a confidence is computed again, in milliseconds.
  private static var freshConfidence: Int64 { 300_000 }

  /// The last confidences, those that are old computed again where their bars are loaded.
  mutating func watchConfidence(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let span = call.commandSpan
    let symbols = try call[.confidenceSymbols]?.map { word throws(Diagnostic) in try text(word) }
    var kept = try confidences(at: span).filter { symbols?.contains($0.record.symbol) ?? true }
    if let subject = call[.watchedStrategy] {
      let name = try text(subject.name)
      kept.removeAll { Self.strategy(of: $0.record) != name }
      var wanted = symbols ?? []
      if symbols == nil { wanted = [try activeSeries(at: span).name] }
      for symbol in wanted
      where !kept.contains(where: { $0.record.symbol == symbol }) {
        try validate(name, on: symbol, at: span)
      }
    }
    for item in kept where item.age >= Self.freshConfidence {
      guard let name = Self.strategy(of: item.record), session.strategies[name] != nil,
        session.series[item.record.symbol] != nil
      else { continue }
      try? validate(name, on: item.record.symbol, at: span)
    }
    let strategy = try call[.watchedStrategy].map { subject throws(Diagnostic) in try text(subject.name) }
    let rows = try confidences(at: span).filter { item in
      symbols?.contains(item.record.symbol) ?? true && strategy.map { $0 == Self.strategy(of: item.record) } ?? true
    }
    return TableResult(
      table: WatchedConfidence.fields.table(of: rows),
      notes: rows.isEmpty ? ["no confidence was computed yet: `validate STRATEGY` does"] : [])
  }

  /// The name of a record's strategy, without its parameters.
  private static func strategy(of record: AuditRecord) -> String? {
    record.clientState["strategy"]?.stringValue.map { String($0.prefix { $0 != "(" }) }
  }

  private mutating func validate(_ strategy: String, on symbol: String, at span: SourceSpan) throws(Diagnostic) {
    func word(_ text: String) -> Word { Word(parts: [.text(text)], span: span) }
    let own = warnings
    defer { warnings = own }
    _ = try validate(
      CommandCall(
        command: "validate", commandSpan: span, form: "",
        arguments: [
          ("strategy", .subject(Subject(name: word(strategy), span: span))), ("on", .word(word(symbol))),
        ]))
  }

  /// The last record of each symbol and strategy, in the order of symbols.
  private func confidences(at span: SourceSpan) throws(Diagnostic) -> [WatchedConfidence] {
    let log: AuditLog
    do throws(FileError) { log = AuditLog(try records(of: .audit)) } catch { throw diagnostic(error, at: span) }
    var last: [String: AuditRecord] = [:]
    for record in log.records { last["\(record.symbol) \(record.clientState["strategy"]?.stringValue ?? "")"] = record }
    let now = environment.moment.milliseconds
    return last.sorted { $0.key < $1.key }.map {
      WatchedConfidence(record: $0.value, age: max(0, now - $0.value.loggedAt.milliseconds))
    }
  }
}
