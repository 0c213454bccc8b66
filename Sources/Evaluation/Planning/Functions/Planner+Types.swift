import Indicators
import Language

/// The types and modes of an indicator, such as that of an average, are named by words.
extension Planner {
  /// Plans an argument; a word without quotes that has no other meaning names a mode of its parameter: `sma`.
  mutating func plan(_ argument: Expression, of parameter: Parameter?) throws(Diagnostic) -> Planned {
    if case .name(let word, _) = argument, let parameter, parameter.number(ofChoice: word) != nil,
      locals[word] == nil, names.meanings[word] == nil, !Self.barsFieldNames.contains(word)
    {
      return planned(.text(word))
    }
    return try plan(argument)
  }

  /// The error of a number in the place of a type.
  ///
  /// TA-Lib has the type of an average between lengths, so that the third number of `stoch(14, 3, 3)` would choose a
  /// type, but users mean a length.
  func numberAsType(
    _ number: Expression, _ index: Int, of indicator: Indicator, afterSeries series: Int, _ arguments: [CallArgument]
  ) -> Diagnostic {
    let parameter = indicator.parameters[index]
    let what = parameter.isAverage ? "type of average" : "`\(parameter.name)`"
    let call = TypedCall(indicator, arguments, series)
    let meant = call.withLengthsByName ?? call.withTypesInWords
    var hints = meant.map { ["write `\($0)`"] } ?? []
    let isTyped = if case .literal = number { true } else { false }
    if !isTyped {
      hints.append("a numeric choice is passed by name: `\(parameter.name)=\(number)`")
    }
    return Diagnostic(
      .numberAsType, "\(number) is not a \(what) here: a word names it", at: number.span,
      hints: hints + ["`\(parameter.name)` is \(parameter.allowed)"])
  }
}

extension Parameter {
  /// True for one whose choices are averages.
  fileprivate var isAverage: Bool { number(ofChoice: "sma") != nil && number(ofChoice: "ema") != nil }
}

/// A call as typed, to be rewritten as meant.
private struct TypedCall {
  private let indicator: Indicator
  /// The leading series.
  private let series: [String]
  /// The unnamed arguments after them.
  private let values: [Expression]
  /// Those with names.
  private let named: [(name: String, value: Expression)]

  init(_ indicator: Indicator, _ arguments: [CallArgument], _ count: Int) {
    self.indicator = indicator
    let positional = arguments.filter { $0.name == nil }.map(\.value)
    series = positional.prefix(count).map(\.description)
    values = Array(positional.dropFirst(count))
    named = arguments.compactMap { argument in argument.name.map { ($0, argument.value) } }
  }

  /// Each number as a length, those after a type by name; nil if there are more numbers than lengths.
  var withLengthsByName: String? {
    let given = named.compactMap { indicator.parameterIndex(named: $0.name) }
    var lengths = indicator.parameters.indices.filter { index in
      if case .choice = indicator.parameters[index].kind { false } else { !given.contains(index) }
    }
    var parts: [String] = []
    for (index, value) in values.enumerated() {
      if isWord(value), indicator.parameters.indices.contains(index) {
        parts.append("\(indicator.parameters[index].name)=\(value)")
        continue
      }
      guard let length = lengths.first else { return nil }
      lengths.removeFirst()
      parts.append(length == index ? "\(value)" : "\(indicator.parameters[length].name)=\(value)")
    }
    return written(parts)
  }

  /// Each number of a type as its word, TA-Lib's numbers; nil if one means none.
  var withTypesInWords: String? {
    var parts: [String] = []
    for (index, value) in values.enumerated() where indicator.parameters.indices.contains(index) {
      guard case .choice(let choices) = indicator.parameters[index].kind, !isWord(value) else {
        parts.append("\(value)")
        continue
      }
      guard case .literal(.number(let number), _) = value,
        let choice = choices.first(where: { Double($0.number) == number.value })
      else { return nil }
      parts.append("\"\(choice.name)\"")
    }
    return written(parts)
  }

  /// True for a mode, in quotes or without.
  private func isWord(_ value: Expression) -> Bool {
    switch value {
    case .literal(.text, _): true
    case .name(let name, _): indicator.parameters.contains { $0.number(ofChoice: name) != nil }
    default: false
    }
  }

  private func written(_ parts: [String]) -> String {
    // Named arguments come after unnamed ones.
    let names = parts.filter { $0.contains("=") } + named.map { "\($0.name)=\($0.value)" }
    let all = series + parts.filter { !$0.contains("=") } + names
    return "\(indicator.name)(\(all.joined(separator: ", ")))"
  }
}
