/// The rules that are the only ones to enter or to leave a side: if one of the side fires, it is that one, without
/// checking each rule.
struct SoleRules {
  private let long: (entry: Int?, exit: Int?)
  private let short: (entry: Int?, exit: Int?)

  init(_ strategy: Strategy) {
    func sole(_ places: [Int]) -> Int? { places.count == 1 ? places[0] : nil }
    func rules(of side: Side) -> (entry: Int?, exit: Int?) {
      let entries = strategy.entries.indices.filter { strategy.entries[$0].side == side }
      let exits = strategy.exits.indices.filter {
        strategy.exits[$0].share == nil && (strategy.exits[$0].side ?? side) == side
      }
      return (sole(entries), sole(exits))
    }
    long = rules(of: .long)
    short = rules(of: .short)
  }

  func entry(of side: Side) -> Int? { side == .long ? long.entry : short.entry }

  func exit(of side: Side) -> Int? { side == .long ? long.exit : short.exit }
}
