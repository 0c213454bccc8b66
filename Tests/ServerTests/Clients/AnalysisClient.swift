import Foundation

/// The structures of the client of the analysis service, as its guide has them.
enum AnalysisClient {
  struct Envelope<Payload: Decodable>: Decodable {
    let data: Payload
    let message: String
    let status: String
  }

  struct Analysed: Decodable {
    let strategy: Strategy
    let analysis: Analysis
  }

  struct Strategy: Decodable {
    let name: String
    let symbol: String
    let indicators: [String]
  }

  struct Analysis: Decodable {
    let indicators: [Indicator]
    let signals: [Signal]
    let summary: Summary
  }

  struct Indicator: Decodable {
    let name: String
    let type: String
    let values: [Double?]
  }

  struct Signal: Decodable {
    let date: String
    let type: String
    let price: Double
    let rule: String
  }

  struct Summary: Decodable {
    let totalSignals: Int
    let entrySignals: Int
    let exitSignals: Int
    let priceRange: Range

    enum CodingKeys: String, CodingKey {
      case priceRange = "price_range"
      case totalSignals = "total_signals"
      case entrySignals = "entry_signals"
      case exitSignals = "exit_signals"
    }
  }

  struct Range: Decodable {
    let min: Double
    let max: Double
  }

  struct Backtested: Decodable {
    let strategy: Strategy
    let backtest: Backtest
  }

  struct Backtest: Decodable {
    let performance: Performance
    let trades: [Trade]
    let portfolio: Portfolio
  }

  struct Performance: Decodable {
    let totalReturn: Double
    let sharpeRatio: Double
    let maxDrawdown: Double

    enum CodingKeys: String, CodingKey {
      case totalReturn = "total_return"
      case sharpeRatio = "sharpe_ratio"
      case maxDrawdown = "max_drawdown"
    }
  }

  struct Trade: Decodable {
    let entryDate: String
    let exitDate: String?
    let entryPrice: Double
    let exitPrice: Double?
    let size: Double
    let pnl: Double?

    enum CodingKeys: String, CodingKey {
      case entryDate = "entry_date"
      case exitDate = "exit_date"
      case entryPrice = "entry_price"
      case exitPrice = "exit_price"
      case size, pnl
    }
  }

  struct Portfolio: Decodable {
    let startValue: Double
    let endValue: Double
    let totalTrades: Int

    enum CodingKeys: String, CodingKey {
      case startValue = "start_value"
      case endValue = "end_value"
      case totalTrades = "total_trades"
    }
  }

  struct Tickers: Decodable {
    let tickers: [String]
  }
}
