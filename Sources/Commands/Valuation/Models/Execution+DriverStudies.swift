import Evaluation
import Language
import Platform
import Reports
import Research
import Sessions
import Text
import Valuation
import Work

/// A driver model that a command looks at.
package struct DriverSubject {
  package var title: String
  package var ticker: String
  package var work: DriverWork

  package init(title: String, ticker: String, work: DriverWork) {
    self.title = title
    self.ticker = ticker
    self.work = work
  }
}

extension Execution {
  /// The driver model that a statement names first, else the open one; nil if that is a plain model.
  mutating func driverSubject(_ call: CommandCall) throws(Diagnostic) -> DriverSubject? {
    if let word = call[.scenario] ?? call[.solvedScenario] {
      let scenario = try scenario(word)
      guard let work = scenario.drivers else { return nil }
      return DriverSubject(title: "\(scenario.ticker) \(scenario.name)", ticker: scenario.ticker, work: work)
    }
    guard let model = session.research.model, let work = model.drivers else { return nil }
    return DriverSubject(
      title: model.scenario == nil ? "\(model.ticker) open model" : model.title, ticker: model.ticker, work: work)
  }

  /// `sensitivity` over drivers and the other assumptions of a driver model.
  mutating func sensitivity(
    _ call: CommandCall, of subject: DriverSubject
  ) throws(Diagnostic) -> any StatementResult {
    let typed = try call[.axes]
    guard typed.count <= 2 else {
      throw Diagnostic(.axes, "a sensitivity has one axis or two", at: typed[2].nameSpan)
    }
    let valuation = try valued(subject.work, of: subject.ticker, at: call.commandSpan).valuation
    var axes: [DriverAxis] = []
    for axis in typed { axes.append(try self.axis(axis, of: subject.work.model)) }
    guard let x = axes.first else {
      throw Diagnostic(.missingArgument, "`sensitivity` needs an axis", at: call.commandSpan)
    }
    let work = subject.work
    var cells = 1.0
    for axis in typed { cells *= Double(try numbers(axis.values).values.count) }
    try checkSize(cells, "cells", at: call.commandSpan)
    let monitor = environment.monitor
    let grid: DriverSensitivity
    do throws(ValuationError) {
      // The first axis goes down, as in every sensitivity; the engine's first one goes across.
      grid = try DriverSensitivity(
        of: work.model, x: axes.count > 1 ? axes[1] : x, y: axes.count > 1 ? x : nil, like: work.convention,
        method: work.method, on: work.company, symbol: subject.ticker, isStopped: { monitor.isStopped })
    } catch {
      if error.code == .interrupted { throw diagnostic(.interrupted, at: nil) }
      let place = typed.last { work.model.canonicalName($0.name).map(error.assumptions.contains) == true }
      throw diagnostic(error, of: work.model, [], (place ?? typed.last)?.nameSpan ?? call.commandSpan)
    }
    try keepPart(
      grid.valuedCount, of: grid.requestedCount, axes.count > 1 ? "rows" : "values", "the others are not valued",
      at: call.commandSpan)
    return DriverSensitivityReport(title: subject.title, work: work, valuation: valuation, grid: grid)
  }

  private mutating func axis(_ axis: Axis, of model: DriverModel) throws(Diagnostic) -> DriverAxis {
    let typed = try values(of: axis.values, for: axis.name, shift: axis.shift)
    if axis.name == "revenue_index" {
      guard axis.shift == .multiply else {
        throw Diagnostic(
          .wrongKind, "the revenue index follows from the drivers and can only be multiplied", at: axis.nameSpan,
          hints: ["`revenue_index * 0.8..1.2 step 0.1`"])
      }
      return .adjustments(.revenue, typed.map { $0 * 100 - 100 })
    }
    guard let name = model.canonicalName(axis.name) else {
      throw unknown(axis.name, of: model, at: axis.nameSpan)
    }
    let isMultiple = axis.values.isMultiple && name == DriverField.terminalGrowth.name
    let target = isMultiple ? DriverField.exitMultiple.name : name
    var values = typed
    if let shift = axis.shift, let how = Assumption.Shift.Operator(rawValue: shift.rawValue) {
      values = []
      for amount in typed {
        do throws(ValuationError) {
          let moved = try model.shifting(target, by: Assumption.Shift(how, amount))
          values.append(moved.number(of: target) ?? .nan)
        } catch {
          throw diagnostic(error, of: model, [], axis.nameSpan)
        }
      }
    }
    // The model as it is belongs to the grid, whether the steps meet it or not.
    if let now = model.number(of: target), !values.contains(where: { abs($0 - now) <= 1e-12 * max(1, abs(now)) }) {
      values.insert(now, at: values.firstIndex { $0 > now } ?? values.endIndex)
    }
    return .values(target, values)
  }

