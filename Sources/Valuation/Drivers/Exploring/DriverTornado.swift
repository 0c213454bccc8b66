/// The effect of each assumption of a driver model on its own, the largest first.
public struct DriverTornado: Sendable, Equatable {
  /// One assumption.
  public struct Bar: Sendable, Equatable {
    /// The name of the assumption.
    public let name: String
    /// Its number below the model's.
    public let low: Double
    /// Its number above the model's.
    public let high: Double
    /// The value at the lower number; `nil` if the model is refused there.
    public let lowValue: Double?
    /// The value at the higher number; `nil` if the model is refused there.
    public let highValue: Double?

    /// The distance of the two values.
    public var swing: Double { abs((highValue ?? .nan) - (lowValue ?? .nan)) }
  }

  /// The part of its usual range that an assumption moves by, in each direction.
  public static let share = 0.1

  /// The assumptions that move the value, the largest first.
  public let bars: [Bar]

  /// Moves every driver and every assumption by a tenth of its usual range in both directions.
  ///
  /// An exit multiple moves by a tenth of itself. Inputs without an effect, such as a gross margin above the margin,
  /// are left out.
  public init(
    of model: DriverModel,
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil
  ) {
    func value(_ name: String, _ number: Double) -> Double? {
      guard let moved = try? model.setting(name, .number(number)) else { return nil }
      return try? moved.value(like: convention, method: method, on: company, symbol: symbol).intrinsicValue
    }
    var bars: [Bar] = []
    let ends: [DriverField] = model.terminalMethod == .perpetuity ? [.terminalGrowth] : [.exitMultiple]
    let fields = DriverField.allCases.filter { $0 != .terminalGrowth && $0 != .exitMultiple } + ends
    for name in model.drivers.map(\.id) + fields.map(\.name) {
      let now = model.number(of: name) ?? (name == DriverField.exitMultiple.name ? 15 : .nan)
      let width = model.usualRange(of: name).map { $0.upperBound - $0.lowerBound } ?? now
      let (low, high) = (now - DriverTornado.share * width, now + DriverTornado.share * width)
      let bar = Bar(name: name, low: low, high: high, lowValue: value(name, low), highValue: value(name, high))
      if bar.lowValue != bar.highValue { bars.append(bar) }
    }
    self.bars = bars.enumerated().sorted {
      let (a, b) = ($0.element.swing, $1.element.swing)
      if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? $0.offset < $1.offset : b.isNaN }
      return a == b ? $0.offset < $1.offset : a > b
    }.map(\.element)
  }
}
