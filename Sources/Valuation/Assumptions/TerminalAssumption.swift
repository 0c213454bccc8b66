import Text

/// The assumption about the years after the forecast.
public enum TerminalAssumption: Sendable, Equatable {
  /// Cash flow that grows by this rate forever.
  case growth(Double)
  /// A price of the business at the end of the last year, as a multiple of one of that year's figures.
  case multiple(Double, of: Metric)

  /// The figure of the last year that a multiple multiplies.
  public enum Metric: String, Sendable, Equatable, CaseIterable {
    /// Free cash flow, the metric of a bare multiple.
    case freeCashFlow = "fcf"
    /// Operating income before depreciation.
    case ebitda
    /// Operating income.
    case ebit
    /// Revenue.
    case revenue
    /// Earnings after interest and tax: such a price is of the equity, not of operations.
    case earnings
    /// Dividends, without buybacks: such a price is of the equity.
    case dividends
    /// Book value of the common equity: such a price is of the equity.
    case book
    /// Tangible book value of the common equity: such a price is of the equity.
    case tangibleBook = "tangible_book"

    /// The metric denoted by `name`; `nil` for any other word.
    public init?(named name: String) {
      switch name {
      case "fcf", "free_cash_flow": self = .freeCashFlow
      case "ebitda": self = .ebitda
      case "ebit", "operating_income": self = .ebit
      case "revenue", "sales": self = .revenue
      case "earnings", "net_income": self = .earnings
      case "dividends", "dividend": self = .dividends
      case "book", "book_value": self = .book
      case "tangible_book": self = .tangibleBook
      default: return nil
      }
    }

    /// The metric in words.
    public var title: String {
      switch self {
      case .freeCashFlow: "free cash flow"
      case .ebitda: "EBITDA"
      case .ebit: "EBIT"
      case .revenue: "revenue"
      case .earnings: "earnings"
      case .dividends: "dividends"
      case .book: "book value"
      case .tangibleBook: "tangible book value"
      }
    }
  }

  /// The rate or the multiple.
  public var number: Double {
    switch self {
    case .growth(let rate): rate
    case .multiple(let multiple, _): multiple
    }
  }

  /// The same kind of terminal with another number.
  public func with(number: Double) -> TerminalAssumption {
    switch self {
    case .growth: .growth(number)
    case .multiple(_, let metric): .multiple(number, of: metric)
    }
  }

  /// The assumption in words: `2.5%`, `15x free cash flow`.
  public var text: String {
    switch self {
    case .growth(let rate): Wording.percent(rate)
    case .multiple(let multiple, let metric): "\(Wording.number(multiple))x \(metric.title)"
    }
  }
}

extension TerminalAssumption {
  /// Refuses a multiple of a figure that a model does not have.
  ///
  /// A multiple without a stated metric is one of free cash flow: if equity is valued by dividends or residual income,
  /// there is no such figure to multiply.
  ///
  /// - Parameters:
  ///   - metrics: the figures that the model has, those to propose first.
  ///   - method: the model, for the message.
  func check(isOf metrics: [Metric], in method: ValuationMethod) throws(ValuationError) {
    guard case .multiple(let multiple, let metric) = self, !metrics.contains(metric) else { return }
    let bases = metrics.map { "`\(Wording.number(multiple))x \($0.rawValue)`" }
    throw ValuationError(
      code: .wrongKind,
      message: metric == .freeCashFlow
        ? "a multiple alone applies to free cash flow, but a model of \(method.title) has none"
        : "a model of \(method.title) has no \(metric.title) to multiply",
      assumptions: [.terminal, .model],
      hint: "\(Wording.list(bases, or: true)); or perpetual growth: `terminal = 2.5%`"
    )
  }
}
