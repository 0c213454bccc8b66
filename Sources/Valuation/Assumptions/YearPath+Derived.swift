extension YearPath {
  /// Whether its rates follow from amounts of money or from other assumptions.
  public var isDerived: Bool { hasAmounts || !links.isEmpty }

  /// Whether some years are said as amounts of money.
  public var hasAmounts: Bool {
    phases.contains { if case .amounts = $0.shape { true } else { false } }
  }

  /// Assumptions it refers to, in order of appearance.
  var links: [AssumptionName] {
    let ends = phases.compactMap { phase -> AssumptionName? in
      switch phase.shape {
      case .linked(let other), .approach(_, let other): other
      case .constant, .glide, .list, .hold, .amounts: nil
      }
    }
    return ends + (whole.map { [$0] } ?? [])
  }

  /// Whether it is nothing but another assumption, or one share of it: `growth`, `80% of capex`.
  var isPlainLink: Bool {
    guard phases.count == 1, phases[0].length == nil else { return false }
    switch phases[0].shape {
    case .linked: return whole == nil
    case .constant: return whole != nil
    case .glide, .list, .hold, .amounts, .approach: return false
    }
  }

  /// The path with each amount changed.
  func mappingAmounts(_ changed: (Double) -> Double) -> YearPath {
    YearPath(
      phases.map { phase in
        guard case .amounts(let amounts) = phase.shape else { return phase }
        return Phase(.amounts(amounts.map(changed)), phase.length)
      }, of: whole)
  }

  /// The path with another amount in a year; `nil` if that year is not said as an amount.
  func replacingAmount(of year: Int, by amount: Double) -> YearPath? {
    var end = 0
    for (place, phase) in phases.enumerated() {
      guard let count = phase.count(after: end) else { return nil }
      if case .amounts(var amounts) = phase.shape, year > end, year - end <= amounts.count {
        amounts[year - end - 1] = amount
        var changed = phases
        changed[place] = Phase(.amounts(amounts), phase.length)
        return YearPath(changed, of: whole)
      }
      end += count
    }
    return nil
  }

  /// The path without its first years; `nil` if a phase is cut that only makes sense complete.
  func dropping(_ years: Int) -> YearPath? {
    var rest: [Phase] = []
    var end = 0
    for phase in phases {
      let count = phase.count(after: end)
      let cut = max(0, years - end)
      if let count { end += count }
      if let count, cut >= count { continue }
      guard let left = phase.dropping(cut, of: years) else { return nil }
      rest.append(left)
      if count == nil { break }
    }
    guard !rest.isEmpty else { return nil }
    let path = YearPath(rest, of: whole)
    // The year that it would start from has passed.
    return path.startsFromBase ? nil : path
  }
}

extension YearPath.Phase {
  /// The years of the phase after `end` others; `nil` if it lasts to the end of the forecast.
  fileprivate func count(after end: Int) -> Int? {
    switch (length, shape) {
    case (.years(let count), _): max(0, min(count, YearPath.longest))
    case (.byYear(let year), _): max(0, min(year, YearPath.longest) - end)
    case (nil, .list(let values)), (nil, .amounts(let values)): values.count
    case (nil, _): nil
    }
  }

  /// The phase without its first `cut` years, in a path whose first `years` are dropped; `nil` if a glide is cut.
  fileprivate func dropping(_ cut: Int, of years: Int) -> YearPath.Phase? {
    let length: YearPath.Length? =
      switch self.length {
      case .years(let count): .years(count - cut)
      case .byYear(let year): .byYear(year - years)
      case nil: nil
      }
    switch shape {
    case .constant, .hold, .linked: return YearPath.Phase(shape, length)
    case .list(let values): return YearPath.Phase(.list(Array(values.dropFirst(cut))), length)
    case .amounts(let values): return YearPath.Phase(.amounts(Array(values.dropFirst(cut))), length)
    case .glide, .approach: return cut == 0 ? YearPath.Phase(shape, length) : nil
    }
  }
}
