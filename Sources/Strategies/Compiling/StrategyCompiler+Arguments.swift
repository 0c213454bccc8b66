import Evaluation
import Language
import Text

/// The values of parameters, checked by the rules for numbers that are written out, before anything runs.
extension StrategyCompiler {
  /// The demand of a clause on a number that is known only with the parameters.
  struct Demand: Sendable {
    let node: NodeID
    /// The number in words: "a count of bars".
    let what: String
    let kind: Kind
    let isWhole: Bool
    /// The value from which on a plain number is taken for percent that were written without their sign.
    var shareLimit = Double.infinity
    /// False for a share of the position, which is a rate and never more than all of it.
    var isOfEquity = true
    /// True for the distance of a level below the entry, as a rate: at 100% it would lie at zero, and never be reached.
    var isBelowEntry = false

    func allows(_ value: Double) -> Bool {
      value > 0 && value.isFinite && (!isWhole || Int(exactly: value) != nil) && value < shareLimit
    }

    func refusal(of value: Double, at span: SourceSpan?) -> Diagnostic {
      if isBelowEntry, value >= shareLimit, value.isFinite {
        return Diagnostic(
          .outOfRange, "\(what) below the entry is less than 100%, not \(NumberText.percent(value))", at: span,
          hints: ["a price never falls to zero, so the level would never be reached"])
      }
      if value >= shareLimit, value.isFinite, !isOfEquity {
        return Diagnostic(.outOfRange, "\(what) is at most 100%, not \(NumberText.percent(value))", at: span)
      }
      if value >= shareLimit, value.isFinite { return Self.refusal(ofShare: value, what, at: span) }
      let number = value.isNaN ? "missing" : kind == .rate ? NumberText.percent(value) : NumberText.plain(value)
      return Diagnostic(
        .outOfRange, "\(what) is \(isWhole ? "a whole number from 1" : "above 0"), not \(number)", at: span)
    }

    /// The error of `50 of equity`, which means 50 % or 5,000 %.
    static func refusal(ofShare value: Double, _ what: String, at span: SourceSpan?) -> Diagnostic {
      Diagnostic(
        .outOfRange, "\(what) of \(NumberText.plain(value)) is \(NumberText.percent(value)) of the equity", at: span,
        hints: ["write `\(NumberText.plain(value))%`, or `\(NumberText.percent(value))` if that is meant"])
    }
  }

  /// A number that parameters decide, and the error of a value that it does not take.
  private struct Check {
    let node: NodeID
    let parameters: [Int]
    let fault: (_ value: Double, _ span: SourceSpan) -> Diagnostic?
  }

  private var checks: [Check] {
    let bound = plan.boundNumbers.map { number in
      Check(node: number.node, parameters: number.parameters) { value, span in
        number.error(value).map { Diagnostic($0, at: span) }
      }
    }
    return bound
      + demands.map { demand in
        Check(node: demand.node, parameters: plan.parameters(of: demand.node)) { value, span in
          demand.allows(value) ? nil : demand.refusal(of: value, at: span)
        }
      }
  }

  /// Checks values of the parameters: finite, and whole and in their range if an indicator, a lag or a clause requires
  /// it.
  ///
  /// - Parameters:
  ///   - values: a value for each parameter.
  ///   - spans: the place of each argument, by the index of its parameter; none for those left out.
  ///   - place: the place for errors that no single argument causes.
  package func check(_ values: [Double], at spans: [Int: SourceSpan], or place: SourceSpan) throws(Diagnostic) {
    for index in definition.parameters.indices {
      guard let span = spans[index] else { continue }
      try checkFinite(values[index], of: index, at: span)
    }
    for check in checks { try self.check(check, values, at: spans, or: place) }
  }

  /// Checks the values that the combinations of a sweep have, a million of them at most; the run refuses the others.
  package func check(_ grid: SweepGrid, at spans: [Int: SourceSpan], or place: SourceSpan) throws(Diagnostic) {
    for index in definition.parameters.indices {
      guard let span = spans[index] else { continue }
      for value in grid.values[index] { try checkFinite(value, of: index, at: span) }
    }
    let first = grid.combination(0)
    for check in checks {
      let varied = check.parameters.filter { grid.values.indices.contains($0) && grid.values[$0].count > 1 }
      guard let parameter = varied.first else {
        try self.check(check, first, at: spans, or: place)
        continue
      }
      if varied.count > 1 {
        for index in 0..<min(grid.count, 1_000) {
          try self.check(check, grid.combination(index), at: spans, or: place)
        }
        continue
      }
      var values = first
      for (index, value) in grid.values[parameter].prefix(1_000_000).enumerated() {
        values[parameter] = value
        do { try self.check(check, values, at: spans, or: place) } catch {
          if grid.uses(index, of: parameter) { throw error }
        }
      }
    }
  }

  private func check(
    _ check: Check, _ values: [Double], at spans: [Int: SourceSpan], or place: SourceSpan
  ) throws(Diagnostic) {
    guard let value = plan.value(of: check.node, parameters: values) else { return }
    if let fault = check.fault(value, check.parameters.lazy.compactMap { spans[$0] }.first ?? place) { throw fault }
  }

  private func checkFinite(_ value: Double, of index: Int, at span: SourceSpan) throws(Diagnostic) {
    guard !value.isFinite else { return }
    throw Diagnostic(
      .outOfRange,
      "`\(definition.parameters[index].name)` must be a finite number, not \(value.isNaN ? "missing" : NumberText.plain(value))",
      at: span)
  }
}
