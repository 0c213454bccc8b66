import Calendar
import Text

/// The assumptions of one valuation, in the order of the table ``AssumptionDefinition/all``.
///
/// Two sets with the same assumptions are equal regardless of the order they were given in; parts keep the order in
/// which they were declared. Names are known and unique, and each value is of the right kind; whether the numbers make
/// sense is for the valuation to decide.
///
/// A name with a dot, such as `aero.margin`, is that of a part's assumption; see ``parts``.
///
/// ```swift
/// let base = try Assumptions([
///   Assumption(.revenue, 100e6), Assumption(.growth, .glide(0.06, to: 0.03)), Assumption(.margin, 0.2),
///   Assumption(.discount, 0.09), Assumption(terminal: .growth(0.02)), Assumption(.shares, 10e6),
/// ])
/// let bull = try base.with([.shift("growth", Assumption.Shift(.add, 0.03))])
/// ```
public struct Assumptions: Sendable, Equatable {
  /// A change of the assumptions.
  public enum Change: Sendable, Equatable {
    /// Gives or replaces an assumption; shifts of the old one go with it.
    case set(Assumption)
    /// Moves every year of an assumption.
    case shift(String, Assumption.Shift)
    /// Gives an assumption another number, the same every year, and keeps the amount that it is a share of.
    case number(String, Double)
    /// Turns a refusal of judgement into a standing warning, by its code.
    case allow(String)
    /// Takes an assumption away, so that its default holds again; or a part, by its name.
    case remove(String)
    /// Gives one year of a path another value: `growth[3] = 1%`.
    case year(String, Int, Double)
    /// Declares a part, which has no assumptions of its own yet.
    case part(String, ValuationPart.Kind)
    /// Marks an assumption as computed from later bars, so that no rule decides by it.
    case lookAhead(String)
    /// Says why an assumption is as it is; every other change of it takes its reason away.
    case because(String, String)
  }

  /// The assumptions outside the parts, in the order of the table.
  public internal(set) var all: [Assumption] = []

  /// The parts of the company in the order in which they were declared; empty for a model in one piece.
  public internal(set) var parts: [ValuationPart] = []

  /// Values of the base year, the starts of paths that begin with `to`, by the assumption's name.
  ///
  /// They come with the reported figures. For `margin` the assumption `base_margin` goes before.
  public var baseYear: [String: Double] = [:]

  /// No assumptions.
  public init() {}

  /// A set of assumptions.
  ///
  /// - Parameters:
  ///   - assumptions: those outside the parts, and those of parts under their names with a dot.
  ///   - parts: the parts, in order.
  ///   - baseYear: see ``baseYear``.
  /// - Throws: `unknown-assumption`, `given-twice`, `wrong-kind`, `not-finite`, `unknown-part`,
  ///   `part-name`, `parts-mixed`, `nested-parts`, `wrong-place`.
  public init(
    _ assumptions: [Assumption],
    parts: [(name: String, kind: ValuationPart.Kind)] = [],
    baseYear: [String: Double] = [:]
  ) throws(ValuationError) {
    self.baseYear = baseYear
    for part in parts { try declare(part.name, part.kind) }
    for assumption in assumptions {
      _ = try AssumptionDefinition.find(assumption.name)
      let name = AssumptionDefinition.canonical(assumption.name) ?? assumption.name
      guard self[name] == nil else {
        throw ValuationError(
          code: .givenTwice,
          message: "\(name) is given twice",
          assumptions: [name]
        )
      }
      try set(assumption)
    }
  }

  /// The assumption outside the parts; `nil` if it is not given.
  public subscript(key: AssumptionName) -> Assumption? { place(of: key).map { all[$0] } }

  /// Whether the assumption is given outside the parts.
  func has(_ key: AssumptionName) -> Bool { place(of: key) != nil }

  /// The place of an assumption in ``all``; `nil` if it is not given.
  ///
  /// The keys alone are looked at: an assumption is long, and to copy each on the way took a quarter of a valuation.
  func place(of key: AssumptionName) -> Int? {
    all.withUnsafeBufferPointer { all in
      for place in all.indices where all[place].key == key { return place }
      return nil
    }
  }

