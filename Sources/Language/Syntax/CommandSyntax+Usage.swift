extension CommandSyntax {
  /// The forms as typed, one a line, in the order of the documentation.
  ///
  /// A value that can be written in several ways gives a line for each; the clauses are in a form's first line.
  public var usage: [String] {
    usedForms.flatMap { $0.usage(of: self) }
  }

  /// The forms that the usage shows; the forms of kinds of items are one: `drop value|indicator|… NAME, …`.
  private var usedForms: [Form] {
    let kinds = forms.filter(\.yieldsToName)
    let words = kinds.compactMap(\.leadingKeywords.first).joined(separator: "|")
    return forms.filter { !$0.isDotted && (!$0.yieldsToName || $0 == kinds.first) }.map { form in
      guard form.yieldsToName else { return form }
      var form = form
      form.subject[0] = .keyword(words)
      return form
    }
  }

  /// The forms without their clauses, for the hint of a form that was left unfinished.
  var briefUsage: [String] {
    usedForms.map { form in
      ([name] + form.subject.map { $0.usage(0) }).joined(separator: " ")
    }
  }
}

extension CommandSyntax.Form {
  /// The lines of a form of a command.
  func usage(of syntax: CommandSyntax) -> [String] {
    let command = syntax.name
    let spellings = subject.map(\.spellings.count).max() ?? 1
    let first = subject.first { $0.spellings.count > 1 }
    var lines = (0..<max(1, spellings)).map { index in
      ([command] + subject.map { $0.usage(index) }).joined(separator: " ")
    }
    // Of a value that may be left out, the line without it comes before its spellings.
    if case .optional(let element)? = first {
      let others = subject.filter { $0 != first }
      lines =
        [([command] + others.map { $0.usage(0) }).joined(separator: " ")]
        + element.spellings.indices.map { index in
          ([command] + subject.map { $0 == first ? element.usage(index) : $0.usage(index) }).joined(separator: " ")
        }
    }
    let name = syntax.hasResult && syntax.showsResultName ? ["[as NAME]"] : []
    return [([lines[0]] + clauseUsage + name).joined(separator: " ")] + lines.dropFirst()
  }

  /// The clauses, each in brackets, alternatives in one pair: `[for price | for value AMOUNT]`.
  private var clauseUsage: [String] {
    var usages: [String] = []
    for clause in clauses where clause.spelling?.isEmpty != true {
      if clause.isAlternative, let last = usages.popLast() {
        usages.append("\(last.dropLast()) | \(clause.usage)]")
      } else {
        usages.append(clause.spelling ?? "[\(clause.usage)]")
      }
    }
    return usages
  }
}

extension CommandSyntax.Clause {
  /// The clause without its brackets.
  fileprivate var usage: String {
    if isWindow { return "WINDOW" }
    return (keywords + elements.map { $0.usage(0) }).joined(separator: " ")
  }
}

extension CommandSyntax.Element {
  /// The ways to write the element's value; empty for a keyword or a sign.
  fileprivate var spellings: [String] {
    switch self {
    case .keyword, .assign: []
    case .value(let slot): slot.spellings
    case .optional(let element): element.spellings
    case .group(let elements): elements.first?.spellings ?? []
    }
  }

  /// The element in one of its spellings, the first if there are fewer.
  fileprivate func usage(_ index: Int) -> String {
    switch self {
    case .keyword(let word): word
    case .assign: "="
    case .optional(let element): "[\(element.usage(index))]"
    case .group(let elements): elements.map { $0.usage(index) }.joined(separator: " ")
    case .value(let slot):
      index < slot.spellings.count ? slot.spellings[index] : slot.spellings.first ?? slot.name.uppercased()
    }
  }
}

extension CommandSyntax {
  /// The usage of the clause or the form that a keyword begins: `against SYMBOL`; nil if there is none.
  public func usage(ofKeyword keyword: String) -> String? {
    for form in forms {
      if let clause = form.clauses.first(where: {
        $0.keywords.joined(separator: " ") == keyword && !$0.elements.isEmpty
      }) {
        return clause.usage
      }
      if form.leadingKeywords.first == keyword, form.subject.count > 1 {
        return ([name] + form.subject.map { $0.usage(0) }).joined(separator: " ")
      }
    }
    return nil
  }
}
