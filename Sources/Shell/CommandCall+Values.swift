import Language

/// What a command reads from its call: each role as the kind of value that its syntax says.
extension CommandCall {
  func has(_ role: String) -> Bool { self[role] != nil }

  func word(_ role: String) -> Word? { if case .word(let word)? = self[role] { word } else { nil } }

  func words(_ role: String) -> [Word] { if case .words(let words)? = self[role] { words } else { [] } }

  func expression(_ role: String) -> Expression? {
    if case .expression(let expression)? = self[role] { expression } else { nil }
  }

  func columns(_ role: String) -> [NamedExpression] {
    if case .columns(let columns)? = self[role] { columns } else { [] }
  }

  func subject(_ role: String) -> Subject? { if case .subject(let subject)? = self[role] { subject } else { nil } }

  func settings(_ role: String) -> [Setting] {
    if case .settings(let settings)? = self[role] { settings } else { [] }
  }

  func axes(_ role: String) -> [Axis] { if case .axes(let axes)? = self[role] { axes } else { [] } }

  func weighted(_ role: String) -> [WeightedWord] {
    if case .weighted(let words)? = self[role] { words } else { [] }
  }

  func overrides(_ role: String) -> [Override] {
    if case .overrides(let overrides)? = self[role] { overrides } else { [] }
  }

  func range(_ role: String) -> ValueRange? { if case .range(let range)? = self[role] { range } else { nil } }

  func choice(_ role: String) -> String? { if case .choice(let word, _)? = self[role] { word } else { nil } }

  func unknowns(_ role: String) -> [AssumptionChange] {
    if case .unknowns(let changes)? = self[role] { changes } else { [] }
  }

  func uncertain(_ role: String) -> UncertainAssumptions? {
    if case .uncertain(let uncertain)? = self[role] { uncertain } else { nil }
  }

  var window: (window: Window, span: SourceSpan)? {
    if case .window(let window, let span)? = self["window"] { (window, span) } else { nil }
  }
}
