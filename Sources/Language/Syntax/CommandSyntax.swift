import Synchronization

/// The syntax of a command, as data: the parser, completion, help and the reference all read it.
///
/// A command has one or more forms; the form with the most leading keywords in the text is chosen, a form without a
/// leading keyword last. After the subject come clauses in any order, each once. `as NAME` and `to "FILE"` are allowed
/// if `hasResult` is true and are kept in the statement, not in the call.
public struct CommandSyntax: Sendable {
  /// The word that begins the statement.
  public var name: String
  /// Other words for the same command.
  public var aliases: [String]
  /// Commands of an earlier version that are forms of this one now: each still opens the form of its name.
  public var formerCommands: [String]
  /// The ways to type it, in the order of the documentation.
  ///
  /// They are made when they are first read: the program starts with all commands, and a statement needs one.
  public var forms: [Form] { lazyForms.value }
  private let lazyForms: LazyForms
  /// True if the statement has a result that can be named and written to a file.
  public var hasResult: Bool
  /// True if the usage shows `[as NAME]`: later statements ask for the result by its name.
  public var showsResultName: Bool
  /// True if the word is a value in expressions too: `cycle == "peak"` is one, `cycle` alone is the command.
  public var isValueToo = false

  /// Makes the syntax of a command.
  public init(
    _ name: String,
    aliases: [String] = [],
    formerCommands: [String] = [],
    forms: @autoclosure @escaping @Sendable () -> [Form] = [Form()],
    hasResult: Bool = true,
    showsResultName: Bool = false
  ) {
    self.showsResultName = showsResultName
    self.name = name
    self.aliases = aliases
    self.formerCommands = formerCommands
    lazyForms = LazyForms(forms)
    self.hasResult = hasResult
  }

  private final class LazyForms: Sendable {
    private let make: @Sendable () -> [Form]
    private let made = Mutex<[Form]?>(nil)

    init(_ make: @escaping @Sendable () -> [Form]) { self.make = make }

    var value: [Form] {
      if let forms = made.withLock({ $0 }) { return forms }
      let forms = make()
      made.withLock { $0 = forms }
      return forms
    }
  }

  /// One way to type a command.
  public struct Form: Hashable, Sendable {
    /// The name that the command's code asks for; empty for a command with one form.
    public var name: String
    /// The elements after the command's word, in this order.
    public var subject: [Element]
    /// The clauses that may follow the subject, in any order.
    public var clauses: [Clause]
    /// True if the first keyword may also be a name in the plain form: `drop result` removes a variable named `result`.
    public var yieldsToName = false
    /// True if a dot follows its keyword without a blank, as in `explain figures.revenue.2023`.
    ///
    /// Without the dot the keyword is a name like others. The usage has such a form among the spellings of the plain one.
    public var isDotted = false
    /// Words of which one follows the first name of this form; empty for a form that no other one without a keyword is
    /// told from.
    public var followers: [String] = []

    /// The same form with a dot after its keyword.
    public var dotted: Form {
      var form = self
      form.isDotted = true
      return form
    }

    /// The same form, chosen if one of some words, or a bracket, follows its first name: `run swing on GPIX`.
    public func followed(by words: String...) -> Form {
      var form = self
      form.followers = words
      return form
    }

    /// Makes a form.
    public init(
      _ name: String = "",
      _ subject: [Element] = [],
      clauses: [Clause] = []
    ) {
      self.name = name
      self.subject = subject
      self.clauses = clauses
    }

    /// Makes one of the forms that a command's handler distinguishes.
    public init(
      _ form: some RawRepresentable<String>,
      _ subject: [Element] = [],
      clauses: [Clause] = []
    ) {
      self.init(form.rawValue, subject, clauses: clauses)
    }
  }

  /// The words before a name that give its kind, as forms of a command: `drop scenario bear`.
  public static func forms<Kind: RawRepresentable<String>>(
    of kinds: some Sequence<Kind>, _ form: (Kind) -> Form
  ) -> [Form] {
    kinds.map { kind in
      var form = form(kind)
      form.yieldsToName = true
      return form
    }
  }

