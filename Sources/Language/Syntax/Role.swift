/// A value that a form of a command always has: its name in the call, how it is read, how the usage writes it, its type.
///
/// A command's syntax and its handler share one role, so that a handler can ask only for a value that some syntax
/// reads, and gets it in its own type:
///
/// ```swift
/// extension Role<Word> { static var file: Self { .word("file", .file, "FILE") } }
///
/// CommandSyntax.Form("", [.required(.file)])
/// let word = try call[.file]
/// ```
public struct Role<Value: Sendable>: Sendable {
  /// The reading and the spelling of the value.
  public let slot: CommandSyntax.Slot
  /// The value of an argument; nil for an argument of another kind.
  let value: @Sendable (Argument) -> Value?
}

/// A value that a form may be typed without: a role of a clause, or of a part of the subject that may be left out.
public struct OptionalRole<Value: Sendable>: Sendable {
  /// The same value, if present.
  public let role: Role<Value>

  /// A role that may be left out.
  public init(_ role: Role<Value>) { self.role = role }
}

/// A word, or words in a row, whose presence is all that they say: `desc`, `for price`.
public struct Flag: Hashable, Sendable {
  /// The words, joined by blanks.
  public let words: String

  /// A flag of words with blanks between.
  public init(_ words: String) { self.words = words }
}

extension Role<Word> {
  /// A word that is read raw.
  public static func word(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .word(kind), spellings)) { if case .word(let word) = $0 { word } else { nil } }
  }
}

extension Role<[Word]> {
  /// Words with commas between: `AAPL, MSFT`.
  public static func words(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .words(kind), spellings))
  }

  /// Words with commas between, or none, up to a `:`, as in `scan tech: close`.
  ///
  /// The first `:` outside of quotes ends a word.
  public static func wordsBeforeColon(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .wordsBeforeColon(kind), spellings))
  }

  private static func of(_ slot: CommandSyntax.Slot) -> Self {
    Self(slot: slot) { if case .words(let words) = $0 { words } else { nil } }
  }
}

extension Role<Expression> {
  /// An expression.
  public static func expression(_ name: String, _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .expression, spellings))
  }

  /// An expression on the items of a list, which knows the names of their values.
  public static func key(_ name: String, of names: [String], _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .key(names), spellings))
  }

  private static func of(_ slot: CommandSyntax.Slot) -> Self {
    Self(slot: slot) { if case .expression(let expression) = $0 { expression } else { nil } }
  }
}

extension Role<[NamedExpression]> {
  /// Expressions with commas between, each with an optional heading: `close, rsi(14) as r`.
  public static func columns(_ name: String, _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .columns, spellings))
  }

  /// Messages and values: strings and expressions with commas between, without headings.
  public static func values(_ name: String, _ spellings: String...) -> Self {
    of(CommandSyntax.Slot(name, .values, spellings))
  }

  private static func of(_ slot: CommandSyntax.Slot) -> Self {
    Self(slot: slot) { if case .columns(let columns) = $0 { columns } else { nil } }
  }
}

extension Role<Subject> {
  /// A thing's name with optional arguments that may be ranges: `cross(fast=2..50, slow=26)`.
  public static func subject(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .subject(kind), spellings)) {
      if case .subject(let subject) = $0 { subject } else { nil }
    }
  }
}

extension Role<[Subject]> {
  /// Things with optional arguments, with commas between: `cross(fast=2..50), swing`.
  public static func subjects(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .subjects(kind), spellings)) {
      if case .subjects(let subjects) = $0 { subjects } else { nil }
    }
  }
}

extension Role<[Setting]> {
  /// Settings with commas between: `cash 100k, commission = 0.1%, fill close`.
  public static func settings(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .settings, spellings)) {
      if case .settings(let settings) = $0 { settings } else { nil }
    }
  }
}

extension Role<[Axis]> {
  /// Assumption axes with commas between: `discount = 7%..11% step 1%, growth + -2pp..2pp step 1pp`.
  public static func axes(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .axes, spellings)) { if case .axes(let axes) = $0 { axes } else { nil } }
  }
}

extension Role<[WeightedWord]> {
  /// Words with optional weights: `bear 25%, base 50%`; or two, `base to bull`, if the second has no quotes.
  public static func weighted(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .weighted(kind), spellings)) {
      if case .weighted(let words) = $0 { words } else { nil }
    }
  }
}

extension Role<[WeightedWord]> {
  /// Words with optional prices: `AAPL at 190, MSFT`.
  public static func priced(_ name: String, _ kind: CommandSyntax.WordKind, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .priced(kind), spellings)) {
      if case .weighted(let words) = $0 { words } else { nil }
    }
  }
}

extension Role<[AssumptionChange]> {
  /// `growth`, `growth + ?`, `margin = to ? by year 5`: the unknowns of `solve`, with commas between.
  public static func unknowns(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .unknowns, spellings)) {
      if case .unknowns(let changes) = $0 { changes } else { nil }
    }
  }
}

extension Role<UncertainAssumptions> {
  /// The draws of a simulation.
  public static func uncertain(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .uncertain, spellings)) {
      if case .uncertain(let uncertain) = $0 { uncertain } else { nil }
    }
  }
}

extension Role<[Override]> {
  /// `name=value` words of `run`.
  public static func overrides(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .overrides, spellings)) {
      if case .overrides(let overrides) = $0 { overrides } else { nil }
    }
  }
}

extension Role<ValueRange> {
  /// Values to try: a number, a list or a range: `5`, `[1, 5, 20]`, `1..20`.
  public static func range(_ name: String, _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .range, spellings)) { if case .range(let range) = $0 { range } else { nil } }
  }
}

extension Role<String> {
  /// One of the given words.
  public static func choice(_ name: String, _ words: [String], _ spellings: String...) -> Self {
    Self(slot: CommandSyntax.Slot(name, .choice(words), spellings)) {
      if case .choice(let word, _) = $0 { word } else { nil }
    }
  }
}