  /// The assumption with a name or alias as a user types it; `nil` if it is not given.
  ///
  /// `aero.margin` is the part `aero`'s own assumption; ``effective(in:)`` adds those it inherits.
  public subscript(name: String) -> Assumption? {
    // The names of the table have no dot.
    if let key = AssumptionDefinition.key(of: name) { return self[key] }
    guard let part = DottedName(name).part, let canonical = AssumptionDefinition.named(name)?.name else { return nil }
    return parts.first { $0.name == part }?.assumptions[canonical]?.named("\(part).\(canonical)")
  }

  /// The assumptions after changes, which act one after the other.
  ///
  /// - Throws: the errors of ``init(_:baseYear:)`` except `given-twice`, and `nothing-to-shift` if a moved assumption
  ///   is not given and has no default.
  public func with(_ changes: [Change]) throws(ValuationError) -> Assumptions {
    var result = self
    for change in changes {
      switch change {
      case .set(let assumption): try result.set(assumption)
      case .number(let name, let number):
        _ = try AssumptionDefinition.find(name)
        try result.set(Assumption(name, .scalar(number), basis: result.holding(name)?.basis))
      case .allow(let code): try result.allow(code)
      case .shift(let name, let shift): try result.shift(name, by: shift)
      case .year(let name, let year, let value): try result.set(name, year: year, value)
      case .remove(let name): try result.remove(name)
      case .part(let name, let kind): try result.declare(name, kind)
      case .lookAhead(let name):
        if let assumption = result[name] { try result.set(assumption.lookingAhead()) }
      case .because(let name, let reason):
        if let assumption = result[name] { try result.set(assumption.because(reason)) }
      }
    }
    return result
  }

  /// The assumptions with another source, as when a scenario is started from.
  public func with(source: Assumption.Source) -> Assumptions {
    var result = self
    result.all = all.map { $0.with(source: source) }
    for place in parts.indices { result.parts[place].assumptions = parts[place].assumptions.with(source: source) }
    return result
  }

  /// The start of a path of `name` that begins with `to`.
  func base(of name: AssumptionName) -> Double? {
    if name == .margin, let given = self[.baseMargin], case .scalar(let margin) = given.value {
      return given.afterShifts(margin)
    }
    return baseYear[name.rawValue]
  }

  mutating func set(_ assumption: Assumption) throws(ValuationError) {
    if assumption.name.contains(".") { return try setInPart(assumption) }
    let definition = try AssumptionDefinition.find(assumption.name)
    try ValuationPart.checkPlace(of: definition.key, in: nil)
    try put(assumption, definition)
  }

  /// Puts an assumption in its place, wherever this set is.
  mutating func put(_ assumption: Assumption, _ definition: AssumptionDefinition) throws(ValuationError) {
    let value = try Assumptions.checked(assumption.value, for: definition)
    var named = Assumption(
      definition.key,
      value,
      written: assumption.written,
      source: assumption.source,
      shifts: assumption.shifts,
      basis: assumption.basis,
      exceptions: assumption.exceptions,
      start: assumption.start
    ).lookingAhead(assumption.looksAhead).read(until: assumption.barDay).because(assumption.reason)
    if named.start == nil { named.start = start(of: named) }
    try Assumptions.checkBasis(assumption.basis, definition.name)
    if assumption.basis != nil, named.isDerived {
      throw Assumptions.wrongKind(
        definition.name, "amounts and links of \(definition.name) cannot be shares of an amount")
    }
    try Assumptions.checkExceptions(assumption.exceptions, definition)
    if let old = place(of: definition.key) {
      all[old] = named
    } else {
      let place = definition.key.index
      let next = all.firstIndex { ($0.key?.index ?? 0) > place }
      all.insert(named, at: next ?? all.endIndex)
    }
  }

