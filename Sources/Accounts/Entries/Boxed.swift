/// An optional value with storage of its own, for values that few of many items have.
indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
  case none
  case some(Value)

  /// The value; nil without one.
  var value: Value? { if case .some(let value) = self { value } else { nil } }
}
