import JSON
import LibC
import Platform
import TestSupport
import Testing

/// Jobs of real workers: processes that are killed, files that are damaged, disks that are full.
@Suite("Workers of engines")
struct EngineTests {
  private static let preparation = """
    load sample SPY; strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow); \
    exit when ema(fast) crosses below ema(slow) }; 
    """
  private static let sweep = "sweep cross(fast=2..41, slow=50..109) top 5"
  /// 2,400 combinations in 60 shards.
  private static let engine = "with engine processes, engine_from 0, workers 2, shard 40 runs"

  /// A place whose jobs are in a folder of its own.
  private struct JobPlace {
    let place: Place
    var results: String { place.path + "/jobs" }

    init() throws { place = try Place() }

    func run(
      _ statements: String, options: [String] = [], environment: [String: String] = [:]
    ) throws -> Ran {
      let words = "set results \"\(results)\"; " + EngineTests.preparation + statements
      return try tas(["--no-rc", "--format", "json"] + options + ["-c", words], environment: environment)
    }

    func tas(_ arguments: [String], environment: [String: String] = [:]) throws -> Ran {
      try place.run(
        try #require(BuiltProducts.executable("tas"), "tas is not built"), arguments, environment: environment)
    }

    /// Starts statements without waiting for their end.
    func start(_ statements: String) throws -> pid_t {
      let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
      var child = ChildProcess(
        program, ["--no-rc", "-c", "set results \"\(results)\"; " + EngineTests.preparation + statements],
        environment: place.environment.map { "\($0.key)=\($0.value)" })
      for descriptor: Int32 in 1...2 { child.open("/dev/null", O_WRONLY, as: descriptor) }
      return try child.start()
    }

    /// The data of the last result, without its job.
    func data(_ output: String) throws -> JSONValue {
      let last = output.split(separator: "\n").last.map { Array($0.utf8) } ?? []
      let members = try JSONValue(parsing: last)["data"]?.members ?? []
      return .object(members.filter { $0.key != "job" }.map { ($0.key, $0.value) })
    }

    var folder: String {
      "\(results)/\(DiskFiles().entries(of: results).first { $0.isFolder }?.name ?? "none")"
    }

    /// The finished shards.
    var shards: [String] {
      DiskFiles().entries(of: folder + "/shards").map(\.name).filter { !$0.contains(".") }.sorted()
    }

    var logs: [String] {
      DiskFiles().entries(of: folder + "/workers").map { "\(folder)/workers/\($0.name)" }
    }

    /// How often each shard was finished.
    func finished() -> [String: Int] {
      var counts: [String: Int] = [:]
      for log in logs {
        for line in String(decoding: (try? DiskFiles().read(log)) ?? [], as: UTF8.self).split(separator: "\n") {
          let words = line.split(separator: " ")
          if words.count > 1, words[0] == "done" { counts[String(words[1]), default: 0] += 1 }
        }
      }
      return counts
    }

    /// True if each finished shard was run once.
    var ranOnce: Bool { finished().values.allSatisfy { $0 == 1 } }

    /// The processes of workers at work.
    var workers: [pid_t] {
      logs.filter { DiskFiles().isHeld($0) }.compactMap { $0.split(separator: "-").last.flatMap { pid_t($0) } }
    }

    func waits(_ seconds: Double = 20, until isTrue: () -> Bool) -> Bool {
      for _ in 0..<Int(seconds * 100) {
        if isTrue() { return true }
        usleep(10_000)
      }
      return false
    }
  }

  private func threads(_ place: JobPlace) throws -> JSONValue {
    let ran = try place.run(Self.sweep)
    #expect(ran.status == 0, "\(ran.errors)")
    return try place.data(ran.output)
  }

  @Test("A sweep on processes has the bytes of one on threads, and says which job it was")
  func equal() throws {
    let place = try JobPlace()
    let expected = try threads(place)
    let ran = try place.run("\(Self.sweep) \(Self.engine) as big")
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(try place.data(ran.output) == expected)
    let line = String(ran.output.split(separator: "\n").last ?? "")
    let job = try JSONValue(parsing: Array(line.utf8))["data"]?["job"]
    #expect(job?["shards"]?.intValue == 60 && job?["engine"]?.stringValue == "processes")
    #expect(place.shards.count == 60 && place.ranOnce)
    #expect(place.waits { place.workers.isEmpty })
    // The same statement finds its shards, and nothing runs again.
    let again = try place.run("\(Self.sweep) \(Self.engine) as big; resume big")
    #expect(try place.data(again.output) == expected)
    #expect(place.ranOnce)
  }

