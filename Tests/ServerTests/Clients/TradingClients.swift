import Foundation

/// The structures of both generations of the trading app, with the key and date strategies that they decode by.
enum TradingClients {
  // MARK: First generation

  struct SignedIn: Decodable {
    let tokens: Tokens
    let user: User
  }

  struct Tokens: Decodable {
    let accessToken: String
    let refreshToken: String
    let accessTokenExpiry: Date
  }

  struct User: Decodable {
    enum Role: String, Decodable { case viewer, admin }
    enum Approval: String, Decodable { case pending, approved, rejected }

    let id: UUID
    let username: String
    let email: String
    let role: Role
    let approvalStatus: Approval
  }

  struct Status: Decodable {
    let running: Bool
    let mode: String
    let uptimeSeconds: Int

    enum CodingKeys: String, CodingKey {
      case running, mode
      case uptimeSeconds = "uptime_seconds"
    }
  }

  struct Profit: Decodable {
    let currentBalance: Amount
    let totalPLAmount: Amount
    let totalPLPercent: Amount
    let winRate: Amount

    enum CodingKeys: String, CodingKey {
      case currentBalance = "current_balance"
      case totalPLAmount = "total_pl_amount"
      case totalPLPercent = "total_pl_percent"
      case winRate = "win_rate"
    }
  }

  /// A decimal that comes as text or as a number.
  struct Amount: Decodable {
    let value: Decimal

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
        }
        self.value = value
      } else {
        value = try container.decode(Decimal.self)
      }
    }
  }

  /// A pair of time and amount; the formatter of the app needs milliseconds.
  struct EquityPoint: Decodable {
    let time: Date
    let equity: Amount

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      time = try TradingClients.moment(try container.decode(String.self), in: container)
      equity = try container.decode(Amount.self)
    }
  }

  struct ExecutionPage: Decodable {
    let items: [Execution]
    let page: Int
    let pageSize: Int
    let total: Int

    enum CodingKeys: String, CodingKey {
      case items, page, total
      case pageSize = "page_size"
    }
  }

  struct Execution: Decodable {
    let id: Int
    let symbol: String
    let side: String
    let size: Amount
    let pnl: Amount
    let timestamp: String
  }

  // MARK: Second generation, whose keys are converted from snake case

  struct Point: Decodable {
    let ts: Double
    let equity: Double
  }

  struct Envelope: Decodable {
    let type: String
    let ts: Double
    let equity: Double?
    let running: Bool?
    let uptimeSeconds: Double?
  }

  /// The profit as the app has it: its keys are in snake case although the decoder converts them, so that no JSON decodes.
  struct UndecodableProfit: Decodable {
    let balanceUSD: Double

    enum CodingKeys: String, CodingKey { case balanceUSD = "balance_usd" }
  }

  struct AdminUser: Decodable {
    let id: UUID
    let username: String
    let email: String
    let role: String
    let status: String
  }

  struct Risk: Decodable {
    let maxDrawdownPercent: Double
    let dailyLossLimitPercent: Double
    let riskPerTrade: Double
    let maxOpenPositions: Int
    let atrStopLossMultiplier: Double
    let atrTakeProfitMultiplier: Double
  }

  struct Bot: Decodable {
    let running: Bool
    let paperTrading: Bool
    let mode: String
    let updatedAt: Date
  }

  struct Change: Decodable {
    enum Category: String, Decodable { case risk, user, bot }

    let id: String
    let timestamp: Date
    let actor: String
    let summary: String
    let details: String
    let category: Category
  }

  static var first: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  static var second: JSONDecoder {
    let decoder = first
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  static func moment(_ text: String, in container: any UnkeyedDecodingContainer) throws -> Date {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    guard let date = formatter.date(from: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
    }
    return date
  }
}

/// The structure of the validator's client.
struct Validator: Decodable {
  struct Weights: Decodable {
    let backtest: Double
    let walkforward: Double
    let live: Double
    let driftThreshold: Double
    let timeframeWeight: String
  }

  let symbol: String
  let backtestScore: Double
  let walkforwardScore: Double
  let liveScore: Double
  let m15Signal: String
  let h1Signal: String
  let d1Signal: String
  let timestamp: Double
  let weights: Weights

  enum CodingKeys: String, CodingKey {
    case symbol, timestamp, weights
    case backtestScore = "backtest_score"
    case walkforwardScore = "walkforward_score"
    case liveScore = "live_score"
    case m15Signal = "m15_signal"
    case h1Signal = "h1_signal"
    case d1Signal = "d1_signal"
  }
}
