import LibC
import Probability
import Synchronization
import Work

/// The runs of a simulation, by blocks on several threads, and the counts over them.
///
/// Each block's sums are separate and joined in the order of the blocks, so that the number of threads makes no
/// difference.
final class SimulationWork {
  private static let block = SimulationPlan.block
  /// The blocks that a thread takes at a time.
  private static let chunk = 4
  /// The blocks whose values are looked at first, for the histogram and for the ranks.
  private static let firstBlocks = Simulation.runsForRanks / block

  /// The processors there are.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private let plan: SimulationPlan
  /// The runs that count; fewer than requested if it was stopped.
  private(set) var runs: Int
  private let price: Double
  private let workers: [SimulationWorker]
  private var blocks: Int
  /// The values of the first blocks, of all if they fit.
  private let kept: UnsafeMutablePointer<Double>
  private let keptBlocks: Int
  private let scores: UnsafeMutablePointer<Double>
  /// The moments of each block.
  private var sums: [Moments]
  private var fine: FineHistogram
  private var bins: [Int] = []

  private(set) var moments = Moments()
  var refused: Int { runs - moments.count }
  /// The refused part of the runs; of the first ones, if so many were refused that no others were made.
  private(set) var refusedPart = 0.0
  var histogram: Histogram { fine.shown(bins) }

  init(_ plan: SimulationPlan, runs: Int, price: Double?, threads: Int) {
    self.plan = plan
    self.runs = runs
    self.price = price ?? .nan
    blocks = (runs + Self.block - 1) / Self.block
    workers = (0..<max(1, min(threads, blocks, 256))).map { _ in SimulationWorker(plan) }
    keptBlocks = min(blocks, Simulation.mostKept / Self.block)
    kept = .allocate(capacity: keptBlocks * Self.block)
    sums = [Moments](repeating: Moments(), count: blocks)
    scores = .allocate(capacity: plan.inputs.count * Simulation.runsForRanks)
    fine = FineHistogram([0])
  }

  deinit {
    kept.deallocate()
    scores.deallocate()
  }

  private func count(of block: Int) -> Int { min(Self.block, runs - block * Self.block) }

  /// Makes all runs.
  ///
  /// If stopped with `keepsPart`, the finished runs count, as if no more had been requested: of those without kept
  /// values the first ones.
  func run(_ progress: @Sendable (Int, Int) -> Bool, keepsPart: Bool = false) throws(ValuationError) {
    let early = min(Self.firstBlocks, blocks)
    var made = make(0..<early, progress) { _, _, _ in }
    if made == early {
      // A model that refuses nearly all is not asked again and again.
      guard chooseBins() else { return join() }
      made += makeCounting(early..<blocks, progress)
    }
    guard made < blocks else { return join() }
    guard keepsPart, made > 0 else { throw Self.interrupted }
    keepFirst(made)
  }

  /// Chooses the bins of the histogram by the first values; false if the model refuses most of them.
  private func chooseBins() -> Bool {
    let count = min(runs, Simulation.runsForRanks)
    let sorted = OrderedBits.sortedFinite(kept, count)
    guard sorted.count * 2 > count else { return false }
    fine = FineHistogram(sorted)
    bins = [Int](repeating: 0, count: fine.count)
    for value in sorted { bins[fine.bin(value)] += 1 }
    return true
  }

  /// Joins the moments of the blocks.
  private func join() {
    moments = Moments()
    for sum in sums.prefix(blocks) { moments.join(sum) }
    refusedPart =
      bins.isEmpty
      ? 1 - Double(moments.count) / Double(min(runs, Simulation.runsForRanks)) : Double(refused) / Double(runs)
  }

  /// Continues with the first blocks only.
  private func keepFirst(_ made: Int) {
    blocks = min(made, keptBlocks)
    runs = min(runs, blocks * Self.block)
    bins = []
    if chooseBins() {
      for index in min(runs, Simulation.runsForRanks)..<runs where kept[index].isFinite {
        bins[fine.bin(kept[index])] += 1
      }
    }
    join()
  }

