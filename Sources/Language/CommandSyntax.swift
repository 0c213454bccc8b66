/// How a command is typed, as data: the parser, completion, help and the reference all read it.
///
/// A command has one or more forms; the first form whose leading keywords stand in the text is taken, a form
/// without a leading keyword last. After the subject come clauses in any order, each once. `as NAME` and
/// `to "FILE"` are allowed where `hasResult` is true and are kept in the statement, not in the call.
public struct CommandSyntax: Hashable, Sendable {
  /// The word that begins the statement.
  public var name: String
  /// Other words for the same command.
  public var aliases: [String]
  /// The ways to type it, in the order of the documentation.
  public var forms: [Form]
  /// True where the statement has a result that can be named and written to a file.
  public var hasResult: Bool

  /// Makes the syntax of a command.
  public init(_ name: String, aliases: [String] = [], forms: [Form] = [Form()], hasResult: Bool = true) {
    self.name = name
    self.aliases = aliases
    self.forms = forms
    self.hasResult = hasResult
  }

  /// One way to type a command.
  public struct Form: Hashable, Sendable {
    /// The name that the command's code asks for; empty for a command with one form.
    public var name: String
    /// What follows the command's word, in this order.
    public var subject: [Element]
    /// What may follow the subject, in any order.
    public var clauses: [Clause]
    /// True for a form of the language that is reserved and not there yet.
    public var isReserved: Bool
    /// The command of an earlier version that this form took the place of: the word still opens the form.
    public var formerCommand: String?

    /// Makes a form.
    public init(
      _ name: String = "",
      _ subject: [Element] = [],
      clauses: [Clause] = [],
      isReserved: Bool = false,
      formerCommand: String? = nil
    ) {
      self.formerCommand = formerCommand
      self.name = name
      self.subject = subject
      self.clauses = clauses
      self.isReserved = isReserved
    }
  }

  /// A part of a form's subject or of a clause.
  ///
  /// The string is the role under which the call keeps the value.
  public indirect enum Element: Hashable, Sendable {
    /// A word that must stand there, such as `sample`.
    case keyword(String)
    /// A word, read raw.
    case word(String, WordKind)
    /// Words with commas between: `AAPL, MSFT`.
    case words(String, WordKind)
    /// An expression.
    case expression(String)
    /// Expressions with commas between, each with an optional heading: `close, rsi(14) as r`.
    case columns(String)
    /// A thing's name with optional arguments that may be ranges: `cross(fast=2..50, slow=26)`.
    case subject(String, WordKind)
    /// Settings with commas between: `cash 100k, commission = 0.1%, fill close`.
    case settings(String)
    /// Assumption axes with commas between: `discount = 7%..11% step 1%, growth + -2pp..2pp step 1pp`.
    case axes(String)
    /// Words with optional weights: `bear 25%, base 50%`; or two, `base to bull`, where the second has no quotes.
    case weighted(String, WordKind)
    /// `growth`, `growth + ?`, `margin = to ? by year 5`: the unknowns of `solve`, with commas between.
    case unknowns(String)
    /// What a simulation draws; see ``UncertainAssumptions``.
    case uncertain(String)
    /// `name=value` words of `run`.
    case overrides(String)
    /// Messages and values: texts and expressions with commas between; kept as columns without headings.
    case values(String)
    /// Values to try: a number, a list or a range: `5`, `[1, 5, 20]`, `1..20`.
    case range(String)
    /// Words with commas between, or none, up to a `:`, as in `scan tech: close`. The first `:` outside of quotes
    /// ends a word.
    case wordsBeforeColon(String, WordKind)
    /// The sign `=`.
    case assign
    /// One of the given words.
    case choice(String, [String])
    /// May be left out; an optional keyword that stands there is kept as `present` under itself.
    case optional(Element)
  }

  /// A clause: keywords, then elements.
  ///
  /// `sort by NAME [desc]` has two keywords. A clause without elements is kept as `present` under its keywords,
  /// joined by blanks.
  public struct Clause: Hashable, Sendable {
    /// The words that begin it.
    public var keywords: [String]
    /// What follows them.
    public var elements: [Element]
    /// True for `last …`, `since …`, `until …`, `between …`, `all`, which are kept under the role `window`.
    public var isWindow: Bool
    /// True for a clause of the language that is reserved and not there yet.
    public var isReserved: Bool

    /// Makes a clause.
    public init(_ keywords: [String], _ elements: [Element] = [], isReserved: Bool = false) {
      self.keywords = keywords
      self.elements = elements
      isWindow = false
      self.isReserved = isReserved
    }

    /// The window clause.
    public static let window: Clause = {
      var clause = Clause(["last"])
      clause.isWindow = true
      return clause
    }()
  }

  /// What a raw word names; completion offers the names there are.
  public enum WordKind: String, Hashable, Sendable {
    case file, symbol, sample, series, strategy, result, scenario, newName, name, setting, metric, column, forecast
    case assumption, timeframe, timezone, topic, universe, any
  }
}
