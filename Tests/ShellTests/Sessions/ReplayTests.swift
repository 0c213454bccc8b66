import JSON
import Language
import Platform
import Reports
import Sessions
import Shell
import Synchronization
import TestSupport
import Testing
import Work

/// Results of each kind in a session's file, made again by their statements.
@Suite("Results that are computed again")
struct ReplayTests {
  static let preparation = """
    load sample SPY
    load sample IBM
    load sample AAPL
    let calm = 25 + 5
    strategy cross(fast = 12, slow = 26) {
      enter long when ema(fast) crosses above ema(slow) and rsi(14) > calm
      exit long when ema(fast) crosses below ema(slow)
    }
    backtest cross since 2012 with commission 0.1% as trial
    backtest cross(fast = 5) since 2012 as other
    dcf ACME { price = 20; revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
    save scenario base
    dcf bull = base with growth = 8%
    save scenario bull
    dcf base
    """

  /// Statements whose results a session keeps, one for each kind.
  static let statements = [
    "sweep cross(fast = [5, 10], slow = [20, 30]) since 2012 with commission 0.1% as kept",
    "search cross(fast = 5..20, slow = 21..40) 6 trials seed 3 since 2012 as kept",
    "walkforward cross(fast = 5..10 step 5) train 2y test 1y since 2012 as kept",
    "crossvalidate cross(fast = 5..15 step 5, slow = [20, 30]) groups 5 test 1 since 2012 as kept",
    "montecarlo trial 200 runs seed 1 as kept", "backtest cross on SPY, AAPL since 2012 as kept",
    "backtest cross since 2015 as kept", "signals cross since 2019 as kept", "compare trial, other as kept",
    "study rsi(14) < calm after [1, 5] as kept",
    "correlation SPY, AAPL, IBM since 2012 as kept",
    "show close, rsi(14) last 5 as kept", "rsi(14) last 5 as kept", "trades trial as kept", "calendar trial as kept",
    "patterns last 3 as kept", "dcf base as kept", "dcf bull = base with growth = 7% as kept",
    "dcf growth = 6% as kept",
    "simulate base 500 runs growth + normal(0pp, 2pp) seed 7 as kept",
    "sensitivity base growth = 1%..5% step 1%, discount = 8%..10% step 1% as kept", "tornado base as kept",
    "breakeven base as kept", "solve base growth as kept", "compare base, bull as kept", "findings as kept",
  ]

  private let files: DiskFiles

