import Indicators
import Language
import Text

/// `like="tradingview"`: the conventions of an indicator, unless its arguments say otherwise.
extension Planner {
  /// The name of the argument.
  public static let presetArgument = "like"

  /// The preset that a call names, or the one of the session.
  mutating func preset(_ arguments: [CallArgument], of indicator: Indicator) throws(Diagnostic) -> Preset? {
    guard let argument = arguments.first(where: { $0.name == Self.presetArgument }) else { return names.like }
    let list = names.catalogue.presets.map(\.name).joined(separator: ", ")
    let value = try plan(argument.value)
    guard case .value(.text(let name)) = value.content else {
      throw Diagnostic(
        .wrongKind, "`like` is the name of a set of conventions, not \(value.kind.described)",
        at: argument.value.span, hints: ["it is one of \(list), in quotes"])
    }
    guard let preset = names.catalogue.preset(named: name) else {
      let hint = Spelling.hint(for: name, in: names.catalogue.presets.map(\.name))
      throw Diagnostic(
        .unknownPreset, "there are no conventions called \"\(name)\"", at: argument.value.span,
        hints: [hint ?? "there are \(list)"])
    }
    if preset.defaults(of: indicator) == nil {
      note(
        Diagnostic(
          .notInPreset, "`\(name)` does not cover `\(indicator.name)`, which keeps its defaults",
          at: argument.value.span, hints: ["it covers \(spokenOf(preset))"], severity: .warning))
    }
    return preset
  }

  private func spokenOf(_ preset: Preset) -> String {
    preset.indicators.isEmpty ? "the indicators of TA-Lib" : preset.indicators.joined(separator: ", ")
  }
}
