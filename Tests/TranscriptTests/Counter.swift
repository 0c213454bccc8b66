import Synchronization

/// Counts from 1 in twelve digits.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let digits = String(number)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
