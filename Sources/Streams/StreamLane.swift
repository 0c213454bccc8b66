import Calendar

/// One live series: its messages in, its closed bars out, each once and in order.
struct StreamLane {
  /// What is decided next, in the order of time.
  private enum Closing {
    case bar(StreamedBar)
    /// Bars from one to another that the stream does not have completely.
    case missing(from: Int64, through: Int64, hadTrades: Bool)
  }

  /// A question for bars that is under way.
  private struct Question {
    var from: Int64
    var through: Int64
    var hadTrades: Bool
    var tries = 0
    var again: Int64?
  }

  let series: String
  let subscription: Subscription
  let symbol: String
  /// The length of a bar in milliseconds.
  let length: Int64
  /// The time after its end until which a period waits for messages that are late.
  private let lateness: Int64
  private let closesBars: Bool
  /// The hours of its market; nil if that never closes.
  private let hours: MarketHours?
  /// The length of the provider's bars.
  private let partLength: Int64
  /// The time after a subscription in which it has certainly begun, in milliseconds.
  private static let settling: Int64 = 5000
  private var identities: TradeIdentities
  private var open: [BarPeriod] = []
  private var recent: [BarPeriod] = []
  private var queue: [Closing] = []
  private var question: Question?
  /// The beginning of the last bar that was given out, or that history has.
  private(set) var lastBar: Int64?
  private var lastClosed = Int64.min
  /// The last bar of history, until the stream shows that it is over: by another clock it may be in the making.
  private var unproven: Int64?
  /// The last period that the stream does not have completely.
  private var taintedThrough = Int64.min
  private var isFresh = true
  /// True once something of the stream was lost.
  private var isCut = false
  /// The time of the subscription.
  private var since: Int64
  private(set) var newest: (time: Int64, price: Double)?
  private(set) var counts = StreamCounts()
  private(set) var lastMessage: Int64?
  var refusal: StreamRefusal?

  init(
    _ series: String, _ subscription: Subscription, _ dialect: any StreamDialect, lastBar: Int64?, grace: Int64,
    hours: MarketHours?, at now: Int64
  ) {
    let profile = dialect.profile
    (self.series, self.subscription, symbol) = (series, subscription, dialect.spelled(subscription.symbol))
    length = subscription.timeframe.nominalMilliseconds
    lateness = max(grace, subscription.isOfTrades ? 0 : profile.lateness)
    closesBars = profile.closesBars
    partLength = profile.barLengths == [.minute] ? 60_000 : length
    identities = TradeIdentities(isConsecutive: profile.hasConsecutiveNumbers)
    self.lastBar = lastBar
    (lastClosed, unproven) = (lastBar ?? .min, lastBar)
    self.hours = hours
    since = now
  }

  /// The time without a trade after which a market is taken to be closed outside its hours.
  private static let afterHours: Int64 = 60_000

  /// True if the market is closed at a time of the exchange, and nothing comes of trades before or after its hours.
  func isMarketClosed(at clock: Int64, _ now: Int64) -> Bool {
    guard let hours, !hours.isOpen(at: Timestamp(milliseconds: clock)) else { return false }
    return lastMessage.map { now - $0 >= Self.afterHours } ?? true
  }

  /// The beginning of the period of a time.
  private func start(of time: Int64) -> Int64 { time.floored(by: length) * length }

  /// The bar in the making.
  var making: StreamedBar? { open.last?.bar }

  /// The connection is another one: what came in between is not here.
  mutating func restart(at now: Int64) {
    (isFresh, since) = (true, now)
    identities.restart()
  }

  // MARK: Messages

  /// Takes a trade.
  ///
  /// - Parameter clock: the time at the exchange, which is that of the trade or later.
  mutating func take(
    _ trade: StreamTrade, arrived now: Int64, clock: Int64, into actions: inout [StreamAction]
  ) {
    guard subscription.isOfTrades else { return }
    lastMessage = now
    guard identities.insert(trade) else { return counts.duplicates += 1 }
    let start = start(of: trade.milliseconds)
    if trade.isOld {
      // A period of which a start has trades is not complete, as the others before it are not told.
      guard !isFresh, start > lastClosed else { return }
      taintedThrough = max(taintedThrough, start)
      let index = place(of: start)
      open[index].add(trade)
      return
    }
    if trade.movesLast, newest.map({ $0.time <= trade.milliseconds }) ?? true {
      newest = (trade.milliseconds, trade.price)
    }
    // The first one may be of the period before the one that the connection begins in.
    reopen(at: clock)
    begin(at: clock)
    if start > lastClosed {
      let index = place(of: start)
      open[index].add(trade)
      return
    }
    counts.late += 1
    guard let index = recent.firstIndex(where: { $0.start == start }) else { return }
    recent[index].add(trade)
    if start > taintedThrough, let bar = recent[index].bar { revise(bar, &actions) }
  }

