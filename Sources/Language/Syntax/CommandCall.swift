/// A command as typed: its form and the values of its roles.
public struct CommandCall: Hashable, Sendable {
  /// The command's name, an alias already resolved.
  public var command: String
  /// The place of the command's word.
  public var commandSpan: SourceSpan
  /// The name of the form.
  public var form: String
  /// The word that was typed in place of the command and its form, if that was a command of an earlier version.
  public var formerCommand: String?
  /// The values by role, in the order written.
  public var arguments: [(role: String, value: Argument)]

  /// Makes a call.
  public init(
    command: String,
    commandSpan: SourceSpan,
    form: String,
    formerCommand: String? = nil,
    arguments: [(role: String, value: Argument)]
  ) {
    self.formerCommand = formerCommand
    self.command = command
    self.commandSpan = commandSpan
    self.form = form
    self.arguments = arguments
  }

  /// The form as a case of the command's forms, so that a handler that forgets one does not compile; `missing-form` for
  /// a form that they do not name.
  public func form<Form: RawRepresentable<String>>(of forms: Form.Type) throws(Diagnostic) -> Form {
    guard let form = Form(rawValue: form) else {
      throw Diagnostic(.missingForm, "there is no `\(command) \(form)`", at: commandSpan)
    }
    return form
  }

  /// The value of a role by its name, if it was given.
  public func argument(named role: String) -> Argument? { arguments.first { $0.role == role }?.value }

  /// The value of a role that each form with it has; `missing-argument` if the typed form has no such role.
  public subscript<Value>(role: Role<Value>) -> Value {
    get throws(Diagnostic) {
      guard let value = argument(named: role.slot.name).flatMap(role.value) else {
        throw Diagnostic(
          .missingArgument, "`\(command)` needs \(role.slot.spellings.first ?? role.slot.name)", at: commandSpan)
      }
      return value
    }
  }

  /// The value of a role that may be left out; nil if it was.
  public subscript<Value>(role: OptionalRole<Value>) -> Value? {
    argument(named: role.role.slot.name).flatMap(role.role.value)
  }

  /// True if the words of a flag are in the statement.
  public func has(_ flag: Flag) -> Bool { argument(named: flag.words) != nil }

  /// The place of a flag's words, if they are in the statement.
  public func span(of flag: Flag) -> SourceSpan? {
    if case .present(let span)? = argument(named: flag.words) { span } else { nil }
  }

  /// The window, if one was given.
  public var window: (window: Window, span: SourceSpan)? {
    if case .window(let window, let span)? = argument(named: "window") { (window, span) } else { nil }
  }

  /// Equality of all parts, in order.
  public static func == (left: CommandCall, right: CommandCall) -> Bool {
    left.command == right.command && left.form == right.form
      && left.arguments.elementsEqual(right.arguments) { $0.role == $1.role && $0.value == $1.value }
  }

  /// Feeds the command and the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(command)
    hasher.combine(form)
    for argument in arguments { hasher.combine(argument.value) }
  }
}

/// The value of a role of a command.
public enum Argument: Hashable, Sendable {
  /// A keyword clause that has no value, such as `desc`: its presence is its value.
  case present(SourceSpan)
  case word(Word)
  case words([Word])
  case expression(Expression)
  case columns([NamedExpression])
  case subject(Subject)
  case subjects([Subject])
  case settings([Setting])
  case axes([Axis])
  case weighted([WeightedWord])
  case unknowns([AssumptionChange])
  case uncertain(UncertainAssumptions)
  case overrides([Override])
  case choice(String, SourceSpan)
  case range(ValueRange)
  case window(Window, SourceSpan)
}

/// `EXPR as NAME`: a column with its heading.
public struct NamedExpression: Hashable, Sendable {
  /// The expression.
  public var expression: Expression
  /// The heading, if one was given.
  public var name: Word?

  /// Makes a column.
  public init(expression: Expression, name: Word? = nil) {
    self.expression = expression
    self.name = name
  }
}

/// `cross(fast = 2..50, slow = 26)`.
public struct Subject: Hashable, Sendable {
  /// The argument of a subject: a parameter and the values to try.
  public struct Parameter: Hashable, Sendable {
    /// The parameter's name.
    public var name: String
    /// The place of the name.
    public var nameSpan: SourceSpan
    /// One value, a list or a range.
    public var values: ValueRange

    /// Makes an argument.
    public init(name: String, nameSpan: SourceSpan, values: ValueRange) {
      self.name = name
      self.nameSpan = nameSpan
      self.values = values
    }
  }

  /// The thing's name.
  public var name: Word
  /// The arguments in parentheses; empty if there are none.
  public var parameters: [Parameter]
  /// The place with parentheses.
  public var span: SourceSpan

