import JSON
import OrderedCollections
import Synchronization
import Workspace

/// A result that is kept also if no name is given, under names that it knows.
package protocol SelfNaming: StatementResult {
  /// The same result under a name; without one it takes the name that is usual for it.
  func named(_ name: String?) -> Self
  /// The results to keep.
  var namedResults: [NamedResult] { get }
}

extension SelfNaming {
  package var namesItself: Bool { true }
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
  /// The definitions that a backtest's rules used, as they were when it ran: a session keeps them with it.
  package var definitions: [String: NamedDefinition] = [:]
  /// Its origin, as `explain` shows it: its statement, the series in use then; empty for one of a session's file.
  package var origin: [(String, String)] = []
  /// Its inputs; nil if they are unknown, as of a file of an earlier version.
  package var inputs: ResultInputs? = nil
  /// The result itself, if it is small; nil for one of a session's file.
  package var whole: (any StatementResult)? = nil
  /// A saved backtest that could not be run again with the same numbers; nil for all others.
  package var absent: AbsentRun? = nil

  package init(
    name: String, kind: String, fields: [String: Double], texts: [String: String] = [:],
    backtest: BacktestReport? = nil, signals: BacktestReport? = nil, definitions: [String: NamedDefinition] = [:],
    absent: AbsentRun? = nil
  ) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.texts = backtest?.texts ?? texts
    self.backtest = backtest
    curves = backtest.map { ResultCurves($0) }
    self.signals = signals
    self.definitions = definitions
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

extension JSONValue {
  /// The numbers of an object and of the objects right inside it, by key.
  package var numbers: [String: Double] {
    var all: [String: Double] = [:]
    for member in members ?? [] {
      if let number = member.value.doubleValue { all[member.key] = number }
      for inner in member.value.members ?? [] {
        if let number = inner.value.doubleValue, all[inner.key] == nil { all[inner.key] = number }
      }
    }
    return all
  }

  /// The strings of an object and of the objects right inside it, by key; dates are among them.
  package var texts: [String: String] {
    var all: [String: String] = [:]
    for member in members ?? [] {
      if let text = member.value.stringValue { all[member.key] = text }
      for inner in member.value.members ?? [] {
        if let text = inner.value.stringValue, all[inner.key] == nil { all[inner.key] = text }
      }
    }
    return all
  }
}
