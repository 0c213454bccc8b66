import Calendar
import Evaluation
import JSON
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Streams
import Text
import Work
import Workspace

/// The forms of `wait`.
private enum WaitForm: String {
  case bar
  case end
  case condition
  case time
}

extension Command {
  package static let wait = Command(
    CommandSyntax(
      "wait",
      forms: [
        CommandSyntax.Form(
          WaitForm.bar, [.keyword("for"), .keyword("bar"), .optional(role: .awaitedSeries)],
          clauses: [.clause("for", .longestWait)]),
        CommandSyntax.Form(
          WaitForm.end, [.keyword("until"), .keyword("end")], clauses: [.clause("for", .longestWait)]),
        CommandSyntax.Form(
          WaitForm.condition, [.keyword("until"), .required(.awaited)], clauses: [.clause("for", .longestWait)]),
        CommandSyntax.Form(WaitForm.time, [.required(.waitTime)], clauses: [.clause("for", .longestWait)]),
      ], hasResult: false),
    category: .data, summary: "Waits for a bar, a condition, a time or the end of a recording, while live series grow.",
    discussion: """
      `wait for bar` ends with the next bar that closes, of any live series or the one named; `wait until EXPR` with the \
      first bar after which the condition holds, or at a time of day (`wait until 16:00`); `wait until end` when recordings are played to their end. `for 2h` is the \
      longest wait, after which the statement fails [wait-timeout]. Of a replay the times are the recorded ones, so that a \
      script can test itself: two replays give the same bytes.
      """,
    examples: ["wait for bar", "wait until last(close) > 100k for 2h", "wait until end", "wait 5m"]
  ) { execution, call throws(Diagnostic) in
    try execution.wait(call)
  }
}

extension Role<Expression> {
  fileprivate static var awaited: Self { .expression("condition", "EXPR") }
}

extension Role<Word> {
  fileprivate static var waitTime: Self { .word("time", .any, "5m") }
}

extension OptionalRole<Word> {
  fileprivate static var awaitedSeries: Self { Self(.word("series", .series, "SERIES")) }
  fileprivate static var longestWait: Self { Self(.word("for", .any, "2h")) }
}

extension Execution {
  fileprivate mutating func wait(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var form = try call.form(of: WaitForm.self)
    let limit = try call[.longestWait].map { word throws(Diagnostic) in try duration(word) }
    let series = try call[.awaitedSeries].map { word throws(Diagnostic) in try loadedSeries(word).name }
    let live = state.live
    var time = form == .time ? try duration(try call[.waitTime]) : nil
    var condition = form == .condition ? try call[.awaited] : nil
    if let asked = condition, case .timeOfDay(let minutes) = try lastValue(of: asked) {
      (form, condition, time) = (.time, nil, untilTime(of: minutes, from: live.now))
    }
    if let condition, try isTrue(condition) { return waited(for: 0, [:]) }
    if time == nil, live.isEmpty {
      throw Diagnostic(
        .nothingStreams, "nothing streams that could be waited for", at: call.commandSpan,
        hints: ["`stream SYMBOL from binance`, `stream from \"FILE.tasr\" at max`"])
    }
    let begin = live.now
    // The times of a replay alone are the recorded ones, to the millisecond.
    let end = live.isOnlyReplays ? [time, limit].compactMap(\.self).min().map { begin + $0 } : nil
    var bars: [String: Int] = [:]
    while true {
      try checkInterruption()
      var events = live.pump()
      if events.isEmpty { events = live.playOn(until: end) ?? [] }
      take(events)
      for event in events {
        if case .bar(_, let kind) = event.kind, kind != .revised { bars[event.series, default: 0] += 1 }
        if case .state(.refused(let refusal)) = event.kind {
          let source = live.statuses().first { $0.series == event.series }?.source ?? event.series
          throw diagnostic(refusal, of: source, at: call.commandSpan)
        }
      }
      let now = max(live.now, events.last?.at ?? .min)
      switch form {
      case .bar: if series.map({ bars[$0] != nil }) ?? !bars.isEmpty { return waited(for: now - begin, bars) }
      case .end: if live.isAtEnd { return waited(for: now - begin, bars) }
      case .condition:
        if let condition, !events.isEmpty, try isTrue(condition) { return waited(for: now - begin, bars) }
      case .time: if let time, now - begin >= time { return waited(for: now - begin, bars) }
      }
      if let limit, now - begin >= limit {
        let word = call[.longestWait]
        let awaited =
          try form == .condition ? sources.text(of: call[.awaited].span) : form == .end ? "the end" : "a bar"
        throw Diagnostic(
          .waitTimeout,
          "\(try word.map { word throws(Diagnostic) in try text(word) } ?? "the time") passed without \(awaited)",
          at: word?.span)
      }
      guard events.isEmpty else { continue }
      if live.isAtEnd, live.isOnlyReplays {
        // A time of a recording that is over passes at once.
        if form == .time { return waited(for: now - begin, bars) }
        throw Diagnostic(.waitTimeout, "the recording ended without it", at: call.commandSpan)
      }
      let before = environment.clock.now()
      let monitor = environment.monitor
      environment.clock.wait(0.005) { monitor.isStopped }
      // A stopped clock waits for nothing.
      guard environment.clock.now() == before, !live.hasNews, !live.isAsking, live.untilNextFrame() != 0 else {
        continue
      }
      if form == .time { return waited(for: 0, bars) }
      throw Diagnostic(.waitTimeout, "the clock of this session does not move", at: call.commandSpan)
    }
  }

