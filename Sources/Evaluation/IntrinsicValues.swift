import Calendar
import Columns
import Language
import Synchronization

/// The name of the valuation that `value(…)` means.
public struct ValuationName: Hashable, Sendable {
  /// The scenario; nil for the open model.
  public var scenario: String?
  /// The company, if given and without bars; nil for that of the series.
  public var company: String?

  /// Makes a name.
  public init(scenario: String?, company: String? = nil) {
    self.scenario = scenario
    self.company = company
  }
}

extension ValuationName: CustomStringConvertible {
  /// The name as typed: `value(base)`, `value("Bull 2026") @ MSFT`.
  public var description: String {
    let isWord = scenario.map { name in
      name.utf8.allSatisfy { $0 == 95 || (48...57).contains($0) || (65...90).contains($0 & ~32) }
        && name.utf8.first.map { !(48...57).contains($0) } == true
    }
    let argument = scenario.map { isWord == true ? $0 : "\"\($0)\"" } ?? ""
    return "value(\(argument))" + (company.map { " @ \($0)" } ?? "")
  }
}

/// The value per share of a company as it changes over time, in the unit of a series' prices.
///
/// Each value holds from the moment at which it becomes known up to the next one; before the first it is missing.
public final class IntrinsicValues: Sendable, Identifiable {
  /// The identity: no other steps of this run of the program have it.
  public struct ID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = ID.count.add(1, ordering: .relaxed).newValue
  }

  /// The reason why the steps look ahead.
  public struct LookAhead: Hashable, Sendable {
    /// The message: one sentence without its full stop.
    public var message: String
    /// The hints.
    public var hints: [String]
    /// True if also a decision of the last bar may not rest on them.
    public var holdsNow: Bool

    /// Makes a reason.
    public init(_ message: String, hints: [String] = [], holdsNow: Bool = false) {
      self.message = message
      self.hints = hints
      self.holdsNow = holdsNow
    }
  }

  /// Something to report with the result.
  public struct Remark: Hashable, Sendable {
    /// The stable code for programs.
    public var code: DiagnosticCode
    /// The message: one sentence without its full stop.
    public var message: String
    /// True if it is a warning, false for a note.
    public var isWarning: Bool

    /// Makes a remark.
    public init(_ code: DiagnosticCode, _ message: String, isWarning: Bool = false) {
      self.code = code
      self.message = message
      self.isWarning = isWarning
    }
  }

  /// The identity.
  public let id = ID()
  /// The moments at which the values become known, rising.
  public let known: [Timestamp]
  /// The values; missing if there is none from then on.
  public let values: [Double]
  /// The reason why bars see later figures; nil if each sees only figures known by then.
  public let lookAhead: LookAhead?
  /// The remarks.
  public let remarks: [Remark]

  /// Makes steps of moments and their values.
  public init(known: [Timestamp], values: [Double], lookAhead: LookAhead? = nil, remarks: [Remark] = []) {
    self.known = known
    self.values = values
    self.lookAhead = lookAhead
    self.remarks = remarks
  }

  /// The values as bars see them: each from the first bar on that closes when it is known, or later.
  func column(on series: Series) -> Column { join(series).column(Column(values), .always) }

  /// The first bar that sees a value; the number of bars if none does.
  func firstBar(on series: Series) -> Int {
    guard let first = values.firstIndex(where: { !$0.isNaN }) else { return series.bars.count }
    return join(series).firstBar(seeing: first)
  }

  private func join(_ series: Series) -> Join {
    Join(closings: series.closingTimes(), known: known, opening: series.bars.times.first)
  }
}

/// The source of the valuations that expressions name.
///
/// It gives the same steps for the same question as long as nothing they are made of has changed, so that columns
/// are found again.
public protocol ValuationSource: Sendable {
  /// The steps of a valuation of the company that a series is of, or of the one that the name says.
  func valuation(_ name: ValuationName, seenFrom series: Series) throws(ValuationAbsence) -> IntrinsicValues

  /// The value with all that is known today, if no series is in use.
  func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double

  /// Throws if no company has such a valuation.
  func check(_ name: ValuationName) throws(ValuationAbsence)
}

/// The reason why there is no valuation.
public struct ValuationAbsence: Error, Hashable, Sendable {
  /// The stable code for programs.
  public var code: Diagnostic.Code
  /// The message: one sentence without its full stop.
  public var message: String
  /// The hints.
  public var hints: [String]
  /// True if other companies have a scenario of that name.
  public var isOfOthers: Bool

  /// Makes a reason.
  public init(_ code: DiagnosticCode, _ message: String, hints: [String] = [], isOfOthers: Bool = false) {
    self.init(code: Diagnostic.Code(code), message, hints: hints, isOfOthers: isOfOthers)
  }

  /// Makes a reason with the code of an engine.
  public init(code: Diagnostic.Code, _ message: String, hints: [String] = [], isOfOthers: Bool = false) {
    self.code = code
    self.message = message
    self.hints = hints
    self.isOfOthers = isOfOthers
  }
}

extension ValuationSource {
  /// Throws: there are none.
  public func valuation(_ name: ValuationName, seenFrom series: Series) throws(ValuationAbsence) -> IntrinsicValues {
    throw ValuationAbsence(.unknownScenario, "there is no \(name.scenario.map { "scenario `\($0)`" } ?? "model")")
  }

  /// Throws: there are none.
  public func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double {
    throw ValuationAbsence(.unknownScenario, "there is no \(name.scenario.map { "scenario `\($0)`" } ?? "model")")
  }

  /// Takes any name, as nothing is known of scenarios.
  public func check(_ name: ValuationName) throws(ValuationAbsence) {}
}