  mutating func take(_ part: ProviderBar, arrived now: Int64, into actions: inout [StreamAction]) {
    guard !subscription.isOfTrades, part.span <= length, length % part.span == 0 else { return }
    lastMessage = now
    if newest.map({ $0.time <= part.bar.time }) ?? true { newest = (part.bar.time, part.bar.close) }
    let start = start(of: part.bar.time)
    if part.state == .making { reopen(at: part.bar.time) }
    if start > lastClosed {
      begin(at: part.bar.time + (part.state == .making ? 0 : part.span - 1), span: part.span)
      let index = place(of: start)
      if !open[index].add(part) { counts.duplicates += 1 }
      // Of bars that do not say so the later one shows that the former is over.
      if !closesBars { close(before: start, &actions) }
      if open.first(where: { $0.start == start })?.isComplete(until: start + length) == true {
        close(before: start + length, &actions)
      }
      return
    }
    if start == unproven, part.span == length, part.state != .making {
      // The provider's last word on the last bar of history.
      unproven = nil
      return revise(part.bar, &actions)
    }
    guard let index = recent.firstIndex(where: { $0.start == start }) else { return }
    guard part.state != .making else { return }
    guard recent[index].add(part) else { return counts.duplicates += 1 }
    counts.late += 1
    if start > taintedThrough, let bar = recent[index].bar { revise(bar, &actions) }
  }

  private mutating func revise(_ bar: StreamedBar, _ actions: inout [StreamAction]) {
    // A bar that waits in the queue is not told yet.
    for (index, closing) in queue.enumerated() {
      if case .bar(let waiting) = closing, waiting.time == bar.time {
        queue[index] = .bar(bar)
        return
      }
    }
    actions.append(.bar(series, bar, .revised))
  }

  /// The index of the open period that begins at a time, which is made if there is none.
  private mutating func place(of start: Int64) -> Int {
    var index = open.endIndex
    while index > 0, open[index - 1].start > start { index -= 1 }
    if index > 0, open[index - 1].start == start { return index - 1 }
    open.insert(BarPeriod(start: start), at: index)
    return index
  }

  /// Opens the last bar of history again if it is in the making at a time of the exchange; it will be asked for.
  private mutating func reopen(at clock: Int64) {
    guard let last = unproven else { return }
    unproven = nil
    guard start(of: clock) <= last else { return }
    lastClosed = start(of: clock) - length
    lastBar = lastClosed
  }

  /// With the first message of a connection: the bars since the last one, and the part of this one, are not here.
  private mutating func begin(at time: Int64, span: Int64? = nil) {
    guard isFresh else { return }
    isFresh = false
    let now = start(of: time)
    // Of the provider's own bars each is complete, however late it was asked for.
    let isPart = subscription.isOfTrades || span.map { $0 < length && time - now >= $0 } ?? false
    if lastClosed > .min, now - length > lastClosed {
      let hadTrades = open.contains { $0.start == now - length && $0.bar != nil }
      open.removeAll { $0.start < now }
      queue.append(.missing(from: lastClosed + length, through: now - length, hadTrades: hadTrades))
      lastClosed = now - length
    }
    guard isPart, now > lastClosed else { return }
    taintedThrough = now
    // It is asked for even if nothing more comes in it.
    _ = place(of: now)
  }

  /// Messages were lost: what is open is not complete.
  mutating func lose(_ count: Int) {
    counts.dropped += count
    (isFresh, isCut) = (true, true)
    identities.restart()
  }

  mutating func drop() { counts.dropped += 1 }
  mutating func countReconnect() {
    counts.reconnects += 1
    isCut = true
  }
  mutating func countDuplicates(_ count: Int) { counts.duplicates += count }

