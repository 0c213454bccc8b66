import Evaluation
import Language
import Sessions
import Strategies

extension Execution {
  /// The terms of one account among the settings of a statement, and the other settings; no terms if the statement
  /// shares no account.
  mutating func sharedTerms(
    _ settings: [Setting], inOneAccount span: SourceSpan?
  ) throws(Diagnostic) -> (terms: SharedTerms?, own: [Setting]) {
    var terms = SharedTerms()
    var own: [Setting] = []
    for setting in settings {
      guard let (name, allowed) = SharedTerms.allowed.first(where: { $0.0 == setting.name }) else {
        own.append(setting)
        continue
      }
      guard span != nil else {
        throw Diagnostic(
          .unknownSetting, "`\(name)` is for one account of many symbols", at: setting.nameSpan,
          hints: ["`backtest … on A, B in one account with \(name) …`"])
      }
      if name == "prefer" {
        guard case .expression(let expression) = setting.value else { continue }
        terms.preference = expression
        continue
      }
      let value = try termValue(setting)
      guard terms.take(name, value) else {
        throw Diagnostic(
          .invalidSetting, "`\(name)` is \(allowed), not `\(sources.text(of: setting.valueSpan))`",
          at: setting.valueSpan)
      }
    }
    return (span == nil ? nil : terms, own)
  }

  /// The value of a term with its names and expressions resolved.
  private mutating func termValue(_ setting: Setting) throws(Diagnostic) -> Settings.SettingValue {
    func word(_ word: Word) throws(Diagnostic) -> Settings.SettingValue { .word(try text(word)) }
    switch setting.value {
    case .list: return .terms([])
    case .word(let name):
      guard setting.name != "group", session.names[try text(name)] != nil else { return try word(name) }
      let (number, isRate) = try decidingNumber(.name(try text(name), name.span), "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .expression(let expression):
      let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .terms(let values):
      var terms: [SettingTerm] = []
      for value in values {
        switch value {
        case .word(let word): terms.append(.word(try text(word)))
        case .expression(let expression):
          let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
          terms.append(.number(number, isRate: isRate))
        case .terms, .list: break
        }
      }
      return .terms(terms)
    }
  }
}
