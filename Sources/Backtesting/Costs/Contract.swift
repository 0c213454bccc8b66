/// The terms of a contract: the value of one unit, the tick size, and the margin that a position requires.
///
/// A share is a contract with multiplier 1, no margin and an unknown tick.
public struct Contract: Sendable, Hashable {
  /// The worth of one unit for each 1 of the price.
  public var multiplier: Double
  /// The least step of the price; nil if it is not known.
  public var tick: Double?
  /// The margin that each unit held takes from buying power; nil if a unit is paid in full.
  ///
  /// With a margin, gains and losses are settled in cash at each close, and units are whole numbers.
  public var margin: Double?
  /// The equity for each unit below which the position is closed by force; nil for the margin.
  public var maintenance: Double?

  /// Makes the terms of a contract; without arguments those of a share.
  public init(multiplier: Double = 1, tick: Double? = nil, margin: Double? = nil, maintenance: Double? = nil) {
    self.multiplier = multiplier
    self.tick = tick
    self.margin = margin
    self.maintenance = maintenance
  }

  /// True if a run takes it.
  public var isUsable: Bool {
    do { try check() } catch { return false }
    return true
  }

  /// Refuses terms that no contract has.
  func check() throws(BacktestError) {
    for (name, value) in [("multiplier", multiplier), ("tick", tick), ("margin", margin)] {
      guard let value else { continue }
      guard value > 0, value.isFinite else { throw .invalidSetting(name: name, value: value, allowed: "above 0") }
    }
    if let maintenance {
      guard maintenance >= 0, let margin, maintenance <= margin else {
        throw .invalidSetting(name: "maintenance", value: maintenance, allowed: "from 0 to the margin")
      }
    }
  }
}