  // MARK: Closing

  /// Closes the periods whose time is over by the stream's clock, and asks for what is missing.
  mutating func advance(to clock: Int64, at now: Int64, _ actions: inout [StreamAction]) {
    // The first message after a subscription may be long in coming; what was open before it is not complete.
    if isFresh, now - since >= Self.settling {
      reopen(at: clock)
      begin(at: clock, span: partLength)
    }
    while !isFresh, let period = open.first {
      let end = period.start + length
      let isOver = clock >= end + lateness
      let isProven = subscription.isOfTrades && identities.isWithoutHole && open.count > 1
      guard isOver || isProven else { break }
      if isOver, !isProven, identities.hasHole {
        // What has not come by now does not come.
        taintedThrough = max(taintedThrough, start(of: clock))
        isCut = true
        identities.passHoles()
      }
      if period.hasMakingPart, closesBars { taintedThrough = max(taintedThrough, period.start) }
      close(before: end, &actions)
    }
    if let again = question?.again, now >= again {
      question?.again = nil
      ask(&actions)
    }
    decide(&actions)
  }

  /// Closes the periods that begin before a time.
  private mutating func close(before time: Int64, _ actions: inout [StreamAction]) {
    while let period = open.first, period.start < time {
      open.removeFirst()
      defer { lastClosed = period.start }
      recent.append(period)
      if recent.count > 4 { recent.removeFirst() }
      if period.start <= taintedThrough {
        // What is missing may be of a period before, of which nothing came.
        let from = lastClosed == .min ? period.start : lastClosed + length
        queue.append(.missing(from: from, through: period.start, hadTrades: period.bar != nil))
      } else if let bar = period.bar {
        queue.append(.bar(bar))
      }
    }
    decide(&actions)
  }

  /// Gives out what is decided, up to what has to be asked for.
  private mutating func decide(_ actions: inout [StreamAction]) {
    while question == nil, !queue.isEmpty {
      switch queue.removeFirst() {
      case .bar(let bar): give(bar, .closed, &actions)
      case .missing(let from, let through, let hadTrades):
        question = Question(from: from, through: through, hadTrades: hadTrades)
        ask(&actions)
      }
    }
  }

  private func ask(_ actions: inout [StreamAction]) {
    guard let question else { return }
    actions.append(.fetch(series, from: question.from, through: question.through))
  }

  private mutating func give(_ bar: StreamedBar, _ kind: StreamAction.BarKind, _ actions: inout [StreamAction]) {
    guard bar.time > lastBar ?? .min else { return }
    lastBar = bar.time
    counts.bars += 1
    actions.append(.bar(series, bar, kind))
  }

  /// Takes the bars that the provider has of a question; nil if it could not be asked.
  mutating func take(answer bars: [StreamedBar]?, at now: Int64, into actions: inout [StreamAction]) {
    guard var asked = question else { return }
    let inside = (bars ?? []).filter { (asked.from...asked.through).contains($0.time) && $0.time > lastBar ?? .min }
    if bars != nil, asked.hadTrades, inside.last?.time != asked.through, asked.tries < 3 {
      // A bar that has just ended may not be there yet.
      asked.again = now + 2000 << Int64(asked.tries)
      asked.tries += 1
      question = asked
      return
    }
    question = nil
    for bar in inside.sorted(by: { $0.time < $1.time }) { give(bar, .filled, &actions) }
    let isUnfilled = bars == nil || asked.hadTrades && inside.last?.time != asked.through
    if isCut, isUnfilled || !inside.isEmpty {
      counts.gaps += 1
      counts.filled += inside.count
      actions.append(.gap(series, from: asked.from, through: asked.through, filled: isUnfilled ? nil : inside.count))
    }
    decide(&actions)
  }
}

/// What a live series has counted.
public struct StreamCounts: Sendable, Hashable {
  /// Bars that were given out.
  public var bars = 0
  /// Stretches of time that the stream did not have.
  public var gaps = 0
  /// Bars that were fetched for them.
  public var filled = 0
  /// Messages that were not read in time, or not of this world.
  public var dropped = 0
  /// Messages that had come before.
  public var duplicates = 0
  /// Messages of a bar that was closed.
  public var late = 0
  /// Connections after the first one.
  public var reconnects = 0

  /// Nothing.
  public init() {}
}
