import Evaluation
import Language
import OrderedCollections
import Platform
import Sessions
import Strategies
import Text

extension Execution {
  /// The session's settings with those of the statement.
  package mutating func settings(_ settings: [Setting]) throws(Diagnostic) -> Settings {
    var result = session.settings
    for setting in settings {
      if Settings.definition(named: setting.name)?.group == .look {
        throw Diagnostic(
          .unknownSetting, "`\(setting.name)` is a display setting; no run depends on it", at: setting.nameSpan,
          hints: ["`set \(setting.name) …` changes it"])
      }
      if Settings.definition(named: setting.name)?.group == .validation {
        throw Diagnostic(
          .unknownSetting, "`\(setting.name)` is a setting of `validate`; no run depends on it",
          at: setting.nameSpan, hints: ["`set \(setting.name) …` changes it"])
      }
      try apply(setting, to: &result)
    }
    return result
  }

  /// Refuses `set chart picture` in a terminal that shows no pictures.
  package func checkPictures(_ setting: Setting, _ settings: Settings) throws(Diagnostic) {
    guard setting.name == "chart", settings.look.charts == "picture" else { return }
    guard case .refuses(let reason) = environment.pictureTerminal() else { return }
    throw Diagnostic(
      .noPicture, "pictures cannot be drawn here: \(reason)", at: setting.valueSpan,
      hints: [
        "`set chart auto` draws them if possible, else text", "`plot close to \"FILE.png\"` writes one",
      ])
  }

  /// Reads one setting and changes it.
  package mutating func apply(_ setting: Setting, to settings: inout Settings) throws(Diagnostic) {
    guard let definition = Settings.definition(named: setting.name) else {
      let known = Settings.definitions.map(\.name)
      let hint =
        SharedTerms.allowed.contains { $0.0 == setting.name }
        ? "it is a term of one run: `backtest … in one account with \(setting.name) …`"
        : ForeignWords.setting(setting.name) ?? Spelling.hint(for: setting.name, in: known)
      throw Diagnostic(
        .unknownSetting, "there is no setting `\(setting.name)`", at: setting.nameSpan,
        hints: [hint ?? "the settings: \(known.joined(separator: ", "))"])
    }
    let value = try value(setting.value, of: definition, setting)
    var changed = settings
    guard definition.write(&changed, value) else {
      let hint =
        value.word.flatMap {
          ForeignWords.value($0, of: setting.name) ?? Spelling.hint(for: $0, in: definition.choices)
        } ?? percentHint(value, of: definition)
      throw Diagnostic(
        .invalidSetting, "`\(setting.name)` is \(definition.allowed), not `\(sources.text(of: setting.valueSpan))`",
        at: setting.valueSpan, hints: hint.map { [$0] } ?? [])
    }
    try checkBareRate(value, of: definition, setting)
    settings = changed
  }

  /// The ways to write a number up to 100 that no rate is; nil for another value.
  private func percentHint(_ value: Settings.SettingValue, of definition: Settings.Definition) -> String? {
    guard definition.isRate, case .number(let number, isRate: false) = value, number > 0, number <= 100 else {
      return nil
    }
    let text = NumberText.plain(number)
    let others = ["\(text)%"] + definition.otherUnits.map { "\(text) \($0)" }
    return "write \(Wording.list(others.map { "`\($0)`" }, or: true))"
  }

  /// Checks a rate written as a number: a small one gives a warning, an implausible one is refused.
  ///
  /// - Throws: a number above the largest that the setting takes without a percent sign, with the ways to write what may
  ///   be meant.
  private mutating func checkBareRate(
    _ value: Settings.SettingValue, of definition: Settings.Definition, _ setting: Setting
  ) throws(Diagnostic) {
    guard definition.isRate, case .number(let number, isRate: false) = value, number > 0, number.isFinite else {
      return
    }
    let (text, percent) = (NumberText.plain(number), NumberText.percent(number))
    let reading = "`\(setting.name)` is a rate, so \(text) is \(percent)"
    guard let limit = definition.largestBareRate, number > limit else {
      return warn(
        Diagnostic(
          .numberAsRate, reading, at: setting.valueSpan,
          hints: ["write `\(percent)`, or `\(text)%` if that is meant"], severity: .warning))
    }
    let others = ["\(text)%"] + definition.otherUnits.map { "\(text) \($0)" }
    throw Diagnostic(
      .numberAsRate, reading, at: setting.valueSpan,
      hints: ["write \(Wording.list(others.map { "`\($0)`" }, or: true)); or `\(percent)` if that is meant"])
  }

  /// The value of a setting with its names and expressions resolved.
  private mutating func value(
    _ value: Setting.Value, of definition: Settings.Definition, _ setting: Setting
  ) throws(Diagnostic) -> Settings.SettingValue {
    switch value {
    case .word(let word):
      let text = try text(word)
      if definition.isSeries, !definition.choices.contains(text), session.names[text] == nil {
        try checkRateSeries(text, of: setting)
        return .word(text)
      }
      // A bare name is a word if the setting takes words, else the value of the name.
      guard !definition.choices.contains(text), session.names[text] != nil else { return .word(text) }
      let (number, isRate) = try decidingNumber(.name(text, word.span), "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .expression(let expression):
      if case .literal(.text(let text), _) = expression { return .word(text) }
      if definition.isDuration, case .literal(.duration, let span) = expression {
        return .word(sources.text(of: span))
      }
      let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .list:
      throw Diagnostic(
        .invalidSetting, "a list of values of `\(setting.name)` is tried by `sweep`, but one is needed here",
        at: setting.valueSpan, hints: ["`sweep S with \(setting.name) = \(sources.text(of: setting.valueSpan))`"])
    case .terms(let values):
      var terms: [SettingTerm] = []
      for term in values {
        switch term {
        case .word(let word): terms.append(.word(try text(word)))
        case .expression, .terms, .list:
          let resolved = try self.value(term, of: definition, setting)
          terms += resolved.terms
        }
      }
      return .terms(terms)
    }
  }

  /// Refuses a rate from a series that is not there.
  private func checkRateSeries(_ name: String, of setting: Setting) throws(Diagnostic) {
    guard session.series[name] == nil else { return }
    let hint = Spelling.hint(for: name, in: Array(session.series.keys))
    throw Diagnostic(
      .unknownSeries, "there is no series `\(name)` for `\(setting.name)`", at: setting.valueSpan,
      hints: [hint ?? "`load sample FEDFUNDS` loads one; a number is written `5%`"])
  }
}
