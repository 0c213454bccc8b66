import Text

extension ValuationCode {
  /// The models that a code belongs to.
  public struct Models: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: Int

    /// A set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Free cash flow to the firm.
    public static let fcff = Models(rawValue: 1)
    /// Free cash flow to equity.
    public static let fcfe = Models(rawValue: 2)
    /// Dividends.
    public static let ddm = Models(rawValue: 4)
    /// Residual income.
    public static let residualIncome = Models(rawValue: 8)
    /// A company in parts or segments.
    public static let parts = Models(rawValue: 16)
    /// A driver model.
    public static let drivers = Models(rawValue: 32)

    /// The models of equity.
    public static let equity: Models = [.fcfe, .ddm, .residualIncome]
    /// The models with operations: of the firm and of equity.
    public static let operations: Models = [.fcff, .fcfe]
    /// Every model that is not a driver model.
    public static let plain: Models = [.fcff, .fcfe, .ddm, .residualIncome, .parts]
    /// Every model.
    public static let all: Models = [.fcff, .fcfe, .ddm, .residualIncome, .parts, .drivers]

    /// The models in words: `fcff, fcfe`, or `all models`.
    public var text: String {
      if self == .all { return "all models" }
      let names: [(Models, String)] = [
        (.fcff, "fcff"), (.fcfe, "fcfe"), (.ddm, "ddm"), (.residualIncome, "residual_income"), (.parts, "parts"),
        (.drivers, "drivers"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
  }

  /// A number that a measure is compared with, and the severity of crossing it.
  public struct Limit: Sendable, Equatable {
    /// The side of the limit that is unusual.
    public enum Side: String, Sendable, Equatable, CaseIterable {
      /// A measure above the limit is a finding.
      case above
      /// A measure below the limit is a finding.
      case below
    }

    /// The unit of a limit, which decides how it is written.
    public enum Unit: Sendable, Equatable, CaseIterable {
      /// A fraction written as a percentage.
      case percent
      /// A difference of two fractions, written in percentage points.
      case points
      /// A multiple: `3x`.
      case times
      /// A length of time in years.
      case years
      /// A length of time in days.
      case days
      /// A plain number.
      case number

      fileprivate func text(_ value: Double) -> String {
        switch self {
        case .percent: Wording.percent(value)
        case .points: Wording.points(value)
        case .times: Wording.number(value) + "x"
        case .years: Wording.number(value) + "y"
        case .days: Wording.number(value) + " days"
        case .number: Wording.number(value)
        }
      }
    }

    /// The cases that a limit holds in.
    public enum Scope: Sendable, Equatable {
      /// All cases.
      case always
      /// Forecasts of these lengths, in years.
      case horizon(ClosedRange<Int>)
      /// One assumption, by its name.
      case assumption(AssumptionName)
      /// One model.
      case models(Models)
    }

    /// The severity of a finding that crosses the limit.
    public let severity: ValuationFinding.Severity
    /// The side that is unusual.
    public let side: Side
    /// The limit itself, in its unit.
    public let value: Double
    /// The unit in which the limit is written.
    public let unit: Unit
    /// The cases that it holds in.
    public let scope: Scope

    init(_ severity: ValuationFinding.Severity, _ side: Side, _ value: Double, _ unit: Unit, _ scope: Scope = .always) {
      self.severity = severity
      self.side = side
      self.value = value
      self.unit = unit
      self.scope = scope
    }

    /// Whether a measure lies beyond the limit by more than rounding: 9% - 7% is 2pp.
    public func isCrossed(by measure: Double) -> Bool {
      switch side {
      case .above: measure > value + 1e-12
      case .below: value > measure + 1e-12
      }
    }

    /// The limit in words: `above 85% (horizon up to 7y)`.
    public var text: String {
      let text = "\(side.rawValue) \(unit.text(value))"
      switch scope {
      case .always: return text
      case .horizon(let years):
        return years.lowerBound <= 1
          ? "\(text) (horizon up to \(years.upperBound)y)" : "\(text) (horizon of \(years.lowerBound)y and more)"
      case .assumption(let name): return "\(text) (\(name))"
      case .models(let models): return "\(text) (\(models.text))"
      }
    }
  }

  /// The severities, limits and models of a code.
  public struct Definition: Sendable, Equatable {
    /// The code.
    public let code: ValuationCode
    /// Its severities as a finding, the mildest first; empty for a code that only refuses.
    public let severities: [ValuationFinding.Severity]
    /// Whether a valuation, or the study of one, is refused with it.
    public let isRefusal: Bool
    /// The limits that the measure is compared with, the gravest first; empty if it is compared with no fixed number.
    public let limits: [Limit]
    /// The figure of the valuation that the measure is compared with, such as `the risk-free rate`; `nil` if there is
    /// none.
    public let reference: String?
    /// The number examined; `nil` if there is none.
    public let measure: String?
    /// The models that it belongs to.
    public let models: Models

    /// The measures that are usual: those between the limits that hold in all cases, the mildest of each side.
    public var usualRange: ClosedRange<Double> {
      func mildest(_ side: Limit.Side) -> Double? {
        limits.last { $0.side == side && $0.scope == .always }?.value
      }
      return (mildest(.below) ?? -.infinity)...(mildest(.above) ?? .infinity)
    }

    /// The gravest limit that a measure lies beyond; `nil` if it lies within all of them.
    ///
    /// - Parameters:
    ///   - horizon: the years of the forecast, for limits that depend on them.
    ///   - assumption: the assumption that is measured, for limits that depend on it.
    ///   - models: the model, for limits of some models.
    public func limit(
      crossedBy measure: Double, horizon: Int? = nil, of assumption: AssumptionName? = nil, in models: Models = .all
    ) -> Limit? {
      limits.first { limit in
        switch limit.scope {
        case .always: break
        case .horizon(let years): guard let horizon, years.contains(horizon) else { return false }
        case .assumption(let name): guard name == assumption else { return false }
        case .models(let its): guard !its.isDisjoint(with: models) else { return false }
        }
        return limit.isCrossed(by: measure)
      }
    }

    /// The limits in words, the gravest first; `nil` for a code without any.
    public var threshold: String? {
      let parts = limits.map { severities.count > 1 ? "\($0.text): \($0.severity.rawValue)" : $0.text }
      let all = parts + (reference.map { [$0] } ?? [])
      return all.isEmpty ? nil : all.joined(separator: "; ")
    }

    /// The kinds of message that carry it: `note`, `warning`, `strong`, `refusal`.
    public var severity: String {
      (severities.map(\.rawValue) + (isRefusal ? ["refusal"] : [])).joined(separator: ", ")
    }

    static func refusal(_ code: ValuationCode, models: Models = .plain) -> Definition {
      Definition(
        code: code, severities: [], isRefusal: true, limits: [], reference: nil, measure: nil, models: models)
    }

    static func finding(
      _ code: ValuationCode, _ severities: [ValuationFinding.Severity], limits: [Limit] = [],
      reference: String? = nil, measure: String? = nil, isRefusal: Bool = false, models: Models = .plain
    ) -> Definition {
      Definition(
        code: code, severities: severities, isRefusal: isRefusal, limits: limits, reference: reference,
        measure: measure, models: models)
    }
  }
}
