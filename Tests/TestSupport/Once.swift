import Synchronization

/// A value that is made when it is first asked for, whichever test that is; others wait for it.
public final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// A place for a value that is not made yet.
  public init() {}

  /// The value, made if it is not there.
  public func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let value = made { return value }
      let value = make()
      made = value
      return value
    }
  }
}
