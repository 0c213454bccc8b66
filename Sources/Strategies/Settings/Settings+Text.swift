import Language

extension Settings.Definition {
  /// Changes the setting to a value that is written as ``read`` writes it; false if it takes no such value.
  package func write(text: String, into settings: inout Settings) -> Bool {
    if group == .look, write(&settings, .word(text)) { return true }
    if text.contains(" ") { return write(&settings, .terms(SettingTerm.terms(of: text))) }
    if write(&settings, .word(text)) { return true }
    let isRate = text.hasSuffix("%")
    let digits = isRate ? String(text.dropLast()) : text
    let number = NumberLiteral(digits: digits, suffix: isRate ? .percent : .none).value
    return write(&settings, .number(number, isRate: isRate))
  }

  /// Its default value.
  package var usual: String { read(Settings()) }

  /// Restores its default value; false if that cannot be written.
  package func reset(in settings: inout Settings) -> Bool {
    guard write(text: usual, into: &settings) else { return false }
    settings.changed.remove(name)
    return true
  }
}

extension Settings {
  /// True for a setting that differs from its default.
  package func isChanged(_ definition: Definition) -> Bool {
    changed.contains(definition.name) && definition.read(self) != definition.usual
  }
}
