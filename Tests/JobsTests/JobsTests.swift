import Backtesting
import JSON
import Jobs
import Platform
import Synchronization
import TestSupport
import Testing
import Work

@Suite("Jobs")
struct JobsTests {
  private func job(_ cells: [JobPlan.Cell], workers: Int = 2, budget: Double? = nil) -> JobManifest {
    JobManifest(
      name: "big", hash: "5f2c61d0aabbccdd", build: "1", statement: "sweep cross", command: "sweep",
      engine: "processes", workers: workers, retries: 3, budget: budget, estimate: 1, began: 0, today: "2024-06-03",
      folder: "/tmp", pieces: "combinations", plan: JobPlan(cells))
  }

  /// What a shard gives here: its cell and its pieces.
  private func bytes(_ shard: JobPlan.Shard) -> [UInt8] {
    var writer = PieceWriter()
    for piece in shard.pieces {
      writer.write(shard.cell)
      writer.write(piece)
    }
    return writer.bytes
  }

  private func begin(_ job: JobManifest) throws -> (TemporaryFolder, JobFolder) {
    let place = try TemporaryFolder()
    let folder = JobFolder("\(place.path)/job", in: DiskFiles())
    try folder.begin(job, cells: job.plan.cells.map { _ in .null })
    return (place, folder)
  }

  /// The pieces of all finished shards, in the order of the plan.
  private func merged(_ folder: JobFolder, _ job: JobManifest) -> [Int] {
    var numbers: [Int] = []
    for number in 0..<job.plan.count {
      guard let payload = folder.payload(of: job.plan[number], in: job) else { continue }
      var reader = PieceReader(payload)
      while let cell = reader.integer(), let piece = reader.integer() { numbers.append(cell * 1000 + piece) }
    }
    return numbers
  }

  @Test("Shards are all pieces of all cells, each once and in order", arguments: 0..<50)
  func plan(seed: Int) {
    var dice = Dice(UInt64(seed))
    let cells = (0..<dice.whole(1...20)).map { _ in JobPlan.Cell(count: dice.below(50), block: dice.whole(1...9)) }
    let plan = JobPlan(cells)
    var pieces: [[Int]] = cells.map { _ in [] }
    for number in 0..<plan.count {
      #expect(plan.shards(of: plan[number].cell).contains(number))
      pieces[plan[number].cell] += Array(plan[number].pieces)
    }
    #expect(pieces == cells.map { Array(0..<$0.count) })
    for (number, cell) in cells.enumerated() where cell.count > 0 {
      let first = dice.below(cell.count)
      let asked = first..<first + 1 + dice.below(cell.count - first)
      let shards = plan.shards(of: number, with: asked)
      #expect(shards == plan.shards(of: number).filter { plan[$0].pieces.overlaps(asked) }.first!..<shards.upperBound)
      #expect(shards.allSatisfy { plan[$0].pieces.overlaps(asked) })
      #expect(shards.reduce(0) { $0 + plan[$1].pieces.clamped(to: asked).count } == asked.count)
    }
    let manifest = job(cells)
    #expect(JobManifest(manifest.json) == manifest)
  }

