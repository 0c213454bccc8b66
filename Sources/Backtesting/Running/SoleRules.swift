/// The rules that are the only ones to enter or to leave a side: where their bit is set, it is they that fired, and nobody
/// has to ask each rule of the side.
struct SoleRules {
  var enterLong: Int?
  var enterShort: Int?
  var exitLong: Int?
  var exitShort: Int?

  init(_ strategy: Strategy) {
    func sole(_ places: [Int]) -> Int? { places.count == 1 ? places[0] : nil }
    func entry(_ side: Side) -> Int? {
      sole(strategy.entries.indices.filter { strategy.entries[$0].side == side })
    }
    func exit(_ side: Side) -> Int? {
      sole(
        strategy.exits.indices.filter {
          strategy.exits[$0].share == nil && (strategy.exits[$0].side ?? side) == side
        })
    }
    enterLong = entry(.long)
    enterShort = entry(.short)
    exitLong = exit(.long)
    exitShort = exit(.short)
  }
}
