import LibC

extension LaneModel {
  /// Values the full model in each lane; see `ResolvedModel.evaluate`.
  func firm(_ years: Years, _ numbers: UnsafeMutablePointer<Lanes>) -> Lanes {
    model.firms.withUnsafeBufferPointer { firm($0[0], years, numbers) }
  }

  private func firm(_ firm: borrowing FirmModel, _ years: Years, _ numbers: UnsafeMutablePointer<Lanes>) -> Lanes {
    func number(_ field: Field) -> Lanes { numbers[field.rawValue] }
    /// The number, or another where it is not given.
    func number(_ field: Field, else other: Lanes) -> Lanes {
      let given = numbers[field.rawValue]
      return given.replacing(with: other, where: given .!= given)
    }
    let n = years.horizon
    let one = Lanes(repeating: 1)
    let zero = Lanes()
    let cash = number(.cash)
    let debt = number(.debt)
    let isPerpetuity = if case .growth = model.terminal { true } else { false }
    let growthAfter = isPerpetuity ? number(.terminal) : years[.growth, n - 1]
    var revenue = number(.revenue)
    var lead = revenue
    for t in 0..<firm.lag { lead *= one + (t < n ? years[.growth, t] : growthAfter) }
    var nol = number(.nol)
    let limit = number(.nolLimit)
    var operatingIncome = zero
    var taxRate = zero
    var ebitda = zero
    var flow = zero
    var discount = zero
    var sum = zero
    var yearEnd = accrual(firm.elapsed, years)
    for t in 0..<n {
      let growth = years[.growth, t]
      let revenueBefore = revenue
      revenue *= one + growth
      let change = revenue - revenueBefore
      operatingIncome = years[.margin, t] * revenue
      taxRate = years[.tax, t]
      let profit = operatingIncome.notBelowZero
      var used = zero
      if firm.carriesLosses {
        used = limit * profit
        used = used.replacing(with: nol, where: nol .<= used)
        nol += (zero - operatingIncome).notBelowZero - used
      }
      let nopat = operatingIncome - taxRate * (profit - used)
      let depreciation = years[.depreciation, t] * (firm.depreciationOfChange ? change : revenue)
      if firm.usesSalesToCapital {
        let leadBefore = lead
        lead *= one + (t + firm.lag < n ? years[.growth, t + firm.lag] : growthAfter)
        flow = nopat - (lead - leadBefore) / years[.salesToCapital, t]
      } else {
        let capex = years[.capex, t] * (firm.capexOfChange ? change : revenue)
        let workingCapital = years[.workingCapital, t] * (firm.workingCapitalOfChange ? change : revenue)
        flow = nopat + depreciation - capex - workingCapital
      }
      ebitda = operatingIncome + depreciation
      discount = years[.discount, t]
      let before = yearEnd
      yearEnd = before / (one + discount)
      let part = Lanes(repeating: t == 0 ? 1 - firm.balanceAge : 1)
      let factor: Lanes
      if !model.isMidYear {
        factor = yearEnd
      } else if t == 0, firm.balanceAge > 0 {
        var power = Lanes()
        for lane in 0..<Lanes.scalarCount { power[lane] = pow(1 + discount[lane], -(1 + firm.balanceAge) / 2) }
        factor = before * power
      } else {
        factor = before / (one + discount).squareRoot()
      }
      sum += flow * part * factor
    }
    let presentValueOfTerminal: Lanes
    var isValued: SIMDMask<SIMD8<Int64>>
    switch model.terminal {
    case .growth:
      let growth = number(.terminal)
      let tax = number(.terminalTax, else: taxRate)
      let rate = number(.terminalDiscount, else: discount)
      let stableRevenue = revenue * (one + growth)
      let stableIncome = number(.terminalMargin, else: years[.margin, n - 1]) * stableRevenue
      let nopat = stableIncome - tax * stableIncome.notBelowZero
      let change = stableRevenue - revenue
      isValued = (rate - growth) .> 1e-12
      let reinvestment: Lanes
      if firm.usesSalesToCapital || !number(.terminalROIC)[0].isNaN {
        let back = number(.terminalROIC, else: rate)
        isValued = isValued .& .!((growth .> 0) .& ((back - growth) .<= 1e-12))
        reinvestment = (nopat * growth / back).replacing(with: 0, where: growth .== 0)
      } else {
        let depreciation =
          years[.depreciation, n - 1] * (firm.depreciationOfChange ? change : stableRevenue)
        let capex = years[.capex, n - 1] * (firm.capexOfChange ? change : stableRevenue)
        let workingCapital =
          years[.workingCapital, n - 1] * (firm.workingCapitalOfChange ? change : stableRevenue)
        reinvestment = capex + workingCapital - depreciation
      }
      let stableFlow = nopat - reinvestment
      isValued = isValued .& (nopat .> 0) .& (stableFlow .> 0)
      let value = stableFlow / (rate - growth)
      presentValueOfTerminal = value * (model.isMidYear ? yearEnd * (one + rate).squareRoot() : yearEnd)
    case .multiple(_, let metric):
      let terminalFlow =
        switch metric {
        case .freeCashFlow: flow
        case .ebitda: ebitda
        case .ebit: operatingIncome
        case .revenue: revenue
        case .earnings: (operatingIncome - Lanes(repeating: firm.costOfDebt) * debt) * (one - taxRate)
        }
      isValued = terminalFlow .> 0
      var value = number(.terminal) * terminalFlow
      if metric == .earnings { value += debt - cash }
      presentValueOfTerminal = value * yearEnd
    }
    let goingConcern = sum + presentValueOfTerminal
    var enterprise = goingConcern
    if firm.failure != 0 || isDrawn(.failure) {
      let opening =
        number(.investedCapital, else: number(.book) + debt - cash) + Lanes(repeating: firm.addedCapital)
      let proceeds = number(.failureProceeds) * (firm.failureOfBook ? opening : goingConcern)
      enterprise = (one - number(.failure)) * goingConcern + number(.failure) * proceeds
    }
    let claims = number(.leases) + number(.preferred) + number(.minority) + number(.pension)
    let assets = cash + number(.investments) + number(.nonoperating)
    let ordinary = ordinaryShare(firm, enterprise + assets - debt - claims, numbers)
    let value = ordinary / number(.split) * number(.adrRatio) / number(.fx)
    return value.replacing(with: .nan, where: .!isValued)
  }

