import Evaluation
import Language
import OrderedCollections
import Strategies
import Text

extension Execution {
  /// The session's settings with those of the statement.
  mutating func settings(_ settings: [Setting]) throws(Diagnostic) -> Settings {
    var result = session.settings
    for setting in settings { try apply(setting, to: &result) }
    return result
  }

  /// Reads one setting and changes it.
  mutating func apply(_ setting: Setting, to settings: inout Settings) throws(Diagnostic) {
    guard let definition = Settings.definition(named: setting.name) else {
      let known = Settings.definitions.map(\.name)
      let hint = Spelling.hint(for: setting.name, in: known)
      throw Diagnostic(
        .unknownSetting, "there is no setting `\(setting.name)`", at: setting.nameSpan,
        hints: [hint ?? "the settings: \(known.joined(separator: ", "))"])
    }
    var value: Settings.SettingValue
    switch setting.value {
    case .word(let word):
      let text = try text(word)
      value = .word(text)
      // A bare name is a word where the setting takes words, else the value of the name.
      if !definition.choices.contains(text), session.names[text] != nil {
        let (number, isRate) = try decidingNumber(.name(text, word.span), "`\(setting.name)`")
        value = .number(number, isRate: isRate)
      }
    case .expression(let expression):
      if case .literal(.text(let text), _) = expression {
        value = .word(text)
      } else {
        let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
        value = .number(number, isRate: isRate)
      }
    }
    guard definition.write(&settings, value) else {
      let hint = value.word.flatMap { Spelling.hint(for: $0, in: definition.choices) }
      throw Diagnostic(
        .invalidSetting, "`\(setting.name)` is \(definition.allowed), not `\(sources.text(of: setting.valueSpan))`",
        at: setting.valueSpan, hints: hint.map { [$0] } ?? [])
    }
    if definition.isRate, case .number(let number, isRate: false) = value, number > 0 {
      warn(
        Diagnostic(
          .numberAsRate, "`\(setting.name)` is a rate, so \(NumberText.plain(number)) is \(NumberText.percent(number))",
          at: setting.valueSpan,
          hints: ["write `\(NumberText.percent(number))`, or `\(NumberText.plain(number))%` if that is meant"],
          severity: .warning))
    }
  }
}