  /// A part of a form's subject or of a clause.
  public indirect enum Element: Hashable, Sendable {
    /// A required word, such as `sample`.
    case keyword(String)
    /// A value, kept in the call under the name of its role.
    case value(Slot)
    /// The sign `=`.
    case assign
    /// Optional; an optional keyword that is present is kept as `present` under itself.
    case optional(Element)
    /// Elements in a row, present if the first is.
    case group([Element])

    /// A required value.
    public static func required<Value>(_ role: Role<Value>) -> Element { .value(role.slot) }

    /// A value that may be left out.
    public static func optional<Value>(role: OptionalRole<Value>) -> Element { .optional(.value(role.role.slot)) }

    /// An optional value followed by elements that are allowed only after it: `[BUSINESS [financial]]`.
    public static func optional<Value>(role: OptionalRole<Value>, then others: Element...) -> Element {
      .optional(.group([.value(role.role.slot)] + others))
    }

    /// A word that may be left out.
    public static func optional(flag: Flag) -> Element {
      let words = flag.words.split(separator: " ").map { keyword(String($0)) }
      return .optional(words.count == 1 ? words[0] : .group(words))
    }

    /// The words of a group that has nothing but words; nil for another element.
    var words: [String]? {
      guard case .group(let elements) = self else { return nil }
      let words = elements.compactMap { if case .keyword(let word) = $0 { word } else { nil } }
      return words.count == elements.count ? words : nil
    }
  }

  /// The erased form of a ``Role``: the name of a value, how it is read, and how the usage writes it.
  public struct Slot: Hashable, Sendable {
    /// The name under which the call keeps the value.
    public let name: String
    /// The kind of text that is read as the value.
    public let reading: Reading
    /// The ways to write it in a usage; each makes a line of its own.
    public let spellings: [String]

    init(_ name: String, _ reading: Reading, _ spellings: [String]) {
      self.name = name
      self.reading = reading
      self.spellings = spellings
    }
  }

  /// The kind of text that is read as a value; the factories of ``Role`` show the form of each.
  public enum Reading: Hashable, Sendable {
    case word(WordKind)
    case words(WordKind)
    case wordsBeforeColon(WordKind)
    case subject(WordKind)
    case subjects(WordKind)
    case weighted(WordKind)
    case priced(WordKind)
    case expression, columns, values, settings, axes, unknowns, uncertain, overrides, range
    /// An expression on the items of a list, with the names of their values.
    case key([String])
    case choice([String])
  }

  /// A clause: keywords, then elements.
  ///
  /// `sort by NAME [desc]` has two keywords. A clause without elements is kept as `present` under its keywords,
  /// joined by blanks.
  public struct Clause: Hashable, Sendable {
    /// The words that begin it.
    public var keywords: [String]
    /// The elements after them.
    public var elements: [Element]
    /// True for `first …`, `last …`, `since …`, `until …`, `between …`, `all`, which are kept under the role `window`.
    public var isWindow = false
    /// True if it is an alternative of the clause before it: a statement has one of the two.
    public var isAlternative = false
    /// The usage of a clause that is not derived: empty if the usage leaves it out.
    public var spelling: String?

    private init(keywords: String, _ elements: [Element] = []) {
      self.keywords = keywords.split(separator: " ").map(String.init)
      self.elements = elements
    }

    /// A clause with a value, and a word that may follow: `sort by NAME [desc]`.
    public static func clause<Value>(_ keywords: String, _ role: OptionalRole<Value>, _ flag: Flag? = nil) -> Clause {
      Clause(keywords: keywords, [.value(role.role.slot)] + (flag.map { [.optional(flag: $0)] } ?? []))
    }

    /// A clause with a value, and another one that may follow: `from SOURCE [FILE]`.
    public static func clause<Value, Other>(
      _ keywords: String, _ role: OptionalRole<Value>, optional other: OptionalRole<Other>
    ) -> Clause {
      Clause(keywords: keywords, [.value(role.role.slot), .optional(role: other)])
    }

    /// A clause whose value may be left out: `with trades [RESULT]`.
    public static func clause<Value>(_ flag: Flag, optional role: OptionalRole<Value>) -> Clause {
      Clause(keywords: flag.words, [.optional(role: role)])
    }

    /// A clause of words alone: `once`.
    public static func clause(_ flag: Flag) -> Clause { Clause(keywords: flag.words) }

    /// The window clause.
    public static let window: Clause = {
      var clause = Clause(keywords: "last")
      clause.isWindow = true
      return clause
    }()

    /// The same clause, as an alternative of the one before it: `[for price | for value AMOUNT]`.
    public var asAlternative: Clause {
      var clause = self
      clause.isAlternative = true
      return clause
    }

    /// The same clause, written otherwise in the usage; empty leaves it out there.
    public func spelled(_ spelling: String) -> Clause {
      var clause = self
      clause.spelling = spelling
      return clause
    }
  }

  /// The items that a raw word names; completion offers the names there are.
  public enum WordKind: String, Hashable, Sendable {
    case file, symbol, sample, series, strategy, result, scenario, newName, name, setting, metric, forecast
    case assumption, timeframe, timezone, topic, universe, any
    /// A strategy inside the program, and one of those or of the session.
    case readyStrategy, anyStrategy
    /// A script inside the program.
    case exampleScript
    /// A provider of data.
    case provider
    /// An account of the book.
    case account
  }
}