  @Test("A worker that is killed at every tenth shard costs nothing that was done", arguments: [1, 2])
  func killed(workers: Int) throws {
    let place = try JobPlace()
    let expected = try threads(place)
    // Killed together with its statement, so that no others are started.
    var kills = 0
    for done in stride(from: 10, to: 60, by: 10) {
      let statement =
        kills == 0
        ? "\(Self.sweep) with engine processes, engine_from 0, workers \(workers), shard 40 runs as big" : "resume big"
      let process = try place.start(statement)
      #expect(place.waits { place.shards.count >= done || place.shards.count == 60 })
      kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
      for worker in place.workers { kill(worker, SIGKILL) }
      #expect(place.waits { place.workers.isEmpty })
      kills += 1
    }
    let ran = try place.run("resume big")
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(try place.data(ran.output) == expected)
    #expect(place.ranOnce && place.shards.count == 60)
  }

  @Test("Shards that are cut off or changed are done again, the others are not")
  func damaged() throws {
    let place = try JobPlace()
    let expected = try threads(place)
    _ = try place.run("\(Self.sweep) \(Self.engine) as big")
    let files = DiskFiles()
    for (number, name) in place.shards.enumerated() where number % 10 == 3 {
      let path = "\(place.folder)/shards/\(name)"
      var bytes = try files.read(path)
      if number % 20 == 3 { bytes.removeLast(bytes.count / 3) } else { bytes[bytes.count / 2] ^= 1 }
      try files.write(bytes, to: path)
    }
    let ran = try place.run("resume big")
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(try place.data(ran.output) == expected)
    let runs = place.finished().values
    #expect(runs.count { $0 == 2 } == 6)
    #expect(runs.count { $0 == 1 } == 54)
  }

  @Test("Ctrl-C leaves a job running; it is listed, cancelled, taken up and dropped")
  func left() throws {
    let place = try JobPlace()
    let expected = try threads(place)
    let process = try place.start("\(Self.sweep) \(Self.engine) as big")
    #expect(place.waits { place.shards.count >= 2 })
    kill(process, SIGINT)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    #expect((status >> 8) & 0xFF == 130 || place.shards.count == 60)
    let cancelled = try place.run("cancel job big")
    #expect(cancelled.status == 0, "\(cancelled.errors)")
    #expect(place.waits(2) { place.workers.isEmpty })
    let ran = try place.run("jobs; resume big")
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(try place.data(ran.output) == expected)
    #expect(place.ranOnce)
    let dropped = try place.run("drop job big; jobs")
    #expect(dropped.status == 0 && DiskFiles().entries(of: place.results).isEmpty, "\(dropped.errors)")
  }

  @Test("A shard that fails each time ends its job with the reason, and the rest is kept")
  func failing() throws {
    let place = try JobPlace()
    _ = try place.run("\(Self.sweep) \(Self.engine) as big")
    let files = DiskFiles()
    for name in place.shards.prefix(5) { try files.remove("\(place.folder)/shards/\(name)") }
    try files.write("{", to: "\(place.folder)/cells/0.json")
    let ran = try place.run("resume big")
    #expect(ran.status == 1 && ran.errors.contains("engine-failed") && ran.errors.contains("3 times"), "\(ran.errors)")
    #expect(place.shards.count == 55)
  }

  @Test("Workers and jobs of another build are left out, `--safe` starts none, a folder that is no job has none")
  func refused() throws {
    let place = try JobPlace()
    _ = try place.run("\(Self.sweep) \(Self.engine) as big")
    let files = DiskFiles()
    let path = "\(place.folder)/job.json"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    try files.write(text.replacing("\"build\": \"0.1.0", with: "\"build\": \"0.0.9"), to: path)
    let worker = try place.tas(["--worker", place.folder])
    #expect(worker.status == 1 && worker.errors.contains("another build"), "\(worker)")
    let resumed = try place.run("resume big")
    #expect(resumed.status == 1 && resumed.errors.contains("worker-version"), "\(resumed.errors)")
    let safe = try place.run("\(Self.sweep) \(Self.engine)", options: ["--safe"])
    #expect(safe.status == 1 && safe.errors.contains("starts no engine"), "\(safe.errors)")
    #expect(try place.tas(["--worker", place.results]).status == 2)
  }

