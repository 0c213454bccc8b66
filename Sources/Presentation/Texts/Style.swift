/// The meaning of a piece of text, from which a renderer chooses its look.
public enum Style: Sendable, Hashable {
  /// Ordinary text.
  case plain
  /// Emphasised text.
  case strong
  /// De-emphasised text: units, rules, remarks.
  case dim
  /// The title of a section or of a column.
  case heading
  /// The name of something: a symbol, a strategy, a file.
  case name
  /// A number inside a sentence.
  case number
  /// A word of the language: a command, a clause.
  case keyword
  /// A gain, or something that went well.
  case positive
  /// A loss, or something that went badly.
  case negative
  /// Something to look at before the result is trusted.
  case warning
  /// Something that failed.
  case error
  /// One thing among many that the eye should find.
  case accent
  /// The colour of the series with this number, from 0, in a chart and in its legend.
  case series(Int)
  /// A field of a heat map by its strength in percent of the strongest: above zero one side, below it the other.
  case heat(Int)

  /// The style for a gain or a loss: positive, negative, or plain for zero and for a missing value.
  public static func sign(of value: Double) -> Style {
    if value > 0 { return .positive }
    if value < 0 { return .negative }
    return .plain
  }
}