  /// The start of a path that begins with `to`, if neither it nor the company's figures give one: the first year of the
  /// path that it replaces.
  private func start(of assumption: Assumption) -> Double? {
    guard case .path(let path) = assumption.value, path.startsFromBase, let key = assumption.key, base(of: key) == nil,
      let old = self[key]
    else { return nil }
    switch old.value {
    case .scalar(let number): return old.afterShifts(number)
    case .path where old.isDerived:
      return ((try? derivedYears(of: old.name, horizon: forecastYears())) ?? nil)?.first
    case .path(let path):
      let years = try? path.values(of: old.name, horizon: path.years ?? 2, base: old.start).years
      return years.map(old.afterShifts)?.first
    case .terminal, .word, .priced: return nil
    }
  }

  /// Gives one year of a path another value.
  mutating func set(_ name: String, year: Int, _ value: Double) throws(ValuationError) {
    var definition = try AssumptionDefinition.find(name)
    var name = name
    if definition.key == .revenue {
      (name, definition) = (
        DottedName(part: DottedName(name).part, name: AssumptionName.growth.rawValue).text,
        AssumptionName.growth.definition
      )
      guard let growth = self[name], try growth.replacingAmount(of: year, by: value) != nil else {
        throw Assumptions.notListed(year)
      }
    }
    guard definition.isPath, value.isFinite, year >= 1, year <= YearPath.longest,
      !name.contains(".") || part(name) == nil
    else {
      throw ValuationError(
        code: .wrongKind,
        message: definition.isPath
          ? "year \(year) of \(name) cannot be \(Wording.number(value))"
          : "\(name) has one value, not one a year",
        assumptions: [name]
      )
    }
    guard let given = self[name] else {
      throw ValuationError(
        code: .nothingToShift,
        message: "\(name) is not given, so there is no year of it to change",
        assumptions: [name],
        hint: "set it first: `\(name) = ...`"
      )
    }
    if let changed = try given.replacingAmount(of: year, by: value) { return try set(changed) }
    let path: Assumption.Value =
      if case .scalar(let number) = given.value { .path(.constant(number)) } else { given.value }
    let changed = Assumption(
      name, path, written: given.written, source: given.source, shifts: given.shifts, basis: given.basis,
      exceptions: given.exceptions, start: given.start
    ).with(Assumption.Exception(year: year, value: value))
    try set(changed)
  }

  private static func notListed(_ year: Int) -> ValuationError {
    ValuationError(
      code: .wrongKind, message: "the revenue of year \(year) is not listed as an amount", assumptions: [.growth],
      hint: "`growth[\(year)] = 5%` says how it grows, and `revenue = [420B, 455B]` lists amounts from year 1 on")
  }

  mutating func shift(_ name: String, by shift: Assumption.Shift) throws(ValuationError) {
    if name.contains(".") { return try shiftInPart(name, by: shift) }
    let definition = try AssumptionDefinition.find(name)
    try ValuationPart.checkPlace(of: definition.key, in: nil)
    try move(self[definition.key], definition, by: shift, named: definition.name)
  }

  /// Puts an assumption with one more shift in its place.
  ///
  /// - Parameters:
  ///   - given: the assumption that is moved; `nil` if only a default can be.
  ///   - name: the name for errors.
  mutating func move(
    _ given: Assumption?, _ definition: AssumptionDefinition, by shift: Assumption.Shift, named name: String
  ) throws(ValuationError) {
    guard !definition.unit.isWord else {
      throw ValuationError(
        code: .wrongKind,
        message: "\(name) is a word, and a word cannot be moved",
        assumptions: [name],
        hint: definition.words.isEmpty ? nil : "it is \(definition.words.joined(separator: " or "))"
      )
    }
    guard shift.amount.isFinite, shift.operator != .divide || shift.amount != 0 else {
      throw ValuationError(
        code: .notFinite,
        message: "\(name) cannot be changed by `\(shift.text(unit: definition.unit))`",
        assumptions: [name]
      )
    }
    if definition.key == .revenue, let growth = self[.growth], growth.hasAmounts {
      // The base year's revenue is a fact; only the listed years are assumptions.
      try put(growth.shiftingAmounts(by: shift), growth.key?.definition ?? definition)
    } else if let given, given.movesAmounts(by: shift, definition) {
      try put(given.shiftingAmounts(by: shift), definition)
    } else if let given {
      try put(given.shifted(by: shift), definition)
    } else if let value = definition.defaultValue {
      try put(Assumption(definition.name, .scalar(value), source: .default, shifts: [shift]), definition)
    } else {
      throw ValuationError(
        code: .nothingToShift,
        message: "\(name) is not given, so there is nothing to change",
        assumptions: [name],
        hint: "set it first: `\(name) = ...`"
      )
    }
  }