  private func accrual(_ elapsed: Double, _ years: Years) -> Lanes {
    var rest = elapsed
    var factor = Lanes(repeating: 1)
    var t = 0
    while rest > 0 {
      let base = Lanes(repeating: 1) + years[.discount, min(t, years.horizon - 1)]
      if rest >= 1 {
        factor *= base
      } else {
        for lane in 0..<Lanes.scalarCount { factor[lane] *= pow(base[lane], rest) }
      }
      rest -= 1
      t += 1
    }
    return factor
  }

  /// The value of one share by the treasury-stock method; see `ResolvedModel.ordinaryShare`.
  private func ordinaryShare(
    _ firm: borrowing FirmModel, _ equity: Lanes, _ numbers: UnsafeMutablePointer<Lanes>
  ) -> Lanes {
    var count = numbers[Field.shares.rawValue] + numbers[Field.rsu.rawValue]
    guard !firm.options.isEmpty else { return equity / count }
    if !firm.treasuryPrice.isNaN {
      for tranche in firm.options where tranche.strike < firm.treasuryPrice {
        count += Lanes(repeating: tranche.count * (1 - tranche.strike / firm.treasuryPrice))
      }
      return equity / count
    }
    var result = equity / count
    for lane in 0..<Lanes.scalarCount {
      var all = equity[lane]
      var shares = count[lane]
      for tranche in firm.options {
        guard tranche.strike < result[lane] else { break }
        all += tranche.count * tranche.strike
        shares += tranche.count
        result[lane] = all / shares
      }
    }
    return result
  }
}
