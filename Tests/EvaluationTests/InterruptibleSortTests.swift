import TestSupport
import Testing
import Work

@Suite("A sort that can be stopped")
struct InterruptibleSortTests {
  @Test("Numbers are in the order of a plain sort", arguments: [0, 1, 65_535, 65_536, 65_537, 200_001, 262_144])
  func order(count: Int) {
    var dice = Dice(UInt64(count))
    let numbers = (0..<count).map { _ in (Double.random(in: -50...50, using: &dice) * 100).rounded() / 100 }
    #expect(numbers.sorted(unless: { false }) == numbers.sorted())
  }

  @Test("It stops at any point", arguments: [1, 2, 3, 5, 8, 13])
  func stopped(after asks: Int) {
    var left = asks
    let numbers = (0..<400_000).map { Double($0 &* 7919 % 400_009) }
    let sorted = numbers.sorted(unless: {
      left -= 1
      return left < 0
    })
    #expect(sorted == nil && left == -1)
  }
}
