import JSON
import Sessions
import Shell
import Strategies
import TestSupport
import Testing

@Suite("The ledger counts each trial once")
struct TrialLedgerTests {
  private static let prepared = """
    load sample SPY
    strategy s(n = 20) { enter long when close > sma(n); exit when close < sma(n) }
    """

  /// The trials after statements and one more backtest of other values.
  private func trials(_ session: inout ScriptedSession, _ statement: String) throws -> Int? {
    _ = try session.result(statement + "\nnames")
    return try session.result("backtest s(n = 400) since 2012")["certificate"]?["trials"]?.intValue
  }

  @Test("Whichever statement ran a combination")
  func across() throws {
    var session = ScriptedSession()
    _ = try session.result(Self.prepared + "\nnames")
    #expect(try trials(&session, "sweep s(n = 5..14) since 2012") == 11)
    #expect(try trials(&session, "backtest s(n = 7) since 2012") == 11)
    #expect(try trials(&session, "search s(n = 5..14) 10 trials using random since 2012") == 11)
    #expect(try trials(&session, "search s(n = 5..15) 11 trials seed 4 since 2012") == 12)
    #expect(try trials(&session, "crossvalidate s(n = 5..15) groups 6 since 2012") == 12)
    #expect(try trials(&session, "sweep s(n = 5..15) by trades since 2012") == 12)
    // The run that follows the choices of a walk-forward is one more.
    #expect(try trials(&session, "walkforward s(n = 5..15) train 500 bars test 250 bars since 2012") == 13)
    #expect(try trials(&session, "walkforward s(n = 5..16) train 500 bars test 250 bars since 2012") == 15)
  }

  @Test(
    "Neither the name, the defaults nor the blanks of a strategy make another trial, and all that runs depend on does")
  func identity() throws {
    var session = ScriptedSession()
    _ = try session.result(Self.prepared + "\nnames")
    #expect(try trials(&session, "backtest s since 2012") == 2)
    let same = "strategy t(n = 9) {\n  enter long when   close > sma(n); exit when close < sma(n) }"
    #expect(try trials(&session, "\(same)\nbacktest t(n = 20) since 2012") == 2)
    #expect(try trials(&session, "backtest s since 2012 with commission 1bp") == 3)
    #expect(try trials(&session, "backtest s since 2013") == 4)
    #expect(try trials(&session, "sweep s(n = [20]) with commission = [0, 1bp], fill = [open, close] since 2012") == 6)
    let named = "strategy u(n = 9) { enter long when close > level * sma(n); exit when close < sma(n) }"
    #expect(try trials(&session, "let level = 1\n\(named)\nbacktest u since 2012") == 7)
    #expect(try trials(&session, "let level = 1.01\nbacktest u since 2012") == 8)
    #expect(try trials(&session, "use SPY timeframe 1w\nbacktest s since 2012\nuse SPY timeframe 1d") == 9)
  }

  @Test("In any order, added from sessions in any order, and as a file has them")
  func orders() {
    var dice = Dice(8)
    for round in 0..<100 {
      // Keys are hashes; others, crowded at one end, are found as well.
      let factor: UInt64 = round % 4 == 0 ? 3 : 0x9E37_79B9_7F4A_7C15
      let trials = (0..<dice.whole(1...80)).map { _ in
        Trial(
          key: UInt64(dice.whole(0...60)) &* factor,
          sharpe: dice.whole(0...5) == 0 ? .nan : dice.number(-1...2), isEstimate: dice.whole(0...2) == 0)
      }
      // A run over the full window has one ratio however often it is repeated; estimates of it differ.
      let first = Dictionary(trials.map { ($0.key, $0.sharpe) }) { one, _ in one }
      let fixed = trials.map { $0.isEstimate ? $0 : Trial(key: $0.key, sharpe: first[$0.key] ?? .nan) }
      var whole = TrialLedger()
      whole.add(fixed)
      #expect(whole.tally.count == first.count)
      let cut = dice.whole(0...fixed.count)
      var (late, early) = (TrialLedger(), TrialLedger())
      late.add(fixed[cut...])
      early.add(fixed[..<cut])
      late.add(early)
      #expect(late.tally == whole.tally && late.keys == whole.keys)
      var reversed = TrialLedger()
      for trial in fixed.reversed() { reversed.add([trial]) }
      #expect(reversed.tally == whole.tally && reversed.keys == whole.keys)
      let read = TrialText.ledger(reading: TrialText.json(of: whole))
      #expect(read.keys == whole.keys && read.tally == whole.tally && read.areEstimates == whole.areEstimates)
    }
  }

