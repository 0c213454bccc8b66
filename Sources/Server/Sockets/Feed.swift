import Accounts
import JSON

/// The changes that a socket hears.
enum Feed: String, CaseIterable, Sendable {
  /// Everything, in envelopes that say what they are.
  case all = "/ws"
  case status = "/ws/status"
  case equity = "/ws/equity"
  case trades = "/ws/trades"
  case balance = "/ws/balance"

  fileprivate var summary: String {
    switch self {
    case .all: "A socket of all changes, in envelopes that say what they are."
    case .status: "A socket of the strategy's state."
    case .equity: "A socket of the equity, as pairs of time and amount."
    case .trades: "A socket of executions."
    case .balance: "A socket of what was paid in and what it is worth."
    }
  }

  /// The feed of a path, which may be below `/api/v1`.
  init?(path: String) {
    let own = path.hasPrefix("/api/v1/ws") ? String(path.dropFirst("/api/v1".count)) : path
    self.init(rawValue: own)
  }

  /// The texts of a state, or of what has changed since another.
  func texts(of state: FeedState, after former: FeedState?) -> [String] {
    var texts: [JSONValue] = []
    let hasStatus =
      former.map { $0.figures.isRunning != state.figures.isRunning || $0.figures.mode != state.figures.mode } ?? true
    let hasEquity = former.map { $0.figures.equity != state.figures.equity } ?? true
    let hasBalance = hasEquity || former?.figures.balance != state.figures.balance
    // A client that comes has the trades so far from the list.
    let trades = former.map { former in state.trades.filter { $0.id > former.lastTrade }.reversed() } ?? []
    switch self {
    case .all:
      if hasStatus { texts.append(state.statusEnvelope) }
      if hasEquity {
        texts.append([
          "type": "equity_update", "ts": .integer(Int(state.time)), "equity": .number(state.figures.equity),
        ])
      }
      texts += trades.map(\.envelope)
    case .status: if hasStatus { texts.append(state.status) }
    case .equity: if hasEquity { texts.append(.array(Route.pair(state.time, state.figures.equity))) }
    case .trades: texts += trades.map(\.json)
    case .balance: if hasBalance { texts.append(state.balance) }
    }
    return texts.map { $0.write() }
  }
}

extension Route {
  /// The sockets, for those who do not open them as such.
  static let sockets: [Route] = Feed.allCases.map { feed in
    Route(
      "GET", feed.rawValue, .reporting, .reader, feed.summary, status: 101, refusals: [426],
      aliases: ["/api/v1" + feed.rawValue]
    ) { _ throws(Refusal) in
      var refusal = Refusal(426, "this is a socket")
      refusal.headers = [("Upgrade", "websocket")]
      throw refusal
    }
  }
}

/// The account at a moment, as sockets hear of it.
struct FeedState: Sendable {
  let time: Int64
  let figures: AccountFigures
  /// The newest executions, the newest first.
  let trades: [AccountView.Execution]
  let status: JSONValue
  let balance: JSONValue

  /// The number of the newest execution; 0 without one.
  var lastTrade: Int { trades.map(\.id).max() ?? 0 }

  var statusEnvelope: JSONValue {
    [
      "type": "bot_status", "running": .bool(figures.isRunning), "ts": .integer(Int(time)),
      "uptime_seconds": status["uptime_seconds"] ?? 0,
    ]
  }
}

extension AccountView.Execution {
  /// The execution as an envelope.
  fileprivate var envelope: JSONValue {
    [
      "type": "trade_executed", "id": .string("\(id)"), "symbol": .string(symbol), "side": .string(side),
      "qty": .number(size.double), "price": .number(price.double), "pnl": .number(pnl.double),
      "ts": .integer(Int(time)),
    ]
  }
}
