import LibC
import Work

/// The runs of a simulation, by blocks on several threads, and the counts over them.
///
/// Each block's sums stand by themselves and are joined in the order of the blocks, so that the number of threads
/// makes no difference.
final class SimulationWork {
  private static let block = SimulationPlan.block
  /// The blocks that a thread takes at a time.
  private static let chunk = 4
  /// The blocks whose values are looked at first, for the histogram and for the ranks.
  private static let firstBlocks = Simulation.runsForRanks / block

  /// The processors there are.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private let plan: SimulationPlan
  private let runs: Int
  private let price: Double
  private let workers: [SimulationWorker]
  private let blocks: Int
  private let kept: UnsafeMutablePointer<Double>?
  private let firstValues: UnsafeMutablePointer<Double>
  private let scores: UnsafeMutablePointer<Double>
  private var fine: FineHistogram
  private var bins: [Int] = []

  private(set) var moments = Moments()
  var refused: Int { runs - moments.count }
  /// The part of the runs that is refused; by the first ones, where so many of them are that no others were made.
  private(set) var refusedPart = 0.0
  var histogram: Histogram { fine.shown(bins) }

  init(_ plan: SimulationPlan, runs: Int, price: Double?, threads: Int) {
    self.plan = plan
    self.runs = runs
    self.price = price ?? .nan
    blocks = (runs + Self.block - 1) / Self.block
    workers = (0..<max(1, min(threads, blocks, 256))).map { _ in SimulationWorker(plan) }
    kept = runs <= Simulation.mostKept ? .allocate(capacity: blocks * Self.block) : nil
    firstValues = kept ?? .allocate(capacity: Simulation.runsForRanks)
    scores = .allocate(capacity: plan.inputs.count * Simulation.runsForRanks)
    fine = FineHistogram([0])
  }

  deinit {
    kept?.deallocate()
    if kept == nil { firstValues.deallocate() }
    scores.deallocate()
  }

  private func count(of block: Int) -> Int { min(Self.block, runs - block * Self.block) }

  /// Makes all runs.
  func run(_ progress: @Sendable (Int, Int) -> Bool) throws(ValuationError) {
    var sums = [Moments](repeating: Moments(), count: blocks)
    let early = min(Self.firstBlocks, blocks)
    var counted: [[UInt32]] = []
    let isWhole = sums.withUnsafeMutableBufferPointer { sums -> Bool in
      nonisolated(unsafe) let sums = sums
      let first = parallel(0..<early, progress) { worker, block, values, count in
        let start = block * Self.block
        (self.firstValues + start).update(from: values, count: count)
        sums[block] = Moments(values, count, above: self.price)
      }
      guard first else { return false }
      let count = min(runs, Simulation.runsForRanks)
      let sorted = OrderedBits.sortedFinite(firstValues, count)
      // A model that refuses nearly all is not asked again and again.
      guard sorted.count * 2 > count else { return true }
      fine = FineHistogram(sorted)
      counted = workers.map { _ in [UInt32](repeating: 0, count: fine.count) }
      for value in sorted { counted[0][fine.bin(value)] += 1 }
      return counting(&counted) { bins in
        parallel(early..<blocks, progress) { worker, block, values, count in
          if let kept = self.kept { (kept + block * Self.block).update(from: values, count: count) }
          sums[block] = Moments(values, count, above: self.price)
          let bins = bins[worker]
          for index in 0..<count where values[index].isFinite { bins[self.fine.bin(values[index])] &+= 1 }
        }
      }
    }
    guard isWhole else { throw Self.interrupted }
    for sum in sums { moments.join(sum) }
    guard !counted.isEmpty else {
      refusedPart = 1 - Double(moments.count) / Double(min(runs, Simulation.runsForRanks))
      return
    }
    refusedPart = Double(refused) / Double(runs)
    bins = (0..<fine.count).map { bin in counted.reduce(0) { $0 + Int($1[bin]) } }
  }

  private func counting(
    _ counted: inout [[UInt32]], _ body: ([UnsafeMutablePointer<UInt32>]) -> Bool
  ) -> Bool {
    let size = counted[0].count
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: size * counted.count)
    defer { memory.deallocate() }
    for (place, bins) in counted.enumerated() { (memory + place * size).initialize(from: bins, count: size) }
    let isWhole = body(counted.indices.map { memory + $0 * size })
    for place in counted.indices {
      counted[place] = Array(UnsafeBufferPointer(start: memory + place * size, count: size))
    }
    return isWhole
  }

  /// Values some blocks; says whether all were done.
  private func parallel(
    _ range: Range<Int>, _ progress: @Sendable (Int, Int) -> Bool,
    _ body: (_ worker: Int, _ block: Int, _ values: UnsafePointer<Double>, _ count: Int) -> Void
  ) -> Bool {
    each(range, progress) { worker, block in
      let count = self.count(of: block)
      let memory = self.workers[worker]
      memory.value(block: block, count: count, scores: block < Self.firstBlocks ? self.scores : nil)
      body(worker, block, memory.values, count)
    }
  }

  /// The kept values of some blocks again, or the blocks valued again where they were not kept.
  private func again(
    _ progress: @Sendable (Int, Int) -> Bool,
    _ body: (_ worker: Int, _ values: UnsafePointer<Double>, _ count: Int) -> Void
  ) -> Bool {
    each(0..<blocks, progress) { worker, block in
      let count = self.count(of: block)
      if let kept = self.kept { return body(worker, kept + block * Self.block, count) }
      let memory = self.workers[worker]
      memory.value(block: block, count: count)
      body(worker, memory.values, count)
    }
  }

  private func each(
    _ range: Range<Int>, _ progress: @Sendable (Int, Int) -> Bool, _ body: (_ worker: Int, _ block: Int) -> Void
  ) -> Bool {
    ParallelLoop.run(count: range.count, workers: workers.count, chunk: Self.chunk) { worker, taken in
      let blocks = range.lowerBound + taken.lowerBound..<range.lowerBound + taken.upperBound
      for block in blocks { body(worker, block) }
      return progress(min(runs, blocks.upperBound * Self.block), runs)
    }
  }

  private static let interrupted = ValuationError(
    code: .interrupted, message: "the simulation was stopped, and nothing of it counts")
}

// MARK: - Statistics of the values

extension SimulationWork {
  /// The percentiles of all values, exact.
  func percentiles(_ parts: [Double], _ progress: @Sendable (Int, Int) -> Bool) throws(ValuationError)
    -> [Simulation.Percentile]
  {
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
      guard isWhole else { throw Self.interrupted }
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
    let valued = (0..<count).filter { firstValues[$0].isFinite }
    let columns = 1 + names.count
    var ranks = [[Double]](repeating: [], count: columns)
    ranks.withUnsafeMutableBufferPointer { ranks in
      ParallelLoop.forEach(count: columns, workers: workers.count) { column in
        let numbers = column == 0 ? firstValues : scores + (column - 1) * Simulation.runsForRanks
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
