extension CommandSyntax {
  /// The forms as a person types them, one a line, in the order of the documentation.
  ///
  /// A value that can be written in several ways gives a line for each; the clauses stand in a form's first line.
  public var usage: [String] {
    if forms.allSatisfy(\.isReserved) { return ["\(name) …"] }
    return forms.filter { !$0.isReserved }.flatMap { $0.usage(of: name) }
  }

  /// The forms without their clauses, for the hint of a form that was left unfinished.
  var briefUsage: [String] {
    forms.filter { !$0.isReserved }.map { form in
      ([name] + form.subject.map { $0.usage(0) }).joined(separator: " ")
    }
  }
}

extension CommandSyntax.Form {
  /// The lines of a form of a command.
  func usage(of command: String) -> [String] {
    let spellings = subject.map(\.spellings.count).max() ?? 1
    let first = subject.first { $0.spellings.count > 1 }
    var lines = (0..<max(1, spellings)).map { index in
      ([command] + subject.map { $0.usage(index) }).joined(separator: " ")
    }
    // Of a value that may be left out, the line without it stands in front of its spellings.
    if case .optional(let element)? = first {
      let others = subject.filter { $0 != first }
      lines =
        [([command] + others.map { $0.usage(0) }).joined(separator: " ")]
        + element.spellings.indices.map { index in
          ([command] + subject.map { $0 == first ? element.usage(index) : $0.usage(index) }).joined(separator: " ")
        }
    }
    let tail = clauses.filter { !$0.isReserved }.map(\.usage).filter { !$0.isEmpty }
    return [([lines[0]] + tail).joined(separator: " ")] + lines.dropFirst()
  }
}

extension CommandSyntax.Clause {
  /// The clause in brackets; empty for one that the usage leaves out.
  var usage: String {
    if let spelling { return spelling }
    if isWindow { return "[WINDOW]" }
    return "[" + (keywords + elements.map { $0.usage(0) }).joined(separator: " ") + "]"
  }
}

extension CommandSyntax.Element {
  /// The ways to write the element's value; empty for a keyword or a sign.
  fileprivate var spellings: [String] {
    switch self {
    case .keyword, .assign: []
    case .value(let slot): slot.spellings
    case .optional(let element): element.spellings
    }
  }

  /// The element in one of its spellings, the first where there are not so many.
  fileprivate func usage(_ index: Int) -> String {
    switch self {
    case .keyword(let word): word
    case .assign: "="
    case .optional(let element): "[\(element.usage(index))]"
    case .value(let slot):
      index < slot.spellings.count ? slot.spellings[index] : slot.spellings.first ?? slot.name.uppercased()
    }
  }
}