  /// The milliseconds until the machine's clock shows a time of day.
  private func untilTime(of minutes: Double, from now: Int64) -> Int64 {
    let day: Int64 = 86_400_000
    let local = now + Int64(environment.utcOffset(now / 1000)) * 1000
    let wait = (Int64(minutes * 60_000) - local) % day
    return wait > 0 ? wait : wait + day
  }

  private mutating func isTrue(_ condition: Expression) throws(Diagnostic) -> Bool {
    let value = try lastValue(of: condition)
    guard case .truth(let truth) = value else {
      if value.number?.isNaN == true { return false }
      throw Diagnostic(
        .wrongKind, "a condition is true or false, but this is \(value.kind.described)", at: condition.span)
    }
    return truth == true
  }

  private mutating func duration(_ word: Word) throws(Diagnostic) -> Int64 {
    let text = try text(word)
    guard let time = Timeframe(text), time.unit <= .week else {
      throw Diagnostic(.wrongKind, "`\(text)` is not a time to wait", at: word.span, hints: ["`90s`, `5m`, `2h`, `1d`"])
    }
    return time.nominalMilliseconds
  }

  private func waited(for time: Int64, _ bars: [String: Int]) -> any StatementResult {
    let ended = state.live.statuses().filter { $0.state == .ended }
    var notes: [String] = []
    if state.live.isAtEnd {
      notes = ended.map {
        "\($0.series): \($0.counts.text) from \(NumberText.counted(state.live.messageCount, "message"))"
      }
    }
    let counts = bars.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.counted($0.value, "bar"))" }
    let message = notes.first ?? (counts.isEmpty ? "waited \(Self.seconds(time))" : counts.joined(separator: ", "))
    var details: [(String, JSONValue)] = [("bars", .integer(bars.values.reduce(0, +)))]
    if state.live.isAtEnd, !ended.isEmpty {
      details.append(
        (
          "replayed",
          [
            "messages": .integer(state.live.messageCount),
            "bars": .integer(ended.map(\.counts.bars).reduce(0, +)),
            "gaps": .integer(ended.map(\.counts.gaps).reduce(0, +)),
          ]
        ))
    }
    return Done(action: "wait", message: StyledText(message), details: details, notes: Array(notes.dropFirst()))
  }
}