  /// Makes some blocks and counts their values in the bins; gives the number of blocks made.
  private func makeCounting(_ range: Range<Int>, _ progress: @Sendable (Int, Int) -> Bool) -> Int {
    let size = fine.count
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: size * workers.count)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: size * workers.count)
    let made = make(range, progress) { worker, values, count in
      let bins = memory + worker * size
      for index in 0..<count where values[index].isFinite { bins[self.fine.bin(values[index])] &+= 1 }
    }
    for place in 0..<size * workers.count { bins[place % size] += Int(memory[place]) }
    return made
  }

  /// Values some blocks; gives the number of those that were made, which are the first ones.
  private func make(
    _ range: Range<Int>, _ progress: @Sendable (Int, Int) -> Bool,
    _ body: (_ worker: Int, _ values: UnsafePointer<Double>, _ count: Int) -> Void
  ) -> Int {
    sums.withUnsafeMutableBufferPointer { sums in
      nonisolated(unsafe) let sums = sums
      return each(range, progress) { worker, block in
        let count = self.count(of: block)
        let memory = self.workers[worker]
        memory.value(block: block, count: count, scores: block < Self.firstBlocks ? self.scores : nil)
        if block < self.keptBlocks { (self.kept + block * Self.block).update(from: memory.values, count: count) }
        sums[block] = Moments(memory.values, count, above: self.price)
        body(worker, memory.values, count)
      }
    }
  }

  /// The kept values of all blocks again; those that were not kept are valued again.
  private func again(
    _ progress: @Sendable (Int, Int) -> Bool,
    _ body: (_ worker: Int, _ values: UnsafePointer<Double>, _ count: Int) -> Void
  ) -> Bool {
    let seen = each(0..<blocks, progress) { worker, block in
      let count = self.count(of: block)
      if block < self.keptBlocks { return body(worker, self.kept + block * Self.block, count) }
      let memory = self.workers[worker]
      memory.value(block: block, count: count)
      body(worker, memory.values, count)
    }
    return seen == blocks
  }

  /// Does some blocks from the first on; gives the number of those that were done, which are the first ones.
  private func each(
    _ range: Range<Int>, _ progress: @Sendable (Int, Int) -> Bool, _ body: (_ worker: Int, _ block: Int) -> Void
  ) -> Int {
    let done = Atomic(0)
    let runs = runs
    ParallelLoop.run(count: range.count, workers: workers.count, chunk: Self.chunk) { worker, taken in
      let blocks = range.lowerBound + taken.lowerBound..<range.lowerBound + taken.upperBound
      for block in blocks { body(worker, block) }
      // Blocks that were taken always finish, even after a stop: ranges are taken in order, so the finished runs have
      // no gaps.
      done.add(blocks.count, ordering: .relaxed)
      return progress(min(runs, blocks.upperBound * Self.block), runs)
    }
    return done.load(ordering: .relaxed)
  }

  private static let interrupted = ValuationError(
    code: .interrupted, message: "the simulation was stopped; its partial results are not used")
}

// MARK: - Statistics of the values

extension SimulationWork {
  /// The percentiles of all values, exact.
  ///
  /// If stopped with `keepsPart`, from then on only the runs whose values are kept count.
  func percentiles(
    _ parts: [Double], _ progress: @Sendable (Int, Int) -> Bool, keepsPart: Bool = false
  ) throws(ValuationError) -> [Simulation.Percentile] {
    if let exact = exactPercentiles(parts, progress) { return exact }
    guard keepsPart else { throw Self.interrupted }
    if blocks > keptBlocks { keepFirst(keptBlocks) }
    return exactPercentiles(parts) { _, _ in true } ?? []
  }

  /// The percentiles of all values; nil if it is stopped.
  private func exactPercentiles(
    _ parts: [Double], _ progress: @Sendable (Int, Int) -> Bool
  ) -> [Simulation.Percentile]? {
    let last = Double(moments.count - 1)
    let places = parts.map { part in
      (part: part, rank: Int(last * part), rest: last * part - (last * part).rounded(.down))
    }
    let ranks = Set(places.flatMap { [$0.rank, min($0.rank + 1, moments.count - 1)] }).sorted()
    var selection = RankSelection(ranks, fine, bins)
    let workers = workers.count
    while !selection.isComplete {
      let tallies = (0..<workers).map { _ in selection.tally() }
      let round = selection
      let fine = fine
      let isWhole = again(progress) { worker, values, count in
        let tally = tallies[worker]
        for index in 0..<count {
          let value = values[index]
          guard value.isFinite, round.isMarked(fine.bin(value)) else { continue }
          round.note(value, tally)
        }
      }
      guard isWhole else { return nil }
      selection.narrow(tallies)
    }
    return places.map { place in
      let below = selection.value(ofRank: place.rank)
      let above = selection.value(ofRank: min(place.rank + 1, moments.count - 1))
      return Simulation.Percentile(part: place.part, value: below + place.rest * (above - below))
    }
  }

  /// The influences of the inputs, by the ranks of the first runs.
  func explained(_ names: [String]) -> [Simulation.Explained] {
    let count = min(runs, Simulation.runsForRanks)
    let valued = (0..<count).filter { kept[$0].isFinite }
    let columns = 1 + names.count
    var ranks = [[Double]](repeating: [], count: columns)
    ranks.withUnsafeMutableBufferPointer { ranks in
      ParallelLoop.forEach(count: columns, workers: workers.count) { column in
        let numbers = column == 0 ? kept : scores + (column - 1) * Simulation.runsForRanks
        ranks[column] = RankCorrelation.ranks(valued.map { numbers[$0] })
      }
    }
    let correlations = (1..<columns).map { RankCorrelation.between(ranks[0], ranks[$0]) }
    let sum = correlations.reduce(0) { $0 + $1 * $1 }
    return zip(names, correlations).map { name, correlation in
      Simulation.Explained(
        parameter: name, rankCorrelation: correlation, share: sum > 0 ? correlation * correlation / sum : 0)
    }
  }
}
