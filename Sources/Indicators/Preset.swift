/// A set of conventions under one name: the default arguments of each indicator.
///
/// A preset is data. The arguments of a call always go before it.
public struct Preset: Sendable {
  /// The value of an argument: a number, the name of a mode, or the value of another argument.
  public enum Argument: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    /// This number.
    case number(Double)
    /// The mode with this name.
    case choice(String)
    /// The argument of the parameter with this name.
    case same(String)

    /// Makes a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes the name of a mode.
    public init(stringLiteral value: String) { self = .choice(value) }
  }

  /// The name that is typed: `tradingview`.
  public let name: String
  /// The origin of these conventions, in one sentence.
  public let summary: String
  /// The arguments by indicator and parameter; an indicator without any keeps its defaults.
  let changes: KeyValuePairs<String, KeyValuePairs<String, Argument>>
  /// True if it speaks of each indicator that a TA-Lib function defines, and changes none.
  let coversTALib: Bool

  /// Makes a preset; `changes` has the arguments by indicator and parameter.
  public init(
    _ name: String,
    summary: String,
    coversTALib: Bool = false,
    changes: KeyValuePairs<String, KeyValuePairs<String, Argument>>
  ) {
    self.name = name
    self.summary = summary
    self.coversTALib = coversTALib
    self.changes = changes
  }

  /// The names of the indicators that it lists, in its order.
  public var indicators: [String] { changes.map(\.key) }

  /// The replacements of an indicator's defaults, aligned with the parameters; nil if it leaves them.
  ///
  /// Nil if the preset does not cover the indicator.
  public func defaults(of indicator: Indicator) -> [Parameter.Default?]? {
    guard let entry = changes.first(where: { $0.key == indicator.name }) else {
      guard coversTALib, indicator.references.contains(where: { $0.hasPrefix("TA-Lib ") }) else { return nil }
      return [Parameter.Default?](repeating: nil, count: indicator.parameters.count)
    }
    var defaults = [Parameter.Default?](repeating: nil, count: indicator.parameters.count)
    for (name, argument) in entry.value {
      guard let index = indicator.parameterIndex(named: name) else { continue }
      switch argument {
      case .number(let number): defaults[index] = .value(number)
      case .choice(let choice):
        defaults[index] = indicator.parameters[index].number(ofChoice: choice).map { .value($0) }
      case .same(let other): defaults[index] = .sameAs(other)
      }
    }
    return defaults
  }

  /// Its changes to an indicator, as they would be typed: `smoothing="simple", first_bar="zero"`.
  public func text(of indicator: Indicator) -> String? {
    guard defaults(of: indicator) != nil else { return nil }
    let changed = changes.first { $0.key == indicator.name }?.value.map { name, argument in
      switch argument {
      case .number(let number): "\(name)=\(number.rounded() == number ? "\(Int(number))" : "\(number)")"
      case .choice(let choice): "\(name)=\"\(choice)\""
      case .same(let other): "\(name)=\(other)"
      }
    }
    return (changed ?? []).isEmpty ? "as by default" : (changed ?? []).joined(separator: ", ")
  }
}