  /// `value` in its simplest form, if it is of the kind that the assumption takes.
  private static func checked(_ value: Assumption.Value, for definition: AssumptionDefinition)
    throws(ValuationError) -> Assumption.Value
  {
    let name = definition.name
    switch (value, definition.unit) {
    case (.scalar(let year), .text)
    where definition.key == .base && year == year.rounded() && (1900...2200).contains(year):
      return .word("\(Int(year))")
    case (.word(let word), _):
      try check(word, for: definition)
      return value
    case (_, .options), (_, .date), (_, .text), (_, .word): throw wordNeeded(definition)
    case (.terminal(let terminal), .terminal):
      return try finite(value, [terminal.number], name)
    case (.terminal(let terminal), _):
      throw wrongKind(name, "\(name) cannot be `\(terminal.text)`, which only terminal can")
    case (.priced(let multiple, _, let figure), _):
      guard definition.key == .value else {
        throw wrongKind(name, "\(name) cannot be a multiple of a figure, which only the value of a part can")
      }
      guard multiple > 0, figure > 0 else {
        throw wrongKind(name, "the multiple and the figure of \(name) must be above 0")
      }
      return try finite(value, [multiple, figure], name)
    case (.scalar(let number), .terminal):
      return try finite(.terminal(.growth(number)), [number], name)
    case (.scalar(let number), _):
      return try finite(value, [number], name)
    case (.path(let path), _): return try checked(path, for: definition)
    }
  }

  /// Refuses a word if the assumption takes another one, or a number.
  private static func check(_ word: String, for definition: AssumptionDefinition) throws(ValuationError) {
    let name = definition.name
    switch definition.unit {
    case .word:
      guard definition.words.contains(word) else {
        throw wrongKind(name, "\(name) is \(definition.words.joined(separator: " or ")), not `\(word)`")
      }
    case .date:
      guard CivilDate(iso8601: word) != nil else {
        throw wrongKind(name, "\(name) is a day such as `2025-09-27`, not `\(word)`")
      }
    case .options:
      guard OptionTranche.list(word) != nil else { throw wordNeeded(definition) }
    case .text where definition.key == .base:
      guard ["ltm", "fy"].contains(word) || Int(word).map({ (1900...2200).contains($0) }) == true else {
        throw wrongKind(name, "base is ltm, fy or a year, not `\(word)`")
      }
    case .text:
      guard !word.isEmpty else { throw wrongKind(name, "\(name) is a word") }
    default: throw wrongKind(name, "\(name) is a number, not the word `\(word)`")
    }
  }

  /// The error of a number for an assumption that takes words.
  private static func wordNeeded(_ definition: AssumptionDefinition) -> ValuationError {
    let name = definition.name
    return switch definition.unit {
    case .options: wrongKind(name, "\(name) is a number of options at a strike, such as `8M at 20`")
    case .date: wrongKind(name, "\(name) is a day such as `2025-09-27`, not a number")
    case .text: wrongKind(name, "\(name) is not a number")
    default: wrongKind(name, "\(name) is \(definition.words.joined(separator: " or ")), not a number")
    }
  }

