public import JSON

/// The state in which a run leaves an account: what it holds and waits for, and the totals so far.
///
/// A run of further bars continues from it as if it had not been interrupted, to the last bit. It refers to bars by their
/// number, so that the further bars follow those of the run, and to rules by theirs, so that the strategy is the same.
public struct RunState: Sendable, Hashable {
  /// The state as JSON, of some kilobytes whatever the number of bars.
  public let json: JSONValue
  /// The bar or the step after the last one of the run.
  public let nextIndex: Int

  /// Reads a state.
  ///
  /// - Throws: `BacktestError.unreadableState` if it has no number of the next bar; other fields are read when a run
  ///   continues from it.
  public init(_ json: JSONValue) throws(BacktestError) {
    guard let next = json["next"]?.intValue, next >= 0 else { throw .unreadableState(field: "next") }
    (self.json, nextIndex) = (json, next)
  }

  /// The state of what has fields, after the step before `nextIndex`.
  init(nextIndex: Int, _ visit: (inout StateFields) -> Void) {
    var fields = StateFields()
    var next = nextIndex
    fields.visit("next", &next)
    visit(&fields)
    (json, self.nextIndex) = (fields.json, nextIndex)
  }

  /// Reads the fields of what continues.
  func read(_ visit: (inout StateFields) -> Void) throws(BacktestError) {
    var fields = StateFields(json)
    var next = 0
    fields.visit("next", &next)
    visit(&fields)
    if let failure = fields.failure { throw .unreadableState(field: failure) }
  }
}
