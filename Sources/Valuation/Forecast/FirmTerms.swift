/// The terms of a model of the firm besides the plain model's numbers: nothing, or those of a ``FirmModel``.
///
/// A type and not an optional, so that the plain model's loop has no trace of the full one's.
protocol FirmTerms {
  /// Whether the model is the full one, whose perpetuity starts from its own year.
  var isFull: Bool { get }
  var policy: ForecastPolicy { get }
  /// The number of a field that the plain model does not have.
  subscript(field: ForecastField) -> Double { get }
  /// Whether a failure's proceeds are a share of capital, and not of the value of a going concern.
  var failureOfBook: Bool { get }
  /// Capital besides the invested capital that was reported.
  var addedCapital: Double { get }
  /// The rate that debt costs before tax; missing if not given.
  var costOfDebt: Double { get }
  /// Whether there are options that count as exercised.
  var hasOptions: Bool { get }
  /// The value of one share by the treasury-stock method; `count` are the shares without options.
  func ordinaryShare(_ equity: Double, _ count: Double) -> Double
  /// The equity divided among the shares and those who may still buy some.
  func divided(_ equity: Double, among shares: Double) -> ShareValue
}

/// The terms of the plain model: every number that only the full model has is neutral.
struct PlainTerms: FirmTerms {
  @inline(__always)
  var isFull: Bool { false }
  @inline(__always)
  var policy: ForecastPolicy { ForecastPolicy() }
  @inline(__always)
  var failureOfBook: Bool { false }
  @inline(__always)
  var addedCapital: Double { 0 }
  @inline(__always)
  var costOfDebt: Double { .nan }
  @inline(__always)
  var hasOptions: Bool { false }

  @inline(__always)
  subscript(field: ForecastField) -> Double {
    switch field {
    case .nolLimit, .fx, .adrRatio, .split: 1
    case .failureProceeds: 0.5
    case .investedCapital, .book, .terminalTax, .terminalMargin, .terminalDiscount, .terminalROIC, .terminalCapex,
      .terminalDepreciation, .terminalWorkingCapital:
      .nan
    default: 0
    }
  }

  @inline(__always)
  func ordinaryShare(_ equity: Double, _ count: Double) -> Double { equity / count }

  @inline(__always)
  func divided(_ equity: Double, among shares: Double) -> ShareValue {
    let value = equity / shares
    return ShareValue(equityValue: equity, dilutedShares: shares, valuePerOrdinary: value, valuePerShare: value)
  }
}

/// The terms of the full model, read in place: copying a model's options would cost more than valuing it.
struct FullTerms: FirmTerms {
  let firm: UnsafePointer<FirmModel>

  @inline(__always)
  var isFull: Bool { true }
  @inline(__always)
  var policy: ForecastPolicy { ForecastPolicy(firm.pointee) }
  @inline(__always)
  var failureOfBook: Bool { firm.pointee.failureOfBook }
  @inline(__always)
  var addedCapital: Double { firm.pointee.addedCapital }
  @inline(__always)
  var costOfDebt: Double { firm.pointee.costOfDebt }
  @inline(__always)
  var hasOptions: Bool { !firm.pointee.options.isEmpty }

  @inline(__always)
  subscript(field: ForecastField) -> Double {
    switch field {
    case .nol: firm.pointee.nol
    case .nolLimit: firm.pointee.nolLimit
    case .investedCapital: firm.pointee.investedCapital
    case .book: firm.pointee.book
    case .terminalTax: firm.pointee.terminalTax
    case .terminalMargin: firm.pointee.terminalMargin
    case .terminalDiscount: firm.pointee.terminalDiscount
    case .terminalROIC: firm.pointee.terminalROIC
    case .terminalCapex: firm.pointee.terminalCapex
    case .terminalDepreciation: firm.pointee.terminalDepreciation
    case .terminalWorkingCapital: firm.pointee.terminalWorkingCapital
    case .failure: firm.pointee.failure
    case .failureProceeds: firm.pointee.failureProceeds
    case .investments: firm.pointee.investments
    case .nonoperating: firm.pointee.nonoperating
    case .leases: firm.pointee.leases
    case .preferred: firm.pointee.preferred
    case .minority: firm.pointee.minority
    case .pension: firm.pointee.pension
    case .rsu: firm.pointee.rsu
    case .fx: firm.pointee.fx
    case .adrRatio: firm.pointee.adrRatio
    case .split: firm.pointee.split
    case .revenue, .shares, .cash, .debt, .terminal: .nan
    }
  }

  func ordinaryShare(_ equity: Double, _ count: Double) -> Double { firm.pointee.ordinaryShare(equity, count).value }

  func divided(_ equity: Double, among shares: Double) -> ShareValue { firm.pointee.divided(equity, among: shares) }
}