  /// `solve` over drivers and the other assumptions of a driver model.
  mutating func solve(_ call: CommandCall, of subject: DriverSubject) throws(Diagnostic) -> any StatementResult {
    let unknowns = try call[.unknowns]
    guard let unknown = unknowns.first else {
      throw Diagnostic(.missingArgument, "`solve` needs an assumption", at: call.commandSpan)
    }
    if unknowns.count > 1 {
      throw Diagnostic(
        .notForDrivers, "a driver model is solved for one assumption at a time", at: unknowns[1].span,
        hints: ["`sensitivity` shows two"])
    }
    let work = subject.work
    guard let name = work.model.canonicalName(unknown.name) else {
      throw self.unknown(unknown.name, of: work.model, at: unknown.nameSpan)
    }
    guard case .path(let path) = unknown.value, path.phases.count == 1, path.phases[0].length == nil,
      case .constant(.literal(.unknown, _), nil) = path.phases[0].kind
    else {
      throw Diagnostic(
        .notForDrivers, "a driver model is solved for the number itself, not for what moves it", at: unknown.span,
        hints: ["`solve \(unknown.name)`"])
    }
    let isExit = work.model.terminalMethod == .exitMultiple && name == DriverField.terminalGrowth.name
    let target = try target(call)
    do throws(ValuationError) {
      let solution = try DriverSolution(
        of: work.model, for: isExit ? DriverField.exitMultiple.name : name, target: target, like: work.convention,
        method: work.method, on: work.company, symbol: subject.ticker)
      return DriverSolutionReport(title: subject.title, work: work, solution: solution)
    } catch {
      throw diagnostic(error, of: work.model, [unknown], call.commandSpan)
    }
  }

  /// `tornado` of a driver model: the effect of each assumption on its own.
  mutating func tornado(_ call: CommandCall, of subject: DriverSubject) throws(Diagnostic)
    -> any StatementResult
  {
    if let swing = call[.swing] {
      throw Diagnostic(
        .notForDrivers, "a driver model moves each assumption by a tenth of its usual range", at: swing.span)
    }
    return tornado(of: subject, try valued(subject.work, of: subject.ticker, at: call.commandSpan).valuation)
  }

  /// The effect of each assumption of a driver model on its own.
  package func tornado(of subject: DriverSubject, _ valuation: DriverValuation) -> DriverTornadoReport {
    DriverTornadoReport(
      title: subject.title, work: subject.work, valuation: valuation,
      bars: DriverTornado(
        of: subject.work.model, like: subject.work.convention, method: subject.work.method, on: subject.work.company,
        symbol: subject.ticker
      ).bars)
  }

  /// The value by the rate of discount and by perpetual growth, each moved in five steps; nil if the model refuses.
  package func sensitivity(of subject: DriverSubject, _ valuation: DriverValuation) -> DriverSensitivityReport? {
    let model = subject.work.model
    let monitor = environment.monitor
    func axis(_ field: DriverField, _ step: Double) -> DriverAxis? {
      guard let now = model.number(of: field.name) else { return nil }
      return .values(field.name, [-2, -1, 0, 1, 2].map { now + Double($0) * step })
    }
    guard let across = axis(.terminalGrowth, 0.005), let down = axis(.discount, 0.01) else { return nil }
    let grid = try? DriverSensitivity(
      of: model, x: across, y: down, like: subject.work.convention, method: subject.work.method,
      on: subject.work.company, symbol: subject.ticker, isStopped: { monitor.isStopped })
    return grid.map {
      DriverSensitivityReport(title: subject.title, work: subject.work, valuation: valuation, grid: $0)
    }
  }

  private func unknown(_ name: String, of model: DriverModel, at span: SourceSpan) -> Diagnostic {
    let nearest = Spelling.hint(for: name, in: model.names)
    let kind = model.business.map { "the driver model `\($0.rawValue)`" } ?? "this driver model"
    return Diagnostic(
      .unknownAssumption, "\(kind) has no `\(name)`", at: span,
      hints: [nearest ?? "it has \(model.names.joined(separator: ", "))"])
  }

  // MARK: Saved models

  /// The value of a model, as a number and in words.
  package func worth(of model: ModelInWork, at span: SourceSpan?) throws(Diagnostic) -> (value: Double, text: String) {
    if let work = model.drivers {
      let valuation = try valued(work, of: model.ticker, at: span).valuation
      return (valuation.intrinsicValue, valuation.valueText)
    }
    let value = try valued(model.assumptions, at: span).valuePerShare
    return (value, "\(NumberFormat.fixed(2).text(value)) a share")
  }

  /// The valuation of a saved model as shown; nil if it is not a driver model.
  package func driverReport(of scenario: Scenario, at span: SourceSpan?) throws(Diagnostic) -> DriverReport? {
    guard let work = scenario.drivers else { return nil }
    var report = DriverReport(
      ticker: scenario.ticker, scenario: scenario.name, isChanged: false, work: work,
      valuation: try valued(work, of: scenario.ticker, at: span).valuation)
    report.past = session.research.pastYears(of: scenario.ticker, for: scenario.assumptions)
    return report
  }
}

extension Scenario {
  /// The value, the price and the upside; the latter two are nil for an index, and all if the model is refused.
  package var worth: (value: Double?, price: Double?, upside: Double?) {
    if let drivers {
      let valuation = try? drivers.valuation(of: ticker)
      return (valuation?.intrinsicValue, valuation?.price, valuation?.upside)
    }
    let result = try? DiscountedCashFlow.value(assumptions)
    return (result?.valuePerShare, result?.price, result?.upside)
  }
}
