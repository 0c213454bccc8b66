import JSON
import OrderedCollections
import Synchronization

/// A result that is kept also where no name is given, under names that it knows.
package protocol SelfNaming: StatementResult {
  /// The same result under a name; without one it takes the name that is usual for it.
  func named(_ name: String?) -> Self
  /// The results to keep.
  var kept: [NamedResult] { get }
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
  /// The backtest behind it, where it is one.
  package var backtest: BacktestReport? = nil

  package init(name: String, kind: String, fields: [String: Double], backtest: BacktestReport? = nil) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.backtest = backtest
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
}