  /// Makes a subject.
  public init(name: Word, parameters: [Parameter] = [], span: SourceSpan) {
    self.name = name
    self.parameters = parameters
    self.span = span
  }
}

/// `NAME VALUE` or `NAME = VALUE`.
public struct Setting: Hashable, Sendable {
  /// The value of a setting.
  public enum Value: Hashable, Sendable {
    /// A literal, a name's value or a parenthesised expression.
    case expression(Expression)
    /// A word: `close`, `whole`, `on`. A bare name is kept as a word; the setting's kind decides.
    case word(Word)
    /// Numbers and words one after the other: `0.005 per share minimum 1`. At least two, none of them terms again.
    indirect case terms([Value])
    /// `[0, 2bp, 5bp]`: values to try one after the other, of a sweep.
    indirect case list([Setting])

    fileprivate var word: String? { if case .word(let word) = self { word.literal } else { nil } }
  }

  /// The words that continue the value of a setting; any other word after a value begins something else.
  private static let joiningWords: Set<String> = [
    "per", "plus", "minimum", "maximum", "up", "then", "tick", "ticks", "point", "points", "of", "multiplier", "margin",
    "maintenance", "hold", "limit",
  ]
  /// The joining words that take another word after them, of any kind.
  static let leadingWords: Set<String> = ["per", "up", "of"]

  /// True for a word that continues the value of a setting: `200 runs` is the size of a shard.
  static func joins(_ word: String, _ setting: String) -> Bool {
    joiningWords.contains(word) || setting == "shard" && word == "runs"
  }

  /// The words that are offered after the terms of a value, which may continue with them.
  static func words(behind terms: [Value], of setting: String) -> [String] {
    let own = terms.reversed().prefix { $0.word != "then" }
    let given = own.compactMap(\.word)
    var words: [String] = []
    if case .expression(.literal(.number(let number), _))? = own.first, own.count == 1, number.suffix == .none {
      switch setting {
      case "commission": words = ["per share", "per contract", "per trade"]
      case "slippage", "spread": words = ["ticks", "points"]
      case "shard": words = ["runs"]
      default: break
      }
    }
    switch setting {
    case "commission": words += ["plus", "minimum", "maximum"]
    case "contract":
      let isBehindSymbol = own.count == 1 && given.count == 1
      guard !given.contains("none"), isBehindSymbol || own.first?.word == nil, !own.isEmpty else { return [] }
      words = ["multiplier", "tick", "margin", "maintenance"] + (isBehindSymbol ? ["none"] : [])
    default: break
    }
    return words.filter { !given.contains($0) }
  }

  /// The setting's name.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// The value.
  public var value: Value
  /// The place of the value.
  public var valueSpan: SourceSpan

  /// Makes a setting.
  public init(name: String, nameSpan: SourceSpan, value: Value, valueSpan: SourceSpan) {
    self.name = name
    self.nameSpan = nameSpan
    self.value = value
    self.valueSpan = valueSpan
  }
}

/// `discount = 7%..11% step 1%` sets, `growth + -2pp..2pp step 1pp` shifts.
public struct Axis: Hashable, Sendable {
  /// The assumption's name.
  public var name: String
  /// The place of the name.
  public var nameSpan: SourceSpan
  /// nil sets the constant; an operator moves the path.
  public var shift: BinaryOperator?
  /// The values to try.
  public var values: ValueRange

  /// Makes an axis.
  public init(name: String, nameSpan: SourceSpan, shift: BinaryOperator?, values: ValueRange) {
    self.name = name
    self.nameSpan = nameSpan
    self.shift = shift
    self.values = values
  }
}

/// `bull 25%`, `AAPL at 190`, or the word after `to` in `base to bull`.
public struct WeightedWord: Hashable, Sendable {
  /// The thing's name.
  public var word: Word
  /// Its weight or its price, if one was given.
  public var weight: Expression?
  /// True for the end of `base to bull`.
  public var isTarget: Bool

  /// Makes a weighted name.
  public init(word: Word, weight: Expression? = nil, isTarget: Bool = false) {
    self.word = word
    self.weight = weight
    self.isTarget = isTarget
  }
}

/// `n=7` after `run FILE` or on the command line: the text is read as the kind of its `param`.
public struct Override: Hashable, Sendable {
  /// The param's name.
  public var name: String
  /// The value as text.
  public var text: String
  /// The place.
  public var span: SourceSpan?

  /// Makes an override.
  public init(name: String, text: String, span: SourceSpan? = nil) {
    self.name = name
    self.text = text
    self.span = span
  }
}