  @Test("A ratio takes the place of a missing one, and of no other")
  func missing() {
    var ledger = TrialLedger()
    ledger.add([Trial(key: 4, sharpe: .nan), Trial(key: 9, sharpe: 1)])
    #expect(ledger.tally.count == 2 && ledger.tally.known == 1)
    ledger.add([Trial(key: 4, sharpe: 0.5), Trial(key: 9, sharpe: 3), Trial(key: 9, sharpe: .nan)])
    #expect(ledger.tally.count == 2 && ledger.tally.known == 2 && ledger.tally.mean == 0.75)
  }

  @Test("A run over the full window takes the place of an estimate, and of two estimates the greater stays")
  func estimates() {
    let estimates = [0.5, 0.25].map { Trial(key: 4, sharpe: $0, isEstimate: true) }
    let whole = Trial(key: 4, sharpe: 0.125)
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
      let trials = order.map { (estimates + [whole])[$0] }
      var ledger = TrialLedger()
      for trial in trials { ledger.add([trial]) }
      var together = TrialLedger()
      together.add(trials)
      #expect(ledger.sharpes == [0.125] && ledger.areEstimates == [false] && together == ledger)
    }
    var ledger = TrialLedger()
    ledger.add(estimates)
    #expect(ledger.sharpes == [0.5])
  }

  @Test("A deflated Sharpe ratio does not depend on whether a walk-forward or a sweep came first")
  func walked() throws {
    let walk = "walkforward s(n = 5..15) train 500 bars test 250 bars since 2012"
    let sweep = "sweep s(n = 5..15) since 2012"
    let ratios = try [[walk, sweep], [sweep, walk], [sweep, walk, sweep], [walk, sweep, sweep]].map { statements in
      var session = ScriptedSession()
      _ = try session.result(([Self.prepared] + statements + ["names"]).joined(separator: "\n"))
      let result = try session.result("backtest s(n = 7) since 2012")
      return result["significance"]?["deflated_sharpe"]?.doubleValue
    }
    #expect(ratios[0] != nil && Set(ratios).count == 1)
  }

  @Test("Beyond its room a trial counts as new, so that there are never fewer than were tried")
  func room() {
    var ledger = TrialLedger(most: 10)
    let trials = (0..<16).map { Trial(key: UInt64($0), sharpe: Double($0)) }
    ledger.add(trials)
    #expect(ledger.keys.count == 10 && ledger.tally.count == 16)
    ledger.add(trials[..<10])
    #expect(ledger.tally.count == 16)
    ledger.add(trials[10...])
    #expect(ledger.tally.count == 22)
    #expect(abs(TrialTally(trials.map(\.sharpe)).mean - 7.5) < 1e-12)
  }

  @Test("A damaged text of trials is left out, and a count of an earlier version is kept")
  func damaged() {
    var ledger = TrialLedger()
    ledger.add([Trial(key: 1, sharpe: 0.5), Trial(key: .max, sharpe: 0.25)])
    guard case .object(var members) = TrialText.json(of: ledger) else { return }
    #expect(members.count == 2)
    members[0].value = .string("?" + String(repeating: "A", count: 15))
    members.append(JSONValue.Member("0123456789abcdef", .integer(40)))
    let read = TrialText.ledger(reading: .object(members))
    #expect(read.keys == [.max] && read.tally.count == 41)
  }
}
