import Sessions
import TestSupport
import Testing

@Suite("The sessions to go back to")
struct SnapshotStackTests {
  @Test("A stack keeps the latest as a list would that leaves out its first")
  func latest() {
    var random = Dice(7)
    var stack = SnapshotStack(depth: 8)
    var list: [String] = []
    for step in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        stack.append(SessionSnapshot(Session(), statement: "\(step)"))
        list.append("\(step)")
        if list.count > 8 { list.removeFirst() }
      case 6..<9:
        #expect(stack.removeLast()?.statement == list.popLast())
      default:
        let kept = stack.elements.suffix(3)
        stack.replace(with: Array(kept))
        list = list.suffix(3)
      }
      #expect(stack.elements.map(\.statement) == list)
      #expect(stack.count == list.count && stack.isEmpty == list.isEmpty && stack.last?.statement == list.last)
    }
  }
}
