/// The limits by which stages of the economic cycle are distinguished.
///
/// It prints as the call that means it, `cycle(lag=0, inflation=4)`, and reads back; usual values are left out.
public struct CycleParameters: Sendable, Hashable {
  /// A parameter by its name.
  public struct Parameter: Sendable {
    /// The name that is typed.
    public let name: String
    /// The meaning, in one sentence.
    public let meaning: String
    /// The values that it may have.
    public let range: ClosedRange<Double>
    /// The value if none is given.
    public let usual: Double
    /// True if it is a whole number.
    public let isWhole: Bool

    init(_ name: String, _ meaning: String, _ range: ClosedRange<Double>, usual: Double, isWhole: Bool = false) {
      (self.name, self.meaning, self.range, self.usual) = (name, meaning, range, usual)
      self.isWhole = isWhole
    }
  }

  /// All parameters, in the order of the documentation.
  public static let all: [Parameter] = [
    Parameter(
      "lag", "1 for figures from their publication on, 0 from the first day they describe.",
      0...1, usual: 1, isWhole: true),
    Parameter(
      "window", "Days over which growth, unemployment and inflation are averaged.", 30...365, usual: 90, isWhole: true),
    Parameter("curve_window", "Days over which the yield curve is averaged.", 10...365, usual: 30, isWhole: true),
    Parameter(
      "jobless_rise", "Points that unemployment rises within 90 days in a contraction.", 0...10, usual: 0.3),
    Parameter("growth_fall", "Points that growth falls within 90 days at a peak.", 0...20, usual: 0.5),
    Parameter("inflation", "Yearly inflation in percent above which there is a peak.", -10...50, usual: 3.5),
    Parameter("inversion", "Points that 2 years yield above 10 years at a peak.", -5...5, usual: 0.2),
    Parameter("slow_growth", "Growth in percent a year below which there is a recovery.", 0...20, usual: 2),
    Parameter("high_jobless", "Unemployment in percent above which there is a recovery.", 0...30, usual: 6),
    Parameter("jobless_fall", "Points that unemployment falls within 90 days in a recovery.", 0...10, usual: 0.1),
  ]

  private var values: [String: Double] = [:]

  /// Makes the usual ones.
  public init() {}

  /// The value of a parameter.
  public subscript(name: String) -> Double {
    get { values[name] ?? Self.all.first { $0.name == name }?.usual ?? .nan }
    set { values[name] = Self.all.first { $0.name == name }?.usual == newValue ? nil : newValue }
  }

  /// True if a figure counts from the first day that it describes, before anybody knew it.
  public var looksAhead: Bool { self["lag"] == 0 }

  /// The reason for which a parameter cannot have a value; nil if it can.
  public static func refusal(of name: String, _ value: Double) -> String? {
    guard let parameter = all.first(where: { $0.name == name }) else { return "there is no parameter `\(name)`" }
    let isAllowed = parameter.range.contains(value) && (!parameter.isWhole || value.rounded() == value)
    if isAllowed { return nil }
    func text(_ number: Double) -> String { number.rounded() == number ? "\(Int(number))" : "\(number)" }
    return
      "`\(name)` is \(parameter.isWhole ? "a whole number " : "")from \(text(parameter.range.lowerBound)) to \(text(parameter.range.upperBound))"
  }
}

extension CycleParameters: LosslessStringConvertible {
  /// The word of the cycle.
  public static let word = "cycle"

  /// The call with the parameters that differ from the usual ones: `cycle(lag=0)`.
  public var description: String {
    let given = Self.all.compactMap { parameter in values[parameter.name].map { "\(parameter.name)=\($0)" } }
    return "\(Self.word)(\(given.joined(separator: ", ")))"
  }

  /// Reads the text that `description` writes; nil for any other text.
  public init?(_ description: String) {
    guard description.hasPrefix(Self.word + "("), description.hasSuffix(")") else { return nil }
    for part in description.dropFirst(Self.word.count + 1).dropLast().split(separator: ",") {
      let sides = part.split(separator: "=")
      guard sides.count == 2, let value = Double(sides[1]) else { return nil }
      let name = String(sides[0].drop { $0 == " " })
      guard Self.refusal(of: name, value) == nil else { return nil }
      self[name] = value
    }
  }
}
