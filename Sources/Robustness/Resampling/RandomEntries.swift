import LibC
import Probability
import Work

/// The same trades at random places: a test of whether the entry rule beats chance.
///
/// Each run has as many trades, held as long and on the same sides, in a random order at places that do not overlap;
/// every such arrangement is as likely as any other. The market's own return for that exposure is common to all runs,
/// so that only the choice of the places is tested. Costs are left out on both sides.
public struct RandomEntries: Sendable, Hashable {
  /// The side of a trade.
  public enum Side: Sendable, Hashable, CaseIterable {
    /// It gains where prices rise.
    case long
    /// It gains where prices fall, as much of its entry's price as they fall.
    case short
  }

  /// A trade without its place.
  public struct Holding: Sendable, Hashable {
    /// The growth factors that it is held over, 1 or more.
    public let bars: Int
    /// The side.
    public let side: Side

    /// Makes a holding.
    public init(bars: Int, side: Side) {
      self.bars = bars
      self.side = side
    }
  }

  /// The reason why trades cannot be placed.
  public enum Refusal: Error, Sendable, Hashable {
    /// A growth factor is not a number above 0.
    case invalidFactor(bar: Int, value: Double)
    /// A trade is held over no bar.
    case emptyHolding(index: Int, bars: Int)
    /// The trades together are longer than the series.
    case tooLong(held: Int, bars: Int)
  }

  /// The trades.
  public let holdings: [Holding]
  /// The number of runs.
  public let runs: Int
  /// The seed; equal ones give equal runs.
  public let seed: UInt64
  /// The logarithm of the growth before each bar, and after the last one.
  private let growth: [Double]
  /// The bars that no trade is held over.
  private let free: Int

  /// Makes runs of trades on a series.
  ///
  /// - Parameters:
  ///   - factors: the growth of each bar from close to close, 1.01 for 1 %; a missing one is no change.
  ///   - holdings: the length and the side of each trade.
  ///   - runs: the number of runs.
  ///   - seed: the seed.
  /// - Throws: `Refusal` for a factor of 0 or less, a trade over no bar, and more held bars than there are.
  public init(
    factors: [Double], holdings: [Holding], runs: Int = 10_000, seed: UInt64 = 1
  ) throws(Refusal) {
    var growth = [0.0]
    growth.reserveCapacity(factors.count + 1)
    var sum = 0.0
    for (bar, factor) in factors.enumerated() {
      if !factor.isNaN {
        guard factor > 0, factor.isFinite else { throw .invalidFactor(bar: bar, value: factor) }
        sum += log(factor)
      }
      growth.append(sum)
    }
    var free = factors.count
    for (index, holding) in holdings.enumerated() {
      guard holding.bars >= 1 else { throw .emptyHolding(index: index, bars: holding.bars) }
      guard holding.bars <= free else {
        let held = holdings.reduce(0) { $0.addingReportingOverflow($1.bars).overflow ? .max : $0 + $1.bars }
        throw .tooLong(held: held, bars: factors.count)
      }
      free -= holding.bars
    }
    self.growth = growth
    self.holdings = holdings
    self.runs = runs
    self.seed = seed
    self.free = free
  }

  /// The total return of the trades at given places, computed as in the runs; the reference for the rule's own trades.
  ///
  /// - Parameter starts: the first growth factor of each holding, in their order.
  /// - Returns: a fraction; missing where a trade would lie outside of the series, or has no start.
  public func totalReturn(starts: [Int]) -> Double {
    guard starts.count == holdings.count else { return .nan }
    var sum = 0.0
    for (start, holding) in zip(starts, holdings) {
      guard start >= 0, start <= growth.count - 1 - holding.bars else { return .nan }
      sum += Self.growth(growth[start + holding.bars] - growth[start], holding.side)
    }
    return expm1(sum)
  }

  /// The total returns of all runs, the same bits for any number of threads.
  ///
  /// - Parameter monitor: asked whether to stop; the returns are those of the runs that were made by then.
  public func distribution(workers: Int = 1, monitor: WorkMonitor = .none) -> ChanceDistribution {
    let runs = max(0, self.runs)
    // What is not made is missing.
    var returns = [Double](repeating: .nan, count: runs)
    var isWhole = true
    let threads = max(1, min(workers, runs))
    var scratches = (0..<threads).map { _ in Scratch(words: (free + holdings.count + 63) / 64, holdings) }
    returns.withUnsafeMutableBufferPointer { returns in
      scratches.withUnsafeMutableBufferPointer { scratches in
        isWhole = ParallelLoop.run(count: runs, workers: threads, chunk: 64) { worker, range in
          for run in range { returns[run] = self.run(run, &scratches[worker]) }
          return !monitor.isStopped
        }
      }
    }
    if !isWhole { returns.removeAll(where: \.isNaN) }
    return ChanceDistribution(sorted: returns.withUnsafeBufferPointer(SortedSample.sorted))
  }

  /// The memory of a thread.
  private struct Scratch {
    /// A bit for each free bar and each trade, set where the trade stands.
    var places: [UInt64]
    var holdings: [Holding]

    init(words: Int, _ holdings: [Holding]) {
      places = [UInt64](repeating: 0, count: words)
      self.holdings = holdings
    }
  }

  private func run(_ run: Int, _ scratch: inout Scratch) -> Double {
    var dice = SplitMix(seed: seed, stream: run)
    for index in holdings.indices { scratch.holdings[index] = holdings[index] }
    scratch.holdings.shuffle(using: &dice)
    // Places among the free bars and the trades, all choices alike (Floyd's sampling, Bentley 1987).
    let count = holdings.count
    for last in free..<free + count {
      let place = dice.below(last + 1)
      let isTaken = scratch.places[place / 64] >> (place % 64) & 1 == 1
      let own = isTaken ? last : place
      scratch.places[own / 64] |= 1 << (own % 64)
    }
    var sum = 0.0
    var (done, held) = (0, 0)
    for word in scratch.places.indices {
      while scratch.places[word] != 0 {
        let start = word * 64 + scratch.places[word].trailingZeroBitCount - done + held
        let holding = scratch.holdings[done]
        sum += Self.growth(growth[start + holding.bars] - growth[start], holding.side)
        scratch.places[word] &= scratch.places[word] &- 1
        held += holding.bars
        done += 1
      }
    }
    return expm1(sum)
  }

  /// The logarithm of the account's growth factor over a trade, from that of the prices.
  @inline(__always)
  private static func growth(_ prices: Double, _ side: Side) -> Double {
    switch side {
    case .long: prices
    // A price that doubles takes all that a short one had.
    case .short: log(max(0, 2 - exp(prices)))
    }
  }
}

extension RandomEntries.Refusal: CustomStringConvertible {
  /// The refusal in one sentence.
  public var description: String {
    switch self {
    case .invalidFactor(let bar, let value): "The growth factor of bar \(bar) is \(value), but must be above 0."
    case .emptyHolding(let index, let bars): "Trade \(index) is held over \(bars) bars, but must be over at least 1."
    case .tooLong(let held, let bars): "The trades are held over \(held) bars, and there are \(bars)."
    }
  }
}
