import Evaluation
import Language
import Reports
import Research
import Sessions
import Valuation

/// The forms of `drivers`.
private enum DriversForm: String {
  case list = ""
  case dial, drift, revert, cards, template
}

extension Command {
  package static let drivers = Command(
    CommandSyntax(
      "drivers", formerCommands: ["dial", "drift", "revert", "cards", "template"],
      forms: [
        CommandSyntax.Form(DriversForm.list, [.optional(role: .business, then: .optional(flag: .financial))]),
        CommandSyntax.Form(DriversForm.dial, [.keyword("dial")]),
        CommandSyntax.Form(DriversForm.drift, [.keyword("drift")]),
        CommandSyntax.Form(
          DriversForm.revert, [.keyword("revert"), .optional(role: .revertedPart)]),
        CommandSyntax.Form(DriversForm.cards, [.keyword("cards")]),
        CommandSyntax.Form(
          DriversForm.template, [.keyword("template"), .optional(role: .templateValues)],
          clauses: [.clause("like", .convention)]),
      ]),
    category: .valuation, summary: "Lists business models with their revenue drivers, and studies the open one.",
    discussion: .page("drivers"),
    examples: [
      "drivers", "drivers asset_heavy financial", "dcf AAPL drivers platform { active_users = 25% }\ndrivers dial",
      "dcf AAPL drivers platform { active_users = 18% }\ndcf active_users = 20%\ndrivers drift\ndrivers revert drivers",
      "dcf AAPL drivers platform { active_users = 18% }\ndrivers cards",
      "drivers template horizon 10y, revenue_growth = 12%",
    ],
    changesSession: true,
    formsThatOnlyRead: [
      DriversForm.list, DriversForm.dial, DriversForm.drift, DriversForm.cards, DriversForm.template,
    ]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: DriversForm.self) {
    case .dial: return DialReport(work: try execution.driversInWork(at: call.commandSpan).work)
    case .drift:
      let (model, work) = try execution.driversInWork(at: call.commandSpan)
      return DriftReport(
        title: model.title, moves: work.moves(from: work.study.base, noticing: work.convention, model.ticker))
    case .revert: return try execution.revertDrivers(call)
    case .cards:
      let (model, work) = try execution.driversInWork(at: call.commandSpan)
      return CardReport(
        title: "\(model.ticker), \(work.title)", ticker: model.ticker, work: work, cards: work.cards(model.ticker))
    case .template: return try execution.previewTemplate(call)
    case .list: return try execution.listDrivers(call)
    }
  }
}

extension Execution {
  fileprivate mutating func listDrivers(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let word = call[.business] {
      var words = word
      if let span = call.span(of: .financial) {
        words = Word(parts: [.text(try text(word) + " financial")], span: word.span.joined(with: span))
      }
      let (business, isFinancial) = try business(words)
      return DriverList(groups: [(business, isFinancial)])
    }
    var groups: [(BusinessModel, Bool)] = []
    for business in BusinessModel.allCases {
      groups.append((business, false))
      if business.hasFinancialVariant { groups.append((business, true)) }
    }
    return DriverList(groups: groups)
  }

  fileprivate mutating func revertDrivers(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var (model, work) = try driversInWork(at: call.commandSpan)
    let before = work
    if let word = call[.revertedPart] {
      let name = try text(word)
      if let section = DriverField.Section(rawValue: name) {
        work.study.revert(section)
      } else {
        do throws(ValuationError) {
          let reverted = try work.model.reverting(name, to: work.study.base)
          work.study = DriverStudy(base: work.study.base, current: reverted)
        } catch {
          throw diagnostic(error, [], word.span)
        }
      }
    } else {
      work.study.revert()
    }
    let (valuation, plain) = try valued(work, of: model.ticker, at: call.commandSpan)
    model.model = .drivers(work, plain: plain)
    if work != before { model.isChanged = true }
    session.research.model = model
    return DriverReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, work: work, valuation: valuation,
      before: work.comparison(with: before, model.ticker))
  }

  fileprivate mutating func previewTemplate(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var convention = DriverConvention.standard
    if let word = call[.convention] {
      let name = try text(word)
      do { convention = try DriverConvention.find(name) } catch { throw diagnostic(error, [], word.span) }
    }
    var years = 5
    var values: [(key: String, value: Double)] = []
    for setting in call[.templateValues] ?? [] {
      guard case .expression(let expression) = setting.value else {
        throw Diagnostic(.wrongKind, "`\(setting.name)` is a number", at: setting.valueSpan)
      }
      let value = try value(of: expression).value
      if setting.name == "horizon" {
        var count = value.number
        if case .duration(let duration) = value, duration.unit == .years { count = Double(duration.count) }
        guard let count, count == count.rounded(), (1...50).contains(count) else {
          throw Diagnostic(.outOfRange, "horizon must be a whole number of years, from 1 to 50", at: setting.valueSpan)
        }
        years = Int(count)
        continue
      }
      guard let number = value.number else {
        throw Diagnostic(.wrongKind, "`\(setting.name)` is a number", at: setting.valueSpan)
      }
      do throws(ValuationError) {
        _ = try TemplatePreview(horizonYears: years, [(setting.name, number)], like: convention)
      } catch {
        throw diagnostic(error, [], setting.nameSpan)
      }
      values.append((setting.name, number))
    }
    do throws(ValuationError) {
      return TemplateReport(
        horizonYears: years, convention: convention, values: values,
        preview: try TemplatePreview(horizonYears: years, values, like: convention))
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
  }
}
