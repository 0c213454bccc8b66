import JSON
import OrderedCollections
import Presentation
import Synchronization
import Workspace

/// A result under its names, with what later statements find under each.
package struct KeptResult: Sendable {
  /// The result itself, which knows its names.
  package let result: any StatementResult
  /// The results to keep.
  package let named: [NamedResult]

  package init(_ result: any StatementResult, _ named: [NamedResult]) { (self.result, self.named) = (result, named) }
}

/// A saved backtest of which only the numbers are available: its bars, or its other inputs, have changed.
package struct AbsentRun: Sendable {
  /// The backtest as the session's file has it, to be saved again.
  package var document: JSONValue
  /// The reason, as a clause for use inside a message.
  package var reason: String

  package init(document: JSONValue, reason: String) {
    self.document = document
    self.reason = reason
  }
}

/// A result that later statements can use by its name.
package struct NamedResult: Sendable {
  /// The identity of a result: no other one of this run of the program has it.
  package struct ID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = ID.count.add(1, ordering: .relaxed).newValue
  }

  package let id = ID()
  package var name: String
  package var kind: String
  /// The numbers of its JSON, by key.
  package var fields: [String: Double]
  /// The strings and dates of its JSON, by key; of a backtest those of the report.
  package var texts: [String: String]
  /// Its backtest, if any.
  package var backtest: BacktestReport? = nil
  /// The run of a list of signals, if it is one.
  package var signals: BacktestReport? = nil
  /// The curves of its backtest; nil if it is none.
  package let curves: ResultCurves?
  /// Its origin, as `explain` shows it: its statement, the series in use then; empty for one of a session's file.
  package var origin: [(String, String)] = []
  /// Its inputs; nil if they are unknown, as of a file of an earlier version.
  package var inputs: ResultInputs? = nil
  /// The result itself, if it is small; nil for one of a session's file.
  package var whole: (any StatementResult)? = nil
  /// A saved backtest that could not be run again with the same numbers; nil for all others.
  package var absent: AbsentRun? = nil

  /// A result under a name, with the fields of its JSON.
  package init(name: String, of result: any StatementResult, signals: BacktestReport? = nil) {
    let (fields, texts) = result.namedFields
    self.init(name: name, kind: result.kind, fields: fields, texts: texts, signals: signals)
  }

  package init(
    name: String, kind: String, fields: [String: Double], texts: [String: String] = [:],
    backtest: BacktestReport? = nil, signals: BacktestReport? = nil, absent: AbsentRun? = nil
  ) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.texts = backtest?.texts ?? texts
    self.backtest = backtest
    curves = backtest.map { ResultCurves($0) }
    self.signals = signals
    self.absent = absent
  }
}

extension NamedResult {
  /// True for a result that can be drawn; of a few others it is known only once it is tried.
  package var mayBeDrawn: Bool {
    if backtest != nil { return true }
    if let table = whole as? TableResult { return table.drawn != nil }
    return whole != nil
  }
}

extension StatementResult {
  /// The numbers and the strings of the result's JSON and of the objects right inside it, by key: the fields that
  /// `trial.cagr` and `_.mean` read.
  ///
  /// The rows of lists have no names. Keys that follow from a statement, such as the parameters of a strategy, are in
  /// the JSON alone, so that it is read and not the shape.
  package var namedFields: (numbers: [String: Double], texts: [String: String]) {
    var (numbers, texts): ([String: Double], [String: String]) = ([:], [:])
    func add(_ member: JSONValue.Member, isInner: Bool) {
      if let number = member.value.doubleValue, !isInner || numbers[member.key] == nil { numbers[member.key] = number }
      if let text = member.value.stringValue, !isInner || texts[member.key] == nil { texts[member.key] = text }
    }
    for member in data(isStopped: { true }).members ?? [] {
      add(member, isInner: false)
      for inner in member.value.members ?? [] { add(inner, isInner: true) }
    }
    return (numbers, texts)
  }
}