  @Test("A million shards are planned in two seconds")
  func million() {
    let start = ContinuousClock.now
    let manifest = job((0..<5000).map { _ in JobPlan.Cell(count: 200, block: 1) })
    var total = 0
    for number in 0..<manifest.plan.count { total += manifest.id(of: number).utf8.count + manifest.plan[number].cell }
    #expect(manifest.plan.count == 1_000_000 && total > 0)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test("Rows are read as written, to the bit, ten million in ten seconds")
  func rows() {
    let odd = [Double.nan, -0.0, .infinity, Double.leastNonzeroMagnitude, 0.1, -1.5]
    let count = 1_000_000
    var writer = PieceWriter(words: count * SweepRow.words)
    func row(_ index: Int) -> SweepRow {
      let value = odd[index % odd.count] + Double(index)
      return SweepRow(
        index: index, key: odd[index % odd.count], totalReturn: value, cagr: 1, volatility: 2, sharpeRatio: 3,
        sortinoRatio: 4, calmarRatio: 5, maxDrawdown: 6, trades: index, winRate: 7, profitFactor: 8, exposure: 9)
    }
    for index in 0..<count { row(index).write(to: &writer) }
    let start = ContinuousClock.now
    var reader = PieceReader(writer.bytes[...])
    var rows: [SweepRow] = []
    rows.reserveCapacity(count)
    for index in 0..<count { if let row = SweepRow(&reader, index: index) { rows.append(row) } }
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(rows.count == count && reader.isAtEnd && SweepRow(&reader, index: 0) == nil)
    for index in 0..<100 { #expect("\(rows[index])" == "\(row(index))") }
  }

  @Test("Workers share the shards: each is finished once, and all are", arguments: 1...6)
  func workers(count: Int) throws {
    let manifest = job([.init(count: 40, block: 3), .init(count: 25, block: 4)], workers: count)
    let (place, folder) = try begin(manifest)
    let made = Mutex<[Int: Int]>([:])
    ParallelLoop.forEach(count: count, workers: count) { number in
      let worker = ShardWorker(folder, manifest, name: "node-\(number)", number: number, clock: .still)
      let end = try? worker.run(build: "1") { shard in
        made.withLock { $0[shard.number, default: 0] += 1 }
        return self.bytes(shard)
      }
      #expect(end == .finished)
    }
    #expect(made.withLock { $0.count } == manifest.plan.count && made.withLock { $0.values.allSatisfy { $0 == 1 } })
    #expect(merged(folder, manifest) == Array(0..<40) + (1000..<1025))
    #expect(folder.running == 0)
    _ = place
  }

  @Test("A shard that fails is tried again, three times at most")
  func retries() throws {
    let manifest = job([.init(count: 6, block: 1)])
    let (place, folder) = try begin(manifest)
    var failures = 2
    let worker = ShardWorker(folder, manifest, name: "node-1", number: 0, clock: .still)
    _ = try worker.run(build: "1") { shard throws(ShardWorker.Failure) in
      if shard.number == 3, failures > 0 {
        failures -= 1
        throw ShardWorker.Failure("no luck", .passing)
      }
      return self.bytes(shard)
    }
    #expect(merged(folder, manifest) == Array(0..<6))
    try folder.files.remove("\(folder.path)/shards/\(manifest.id(of: 2))")
    var next = manifest
    next.round = 2
    let other = ShardWorker(folder, next, name: "node-2", number: 0, clock: .still)
    _ = try other.run(build: "1") { _ throws(ShardWorker.Failure) in
      throw ShardWorker.Failure("never", .passing)
    }
    var history = JobHistory(of: folder, next)
    history.read()
    #expect(history.failure?.shard == 2 && history.failure?.message == "never" && history.shards[2]?.attemptsNow == 3)
    #expect(history.shards[3]?.attempts == 3 && history.retried == 2)
    _ = place
  }

  @Test("Other bytes of the same shard stop the job; a budget, a cancellation and another build do, too")
  func stops() throws {
    var manifest = job([.init(count: 6, block: 1)])
    let (place, folder) = try begin(manifest)
    _ = try ShardWorker(folder, manifest, name: "node-1", number: 0, clock: .still).run(build: "1") { shard in
      // Another machine that did not see the claim has finished the shard meanwhile.
      _ = try? folder.finish(shard, in: manifest, self.bytes(shard) + [0])
      return self.bytes(shard)
    }
    var history = JobHistory(of: folder, manifest)
    history.read()
    #expect(history.differing == 0 && merged(folder, manifest) == [0])
    manifest.round = 2
    try folder.cancel()
    let cancelled = ShardWorker(folder, manifest, name: "node-3", number: 0, clock: .still)
    #expect(
      try cancelled.run(build: "1") { self.bytes($0) } == .finished && folder.done(in: manifest).count { $0 } == 1)
    try folder.write(manifest)
    let old = ShardWorker(folder, manifest, name: "node-4", number: 0, clock: .still)
    #expect(try old.run(build: "0") { self.bytes($0) } == .otherBuild("0"))
    manifest.round = 3
    manifest.budget = 0
    let poor = ShardWorker(folder, manifest, name: "node-5", number: 0, clock: .still)
    #expect(try poor.run(build: "1") { self.bytes($0) } == .finished && folder.done(in: manifest).count { $0 } == 1)
    try folder.remove()
    #expect(!folder.files.exists(folder.path))
    _ = place
  }

  @Test("A file of a shard that is cut off anywhere, or has a bit changed, is not read and is removed")
  func damaged() throws {
    let manifest = job([.init(count: 4, block: 4)])
    let (place, folder) = try begin(manifest)
    let worker = ShardWorker(folder, manifest, name: "node-1", number: 0, clock: .still)
    _ = try worker.run(build: "1") { self.bytes($0) }
    let path = "\(folder.path)/shards/\(manifest.id(of: 0))"
    let whole = try folder.files.read(path)
    #expect(folder.payload(of: manifest.plan[0], in: manifest) != nil)
    for length in 0..<whole.count {
      try folder.files.write(Array(whole[..<length]), to: path)
      #expect(folder.payload(of: manifest.plan[0], in: manifest) == nil && !folder.files.exists(path))
    }
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << UInt8(place % 8)
      try folder.files.write(bytes, to: path)
      #expect(folder.payload(of: manifest.plan[0], in: manifest) == nil)
    }
    _ = place
  }
}
