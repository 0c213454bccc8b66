import Text

extension Assumptions {
  /// All assumptions: those outside the parts, then those of each part under their names with a dot.
  ///
  /// With ``parts`` and ``baseYear`` it is all that the set says.
  public var flat: [Assumption] {
    all + parts.flatMap { part in part.assumptions.all.map { $0.named("\(part.name).\($0.name)") } }
  }

  /// The part called `name`; `nil` if there is none.
  public func part(_ name: String) -> ValuationPart? { parts.first { $0.name == name } }

  /// The kind of the parts, which is the same for all of them; `nil` without parts.
  public var partKind: ValuationPart.Kind? { parts.first?.kind }

  /// The same assumptions without parts.
  var withoutParts: Assumptions {
    var result = self
    result.parts = []
    return result
  }

  /// The assumption that holds under a name: in a part its own, else the one that it takes from outside.
  ///
  /// `nil` if neither is given, or if a part takes nothing from outside.
  public func holding(_ name: String) -> Assumption? {
    if let own = self[name] { return own }
    let dotted = DottedName(name)
    guard let part = dotted.part.flatMap({ self.part($0) }), let own = dotted.key
    else { return nil }
    guard part.isOpen(to: own) else { return nil }
    return self[own]
  }

  mutating func declare(_ name: String, _ kind: ValuationPart.Kind) throws(ValuationError) {
    try ValuationPart.check(name: name)
    guard part(name) == nil else {
      throw ValuationError(
        code: .givenTwice,
        message: "\(name) is given twice",
        assumptions: [name],
        hint: "an assumption of a part that exists is changed by `\(name).margin = …`"
      )
    }
    if let other = parts.first(where: { $0.kind != kind }) {
      throw ValuationError(
        code: .partsMixed,
        message:
          "\(other.name) is a \(other.kind.rawValue) and \(name) a \(kind.rawValue); a company has one or the other",
        assumptions: [other.name, name],
        hint: "segments are lines inside one model, parts are valuations of their own"
      )
    }
    parts.append(ValuationPart(name, kind))
  }

  mutating func remove(_ name: String) throws(ValuationError) {
    if let place = parts.firstIndex(where: { $0.name == name }) {
      parts.remove(at: place)
      return
    }
    let definition = try AssumptionDefinition.find(name)
    guard name.contains(".") else {
      all.removeAll { $0.key == definition.key }
      return
    }
    let place = try place(ofPartIn: name)
    parts[place].assumptions.all.removeAll { $0.key == definition.key }
  }

  mutating func setInPart(_ assumption: Assumption) throws(ValuationError) {
    let place = try place(ofPartIn: assumption.name)
    let definition = try AssumptionDefinition.find(assumption.name)
    let part = parts[place]
    try ValuationPart.checkPlace(of: definition.key, in: part)
    do throws(ValuationError) {
      try parts[place].assumptions.put(assumption.named(definition.name), definition)
    } catch {
      throw error.inside(part.name) { _ in true }
    }
  }

  mutating func shiftInPart(_ name: String, by shift: Assumption.Shift) throws(ValuationError) {
    let place = try place(ofPartIn: name)
    let definition = try AssumptionDefinition.find(name)
    let part = parts[place]
    try ValuationPart.checkPlace(of: definition.key, in: part)
    // An assumption that a part takes from outside is moved from there, for the part alone.
    let dotted = definition.key.of(part.name)
    try parts[place].assumptions.move(
      holding(dotted)?.named(definition.name), definition, by: shift, named: dotted)
  }

  /// The place of the part that a dotted name begins with.
  private func place(ofPartIn name: String) throws(ValuationError) -> Int {
    let dotted = DottedName(name)
    guard let wanted = dotted.part, !dotted.name.contains(".") else { throw ValuationPart.nested(name) }
    if let place = parts.firstIndex(where: { $0.name == wanted }) { return place }
    throw ValuationError(
      code: .unknownPart,
      message: "there is no part called `\(wanted)`",
      assumptions: [name],
      hint: parts.isEmpty
        ? "`part \(wanted) { … }` creates one"
        : "the \(Wording.plural(parts.count, "only part is", "parts are")) \(Wording.list(parts.map(\.name)))"
    )
  }
}

extension ValuationError {
  /// The same refusal as one of a part, whose name goes before the message and before its own assumptions.
  func inside(_ part: String, isOwn: (String) -> Bool) -> ValuationError {
    ValuationError(
      code: code,
      message: "\(part): \(message)",
      assumptions: assumptions.map { isOwn($0) ? "\(part).\($0)" : $0 },
      hint: hint
    )
  }
}

extension Assumptions {
  /// Refuses assumptions that only a company in parts has, if there are no parts, and segments of a model that has
  /// none.
  func checkParts() throws(ValuationError) {
    try checkAmountsOutsideParts()
    if partKind != .part,
      let name = [AssumptionName.corporateCosts, .holdingDiscount].first(where: { self[$0] != nil })
    {
      throw ValuationError(
        code: .onlyWithParts,
        message: "\(name) belongs to a sum of parts, but there is no part",
        assumptions: [name],
        hint: "such as `part stake { value = 12.5B }`"
      )
    }
    if partKind == .segment, method == .ddm || method == .residualIncome {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "segments have revenue, but model = \(method.rawValue) has none",
        assumptions: [AssumptionName.model.rawValue] + parts.map(\.name),
        hint: "use fcff or fcfe, or parts"
      )
    }
  }
}
