/// The numbers that a valuation of the firm comes down to, without its years.
struct FirmEvaluation {
  var presentValueOfFlows = 0.0
  var terminalFlow = 0.0
  var terminalValue = Double.nan
  var presentValueOfTerminal = Double.nan
  /// The value of operations if the company does not fail.
  var goingConcern = Double.nan
  var enterpriseValue = Double.nan
  /// The equity, the shares and the value of one.
  var share = ShareValue()
  /// The discount rate of the perpetuity, else that of the last year.
  var lastDiscount = 0.0
  /// The year after the forecast; `nil` for a multiple, and in the plain model.
  var stable: StableYear?
  /// Losses carried forward that the forecast does not use up.
  var nolLeft = 0.0
  /// The reason for a missing value.
  var refusal: TerminalRefusal?

  /// The value of one share; missing if the model is refused.
  var valuePerShare: Double { share.valuePerShare }
}

/// The reason for which a firm has no value after the forecast.
enum TerminalRefusal: Equatable {
  case notBelowDiscount
  case flowNotPositive
  case notBelowReturn
}

extension TerminalRefusal {
  @inline(__always)
  init?(_ terminal: FirmTerminal<Double>) {
    if !terminal.isBelowReturn {
      self = .notBelowReturn
    } else if !terminal.isBelowDiscount {
      self = .notBelowDiscount
    } else if !terminal.isPositive {
      self = .flowNotPositive
    } else {
      return nil
    }
  }
}

extension ResolvedModel {
  /// The value of one share; missing if the model is refused.
  public func valuePerShare() -> Double {
    rows.withYears { years in
      firms.withUnsafeBufferPointer { firms in
        guard !firms.isEmpty, let firm = firms.baseAddress else {
          return ModelSource(self, years, PlainTerms()).valuePerShare()
        }
        return ModelSource(self, years, FullTerms(firm: firm)).valuePerShare()
      }
    }
  }

  /// Values the model.
  func evaluate() -> FirmEvaluation { forecast().evaluation }

  /// Values the model and writes its years down.
  func forecast() -> (years: [ForecastYear], evaluation: FirmEvaluation) {
    rows.withYears { years in
      firms.withUnsafeBufferPointer { firms in
        guard !firms.isEmpty, let firm = firms.baseAddress else {
          return ModelSource(self, years, PlainTerms()).recorded()
        }
        return ModelSource(self, years, FullTerms(firm: firm)).recorded()
      }
    }
  }
}

extension ModelSource {
  /// The value of one share, by the same operations as ``recorded()`` and without the rest.
  @inline(__always)
  func valuePerShare() -> Double {
    var flow = FirmCashFlow<Double>(terms.policy)
    let discounting = forecast(&flow)
    let terminal = terminal(after: flow, discounting)
    guard terminal.isValued else { return .nan }
    return terms.divided(worth(flow, terminal).equity, among: shares).valuePerShare
  }

  func recorded() -> (years: [ForecastYear], evaluation: FirmEvaluation) {
    var flow = RecordedFirmCashFlow(terms.policy, openingCapital: openingCapital)
    let discounting = forecast(&flow)
    let terminal = terminal(after: flow.firm, discounting)
    return (flow.years, evaluation(flow.firm, terminal))
  }

  private func evaluation(_ flow: FirmCashFlow<Double>, _ terminal: FirmTerminal<Double>) -> FirmEvaluation {
    var result = FirmEvaluation()
    result.presentValueOfFlows = flow.presentValue
    result.nolLeft = flow.year.losses
    result.terminalFlow = terminal.flow
    result.lastDiscount = terminal.discountRate
    result.stable = terminal.stable.map { StableYear($0) }
    result.refusal = TerminalRefusal(terminal)
    guard result.refusal == nil else { return result }
    let worth = worth(flow, terminal)
    result.terminalValue = terminal.value
    result.presentValueOfTerminal = terminal.presentValue
    result.goingConcern = worth.goingConcern
    result.enterpriseValue = worth.enterprise
    result.share = terms.divided(worth.equity, among: shares)
    return result
  }
}
