import Presentation
import Valuation

extension HelpPages {
  /// The page of a code shown in brackets after a message.
  static func page(_ entry: CodeTable.Entry) -> Document {
    var properties: [Property] = []
    if let valuation = entry.valuation {
      properties.append(Property("given as", StyledText(valuation.severity)))
      if let measure = valuation.measure { properties.append(Property("measure", StyledText(measure))) }
      if let threshold = valuation.threshold { properties.append(Property("limit", StyledText(threshold))) }
      properties.append(Property("models", StyledText(valuation.models.text)))
    }
    return Document(StyledText(entry.code)) {
      for meaning in entry.meanings { StyledText(meaning + ".") }
      properties
      if let example = entry.example {
        Block.heading("Example")
        Block.code(example)
      }
    }
  }
}
