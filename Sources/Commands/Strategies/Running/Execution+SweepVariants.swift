import Language
import Sessions
import Strategies

/// The settings of one part of a sweep, with the texts of those that have several values.
struct SweepVariant {
  package var settings: Settings
  package var tried: [(name: String, text: String)]
  /// The terms of one account; nil if none is shared.
  package var terms: SharedTerms?
}

extension Execution {
  /// The settings of a sweep: one for each combination of the values of settings that have a list.
  mutating func variants(
    _ settings: [Setting], inOneAccount span: SourceSpan? = nil
  ) throws(Diagnostic) -> [SweepVariant] {
    var combinations: [[Setting]] = [[]]
    var lists: Set<String> = []
    for setting in settings {
      guard case .list(let values) = setting.value else {
        combinations = combinations.map { $0 + [setting] }
        continue
      }
      guard setting.name != "like" else {
        throw Diagnostic(
          .invalidSetting, "the conventions of indicators apply to an entire sweep", at: setting.valueSpan,
          hints: ["`with like \(sources.text(of: values[0].valueSpan))`"])
      }
      lists.insert(setting.name)
      try checkSize(Double(combinations.count * values.count), "combinations", at: setting.valueSpan)
      combinations = combinations.flatMap { before in values.map { before + [$0] } }
    }
    var variants: [SweepVariant] = []
    for combination in combinations {
      let (terms, own) = try sharedTerms(combination, inOneAccount: span)
      let settings = try self.settings(own)
      let tried = combination.filter { lists.contains($0.name) }.map {
        (name: $0.name, text: text(of: $0, in: settings))
      }
      variants.append(SweepVariant(settings: settings, tried: tried, terms: terms))
    }
    return variants
  }

  /// A value of a setting as typed; if it names something that may change, its present value.
  private func text(of setting: Setting, in settings: Settings) -> String {
    let typed = sources.text(of: setting.valueSpan)
    let words = typed.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard words.contains(where: { session.names[String($0)] != nil }),
      let definition = Settings.definition(named: setting.name)
    else { return typed }
    return definition.read(settings)
  }
}
