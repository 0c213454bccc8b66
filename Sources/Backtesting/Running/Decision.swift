/// The signals of the rules at one close, a bit for each kind of rule.
package struct RuleBits: OptionSet {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let enterLong = RuleBits(rawValue: 1)
  static let enterShort = RuleBits(rawValue: 2)
  package static let exitLong = RuleBits(rawValue: 4)
  static let exitShort = RuleBits(rawValue: 8)
  /// A rule that closes a part of the position, on either side.
  static let exitPart = RuleBits(rawValue: 16)

  static let all: RuleBits = [.enterLong, .enterShort, .exitLong, .exitShort, .exitPart]
  /// The number of kinds of rules, each with a bit.
  static let kinds = 5

  static func entry(_ side: Side) -> RuleBits { side == .long ? .enterLong : .enterShort }

  package static func exit(_ side: Side?) -> RuleBits {
    switch side {
    case .long: .exitLong
    case .short: .exitShort
    case nil: [.exitLong, .exitShort]
    }
  }
}

/// The decision at one close, from the signals of the rules and the position held.
struct Decision {
  var exits = false
  var entry: Side?
  var isConflict = false

  /// Decides the orders of rules that fire at one close.
  ///
  /// Exits come before entries, an exit wins over an entry of the same side, and a long and a short entry
  /// together are neither. While flat, exit rules say nothing.
  @inline(__always)
  init(_ bits: RuleBits, holding: Side?, canAdd: Bool) {
    var entries = bits.intersection([.enterLong, .enterShort])
    if let holding, bits.contains(holding == .long ? .exitLong : .exitShort) {
      exits = true
      entries.remove(holding == .long ? .enterLong : .enterShort)
    }
    if entries == [.enterLong, .enterShort] {
      isConflict = true
    } else if entries == .enterLong {
      entry = .long
    } else if entries == .enterShort {
      entry = .short
    }
    if let side = entry, side == holding, !canAdd { entry = nil }
  }
}