  /// A path in its simplest form, if the assumption takes one of its shape.
  private static func checked(_ path: YearPath, for definition: AssumptionDefinition)
    throws(ValuationError) -> Assumption.Value
  {
    let name = definition.name
    if let number = path.plainConstant {
      return try finite(definition.unit == .terminal ? .terminal(.growth(number)) : .scalar(number), [number], name)
    }
    if definition.isList {
      guard path.phases.count == 1, case .list = path.phases[0].shape else {
        throw wrongKind(name, "\(name) is a list of amounts, one for each year")
      }
      return try finite(.path(path), path.numbers, name)
    }
    try checkDerived(path, definition)
    guard definition.isPath || path.isPlainLink else {
      throw wrongKind(name, "\(name) is one number and cannot differ from year to year")
    }
    return try finite(.path(path), path.numbers, name)
  }

  /// Refuses amounts and links if an assumption has none.
  private static func checkDerived(_ path: YearPath, _ definition: AssumptionDefinition) throws(ValuationError) {
    guard path.isDerived else { return }
    let name = definition.name
    guard !path.hasAmounts || definition.key.takesAmounts else {
      throw wrongKind(name, "\(name) cannot be amounts of money by year")
    }
    guard !path.hasAmounts || path.links.isEmpty else {
      throw wrongKind(
        name, "\(definition.key.nameOfAmounts) takes amounts by year or follows \(path.links[0]), not both")
    }
    for link in path.links {
      let units = [definition.unit, link.definition.unit]
      guard units.allSatisfy({ $0 == .rate || $0 == .terminal }) else {
        throw wrongKind(name, "\(name) cannot follow \(link), because only rates follow rates")
      }
    }
  }

  /// Refuses a share of something that the assumption cannot be a share of.
  private static func checkBasis(_ basis: Assumption.Basis?, _ name: String) throws(ValuationError) {
    guard let basis, !Assumption.Basis.of(name).contains(basis) else { return }
    throw wrongKind(name, "\(name) cannot be a share `of \(basis.rawValue)`")
  }

  /// Refuses values of single years if there are no years, and years that no forecast has.
  private static func checkExceptions(_ exceptions: [Assumption.Exception], _ definition: AssumptionDefinition)
    throws(ValuationError)
  {
    for exception in exceptions {
      guard definition.isPath else { throw wrongKind(definition.name, "\(definition.name) has no yearly values") }
      guard (1...YearPath.longest).contains(exception.year), exception.value.isFinite else {
        throw wrongKind(
          definition.name,
          "year \(exception.year) of \(definition.name) cannot be \(Wording.number(exception.value))")
      }
    }
  }

  /// Adds the code of a refusal to those that are allowed.
  private mutating func allow(_ word: String) throws(ValuationError) {
    guard let code = ValuationError.overridable.first(where: { $0.name == word }) else {
      throw ValuationError(
        code: .cannotAllow,
        message: "`\(word)` is not a refusal that can be allowed",
        assumptions: [.allow],
        hint: "the allowable ones are \(Wording.list(ValuationError.overridable.map(\.name)))"
      )
    }
    let codes = allowed
    guard !codes.contains(code) else { return }
    try set(Assumption(.allow, word: (codes + [code]).map(\.name).joined(separator: " ")))
  }

  /// The codes of refusals of judgement that count as warnings.
  public var allowed: [ValuationCode] {
    guard case .word(let codes) = self[.allow]?.value else { return [] }
    return codes.split(separator: " ").compactMap { ValuationCode(name: String($0)) }
  }

  private static func wrongKind(_ name: String, _ message: String) -> ValuationError {
    ValuationError(code: .wrongKind, message: message, assumptions: [name])
  }

  private static func finite(_ value: Assumption.Value, _ numbers: [Double], _ name: String)
    throws(ValuationError) -> Assumption.Value
  {
    guard numbers.allSatisfy(\.isFinite) else {
      throw ValuationError(
        code: .notFinite,
        message: "\(name) has a value that is missing or not finite",
        assumptions: [name]
      )
    }
    return value
  }
}

extension YearPath {
  /// Every number that the path mentions.
  fileprivate var numbers: [Double] {
    phases.flatMap { phase -> [Double] in
      switch phase.shape {
      case .constant(let value): [value]
      case .glide(let first, let last): [first ?? 0, last]
      case .list(let values), .amounts(let values): values
      case .approach(let first, _): [first ?? 0]
      case .hold, .linked: []
      }
    }
  }
}