  init() {
    files = DiskFiles(folder: "/tmp/tas-replay-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
  }

  private func environment() -> Environment {
    var environment = Environment.still
    environment.files = files
    return environment
  }

  /// Runs a script; gives its last result and its errors.
  private func run(
    _ script: String, _ environment: Environment
  ) -> (result: (any StatementResult)?, errors: [String]) {
    var interpreter = Interpreter(environment: environment)
    var last: (any StatementResult)?
    var errors: [String] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): last = outcome.result
      case .failure(let diagnostic, _, _): errors.append("[\(diagnostic.code.name)] \(diagnostic.message)")
      }
    }
    return (last, errors)
  }

  private func replay(_ path: String) -> (report: ReplayReport?, errors: [String]) {
    let (result, errors) = run("replay \"\(path)\"", environment())
    return (result as? ReplayReport, errors)
  }

  /// A session's document with one number of a kept result changed in its last bit.
  ///
  /// - Parameters:
  ///   - path: the keys below the result.
  ///   - fromEnd: whether the last number below them is changed, or the first.
  private func changed(_ session: JSONValue, at path: [String], fromEnd: Bool) throws -> (JSONValue, String)? {
    var session = session
    let results = try #require(session["results"]?.elements)
    let place = try #require(results.firstIndex { $0["name"]?.stringValue == "kept" })
    guard var part = path.reduce(results[place], { $0?[$1] ?? .null }) as JSONValue? else { return nil }
    var name: String?
    part = part.changingNumber(fromEnd: fromEnd, found: &name)
    guard let name else { return nil }
    var result = results[place]
    result.set(part, at: path[...])
    var all = results
    all[place] = result
    session["results"] = .array(all)
    return (session, name)
  }

  @Test("A result is the same if nothing was changed, and each changed number is found", arguments: statements)
  func eachKind(_ statement: String) throws {
    let made = run("\(Self.preparation)\n\(statement)\nsave session \"kept.json\"", environment())
    #expect(made.errors.isEmpty, "\(made.errors)")
    let untouched = replay("kept.json")
    #expect(untouched.errors.isEmpty, "\(untouched.errors)")
    let line = try #require(untouched.report?.lines.first { $0.name == "kept" })
    #expect(line.reason == nil, "\(line.reason ?? "")")
    let session = try JSONValue(parsing: try files.read("kept.json"))
    var changes = 0
    let paths = [
      ["fields"], ["numbers"], ["texts"], ["page", "data"], ["page", "page"], ["certificate", "certificate"],
    ]
    for path in paths {
      for fromEnd in [false, true] {
        guard let (other, name) = try changed(session, at: path, fromEnd: fromEnd) else { continue }
        try files.write(other.prettyWrite(sortedKeys: true), to: "changed.json")
        let outcome = replay("changed.json")
        #expect(
          outcome.errors.first?.hasPrefix("[replay-differs]") == true,
          "\(path.joined(separator: ".")) \(name): \(outcome.errors)")
        changes += 1
      }
    }
    #expect(changes > 0 || statement.contains("on SPY, AAPL"))
  }

  @Test("Later definitions, settings, scenarios and trials leave an earlier result as it was")
  func laterStatements() throws {
    let made = run(
      """
      \(Self.preparation)
      sweep cross(fast = [5, 10], slow = [20, 30]) since 2012 as grid
      simulate base 500 runs growth + normal(0pp, 2pp) seed 7 as fan
      dcf bull = base with growth = 7% as higher
      let calm = 50
      strategy cross(fast = 3, slow = 9) { enter long when close > sma(fast); exit long when close < sma(slow) }
      set commission 1%
      sweep cross(fast = [5, 10]) since 2012 as later
      load sample BAC
      use SPY
      dcf growth = 1%
      save scenario base
      dcf AAPL { price = 172.5; shares = 15.74B; revenue = 383.3B; growth = 3%; margin = 30%; discount = 9%
        terminal = 2.5% } as early
      load sample fundamentals AAPL
      save session "kept.json"
      """, environment())
    #expect(made.errors.isEmpty, "\(made.errors)")
    let (report, errors) = replay("kept.json")
    #expect(errors.isEmpty, "\(errors)")
    for name in ["grid", "fan", "higher", "later", "valuation", "early"] {
      let line = try #require(report?.lines.first { $0.name == name })
      #expect(line.reason == nil && line.count > 0, "\(name): \(line.reason ?? "no numbers")")
    }
  }

  @Test("A run on bars that were changed later is left out with the reason")
  func laterBars() throws {
    let made = run(
      """
      load sample SPY
      strategy hold { enter long when close > 0 }
      backtest hold since 2015 as kept
      adjust SPY dividend 5 on 2016-06-01
      save session "kept.json"
      """, environment())
    #expect(made.errors.isEmpty, "\(made.errors)")
    let (_, errors) = replay("kept.json")
    #expect(errors.allSatisfy { $0.hasPrefix("[replayed-nothing]") }, "\(errors)")
  }

  @Test("A result that rests on data that is not kept says so, and others are counted by their kind")
  func leftOut() throws {
    let made = run(
      """
      load sample SPY
      study rsi(14) < 30 after [1, 5]
      _ as again
      rsi(14) last 5 as kept
      save session "kept.json"
      """, environment())
    #expect(made.errors.isEmpty, "\(made.errors)")
    let (report, errors) = replay("kept.json")
    #expect(errors.isEmpty, "\(errors)")
    #expect(report?.lines.first { $0.name == "again" }?.reason?.contains("which a session does not keep") == true)
    #expect(report?.leftOut == "1 study result")
  }

  @Test("Work that was stopped is not compared with the complete work")
  func stopped() throws {
    let asks = Mutex(0)
    var environment = environment()
    environment.monitor = WorkMonitor(isCancelled: {
      asks.withLock {
        $0 += 1
        return $0 > 12
      }
    })
    var interpreter = Interpreter(environment: environment)
    var errors: [String] = []
    _ = interpreter.runScript(
      """
      dcf ACME { price = 20; revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
      simulate 1_000_000 runs growth + normal(0pp, 2pp) seed 7 as fan
      save session "kept.json"
      """, named: "test", keepGoing: false
    ) { event, _ in
      switch event {
      // Whoever stopped the simulation waits for the rest.
      case .outcome(let outcome): if outcome.result?.kind == "simulation" { asks.withLock { $0 = -1_000_000 } }
      case .failure(let diagnostic, _, _): errors.append(diagnostic.message)
      }
    }
    #expect(errors.isEmpty, "\(errors)")
    let line = try #require(replay("kept.json").report?.lines.first { $0.name == "fan" })
    #expect(line.reason == "its work was stopped")
  }
}

extension JSONValue {
  /// The value with one number changed in its last bit; its path is returned.
  fileprivate func changingNumber(fromEnd: Bool, found: inout String?, at path: String = "") -> JSONValue {
    switch self {
    case .number(let value):
      guard found == nil, value.isFinite, !path.hasSuffix("width") else { return self }
      found = path
      return .number(value == 0 ? 1e-9 : value.nextUp)
    case .integer(let value):
      // Numbers of the page's look, such as decimals, are no figures.
      guard found == nil, !path.contains("columns"), !path.contains("format"), !path.contains("visible"),
        !path.contains("rules")
      else { return self }
      found = path
      return .integer(value + 1)
    case .object(let members):
      var all = members
      for index in fromEnd ? Array(all.indices.reversed()) : Array(all.indices) where found == nil {
        all[index].value = all[index].value.changingNumber(
          fromEnd: fromEnd, found: &found, at: "\(path).\(all[index].key)")
      }
      return .object(all)
    case .array(let elements):
      var all = elements
      for index in fromEnd ? Array(all.indices.reversed()) : Array(all.indices) where found == nil {
        all[index] = all[index].changingNumber(fromEnd: fromEnd, found: &found, at: "\(path).\(index)")
      }
      return .array(all)
    case .null, .bool, .decimal, .string: return self
    }
  }

  /// Puts a value below some keys.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else {
      self = value
      return
    }
    var inner = self[key] ?? .null
    inner.set(value, at: path.dropFirst())
    self[key] = inner
  }
}
