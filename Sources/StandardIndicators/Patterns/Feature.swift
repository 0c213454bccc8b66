import Indicators

/// A fact about a bar, or about a bar and the one before, that several patterns ask or that is asked on many bars.
enum Feature: Int, CaseIterable {
  /// The close is not below the open.
  case white
  case long, short, doji
  /// The shadow counts as none; it is more than that.
  case noUpperShadow, noLowerShadow, someUpperShadow, someLowerShadow
  case longUpperShadow, longLowerShadow, veryLongUpperShadow, veryLongLowerShadow
  case shortUpperShadow, shortLowerShadow
  /// The body is near the middle of the range.
  case centred
  /// The body lies above (below) the one before and does not touch it.
  case gapUp, gapDown
  /// The body lies within the one before: inside it, or touching its ends.
  case inside, within
  case higherClose, lowerClose
  case higherHigh, lowerHigh, higherLow, lowerLow
  /// The open is above (below) the close before; the close is above (below) the open before.
  case opensAboveClose, opensBelowClose, closesAboveOpen, closesBelowOpen
  case opensAboveHigh, opensBelowLow
  /// The open (close) is the same as the one before.
  case sameOpen, sameClose
}

extension Feature {
  /// Finds on which bars of a tile the feature holds.
  @inline(never)
  func mark(in tile: CandleTile) {
    switch self {
    case .white: compare(tile, .close, .open) { $0 .>= $1 }
    case .long: compare(tile, .body, .meanBody) { $0 .> $1 }
    case .short: compare(tile, .body, .meanBody) { $0 .< $1 }
    case .doji: compare(tile, .body, .tenthOfRange) { $0 .<= $1 }
    case .noUpperShadow: compare(tile, .upperShadow, .tenthOfRange) { $0 .< $1 }
    case .noLowerShadow: compare(tile, .lowerShadow, .tenthOfRange) { $0 .< $1 }
    case .someUpperShadow: compare(tile, .upperShadow, .tenthOfRange) { $0 .> $1 }
    case .someLowerShadow: compare(tile, .lowerShadow, .tenthOfRange) { $0 .> $1 }
    case .longUpperShadow: compare(tile, .upperShadow, .body) { $0 .> $1 }
    case .longLowerShadow: compare(tile, .lowerShadow, .body) { $0 .> $1 }
    case .veryLongUpperShadow: compare(tile, .upperShadow, .body) { $0 .> $1 + $1 }
    case .veryLongLowerShadow: compare(tile, .lowerShadow, .body) { $0 .> $1 + $1 }
    case .shortUpperShadow: compare(tile, .upperShadow, .meanShadow) { $0 .< $1 }
    case .shortLowerShadow: compare(tile, .lowerShadow, .meanShadow) { $0 .< $1 }
    case .centred: markCentred(tile)
    case .gapUp: compare(tile, .bottom, before: .top) { $0 .> $1 }
    case .gapDown: compare(tile, .top, before: .bottom) { $0 .< $1 }
    case .inside: compareBodies(tile) { $0 .< $1 .& $2 .> $3 }
    case .within: compareBodies(tile) { $0 .<= $1 .& $2 .>= $3 }
    case .higherClose: compare(tile, .close, before: .close) { $0 .> $1 }
    case .lowerClose: compare(tile, .close, before: .close) { $0 .< $1 }
    case .higherHigh: compare(tile, .high, before: .high) { $0 .> $1 }
    case .lowerHigh: compare(tile, .high, before: .high) { $0 .< $1 }
    case .higherLow: compare(tile, .low, before: .low) { $0 .> $1 }
    case .lowerLow: compare(tile, .low, before: .low) { $0 .< $1 }
    case .opensAboveClose: compare(tile, .open, before: .close) { $0 .> $1 }
    case .opensBelowClose: compare(tile, .open, before: .close) { $0 .< $1 }
    case .closesAboveOpen: compare(tile, .close, before: .open) { $0 .> $1 }
    case .closesBelowOpen: compare(tile, .close, before: .open) { $0 .< $1 }
    case .opensAboveHigh: compare(tile, .open, before: .high) { $0 .> $1 }
    case .opensBelowLow: compare(tile, .open, before: .low) { $0 .< $1 }
    case .sameOpen: markSame(tile, .open)
    case .sameClose: markSame(tile, .close)
    }
  }

  private typealias Four = SIMD4<Double>
  private typealias Test = SIMDMask<SIMD4<Int64>>

  @inline(__always)
  private func load(_ source: Source, _ index: Int) -> Four {
    UnsafeRawPointer(source + index).loadUnaligned(as: Four.self)
  }

  /// Compares two values of each bar.
  @inline(__always)
  private func compare(
    _ tile: CandleTile, _ lane: CandleTile.Lane, _ other: CandleTile.Lane, _ test: (Four, Four) -> Test
  ) {
    let (a, b) = (tile.values(lane), tile.values(other))
    tile.mark(self) { test(load(a, $0), load(b, $0)) }
  }

  /// Compares a value of each bar with one of the bar before.
  @inline(__always)
  private func compare(
    _ tile: CandleTile, _ lane: CandleTile.Lane, before other: CandleTile.Lane, _ test: (Four, Four) -> Test
  ) {
    let (a, b) = (tile.values(lane), tile.values(other) - 1)
    tile.mark(self) { test(load(a, $0), load(b, $0)) }
  }

  /// Compares tops, then bottoms, with those of the bar before.
  @inline(__always)
  private func compareBodies(_ tile: CandleTile, _ test: (Four, Four, Four, Four) -> Test) {
    let (top, bottom) = (tile.values(.top), tile.values(.bottom))
    tile.mark(self) {
      test(load(top, $0), load(top, $0 &- 1), load(bottom, $0), load(bottom, $0 &- 1))
    }
  }

  private func markCentred(_ tile: CandleTile) {
    let (top, bottom, low) = (tile.values(.top), tile.values(.bottom), tile.values(.low))
    let (range, mean) = (tile.values(.range), tile.values(.meanRangeOfFive))
    tile.mark(self) { index in
      let middle = load(low, index) + load(range, index) * 0.5
      let near = CandleSetting.nearFactor * load(mean, index)
      return load(bottom, index) .<= middle + near .& load(top, index) .>= middle - near
    }
  }

  @inline(__always)
  private func markSame(_ tile: CandleTile, _ lane: CandleTile.Lane) {
    let (price, mean) = (tile.values(lane), tile.values(.meanRangeOfFive))
    tile.mark(self) { index in
      let (now, before) = (load(price, index), load(price, index &- 1))
      let equal = CandleSetting.equalFactor * load(mean, index &- 1)
      return now .<= before + equal .& now .>= before - equal
    }
  }
}