  @Test("Work beyond its budget is refused before it begins")
  func budget() throws {
    let place = try JobPlace()
    let ran = try place.run(
      "load sample AAPL; set max_cells 10M; sweep cross(fast=2..200, slow=50..400) on SPY, AAPL "
        + "with engine processes, engine_from 0, budget 1s")
    #expect(ran.status == 1 && ran.errors.contains("over-budget"), "\(ran.errors)")
  }

  @Test(
    "A full disk stops a job with the reason, and with room again it continues",
    .enabled(if: getuid() == 0, "needs root")
  )
  func fullDisk() throws {
    let place = try JobPlace()
    let expected = try threads(place)
    mkdir(place.results, 0o700)
    try #require(mount("tmpfs", place.results, "size=160k"))
    defer { _ = unmount(place.results) }
    let ran = try place.run("\(Self.sweep) \(Self.engine) as big")
    #expect(ran.status == 1 && ran.errors.contains("No space left"), "\(ran.errors)")
    let before = place.finished()
    try #require(mount("tmpfs", place.results, "remount,size=4m"))
    let again = try place.run("resume big")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try place.data(again.output) == expected)
    let after = place.finished()
    for (shard, count) in before { #expect(after[shard] == count) }
  }

  /// The Python that has Ray: TAS_RAY_PYTHON, else the one of `scripts/setup scale`; nil if there is none.
  private static let ray: String? = {
    let named = getenv("TAS_RAY_PYTHON").map { String(cString: $0) } ?? "\(PackageFolder.path)/.build/scale/bin/python3"
    return DiskFiles().exists(named) ? named : nil
  }()

  @Test(
    "A sweep on two nodes of Ray, which ask for a token, has the bytes of one on threads",
    .enabled(if: EngineTests.ray != nil, "no Python with Ray: `scripts/setup scale`"))
  func cluster() throws {
    let python = try #require(Self.ray)
    let place = try JobPlace()
    let expected = try threads(place)
    try place.place.write(
      "cluster.py",
      """
      import sys
      from ray.cluster_utils import Cluster
      cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
      cluster.add_node(num_cpus=1)
      open(sys.argv[1], "w").write(cluster.address)
      sys.stdin.read()
      cluster.shutdown()
      """)
    // Nodes have the address of the machine and not of the loopback, so that tas asks for a token.
    let token = [
      "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": String(repeating: "0f", count: 16), "RAY_USAGE_STATS_ENABLED": "0",
    ]
    let variables = place.place.environment.merging(token) { $1 }.map { "\($0.key)=\($0.value)" }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var child = ChildProcess(
      python, [place.place.path + "/cluster.py", place.place.path + "/address"], environment: variables)
    child.copy(ends[0], as: 0)
    child.close(ends[1])
    for descriptor: Int32 in 1...2 { child.open("/dev/null", O_WRONLY, as: descriptor) }
    let process = try child.start()
    defer {
      close(ends[1])
      _ = ChildProcess.status(of: process)
    }
    #expect(place.waits(60) { place.place.text("address")?.isEmpty == false })
    let address = try #require(place.place.text("address"))
    let statement =
      "set scale_python \"\(python)\"; \(Self.sweep) with engine ray \"\(address)\", engine_from 0, shard 40 runs as big"
    let refused = try place.run(statement)
    #expect(refused.status == 1 && refused.errors.contains("engine-needs-token"), "\(refused.errors)")
    let ran = try place.run(statement, environment: token)
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(try place.data(ran.output) == expected)
    #expect(place.ranOnce && place.shards.count == 60)
    #expect(place.waits(2) { place.workers.isEmpty })
  }

  private func mount(_ kind: String, _ path: String, _ options: String) -> Bool {
    guard let process = try? ChildProcess("/bin/mount", ["-t", kind, "-o", options, kind, path]).start() else {
      return false
    }
    return ChildProcess.status(of: process) == 0
  }

  private func unmount(_ path: String) -> Bool {
    guard let process = try? ChildProcess("/bin/umount", [path]).start() else { return false }
    return ChildProcess.status(of: process) == 0
  }
}
