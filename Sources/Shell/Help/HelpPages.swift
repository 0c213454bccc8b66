import Backtesting
import Evaluation
import Indicators
import Language
import Presentation
import Reports
import Sessions
import StandardIndicators
import Strategies
import Text
import Valuation

/// The pages of help, made from the tables of commands, indicators and functions.
package enum HelpPages {
  /// A statement with a grammar of its own, described like a command.
  package struct DefinitionEntry: Sendable {
    package var name: String
    package var category: Command.Category
    package var summary: String
    package var usage: [String]
    package var discussion: String
    package var examples: [String]
  }

  /// The statements that are not entries of the command table: their grammar is the parser's own.
  package static let definitions: [DefinitionEntry] = [
    DefinitionEntry(
      name: "let", category: .names, summary: "Keeps one value under a name.", usage: ["let NAME = EXPR"],
      discussion: "The value is computed now. A series needs `indicator`.", examples: ["let threshold = 30"]),
    DefinitionEntry(
      name: "param", category: .names, summary: "Keeps a value that the command line may override.",
      usage: ["param NAME = DEFAULT"],
      discussion: "`tas script.tas NAME=VALUE` and `run \"script.tas\" NAME=VALUE` set it.",
      examples: ["param symbol = \"SPY\""]),
    DefinitionEntry(
      name: "indicator", category: .names, summary: "Names a series, with parameters if it has any.",
      usage: ["indicator NAME = EXPR", "indicator NAME(P = DEFAULT, …) = EXPR", "indicator NAME = EXPR start INIT"],
      discussion: """
        It is recomputed whenever the series in use changes. With `start` it may refer to its own past, as \
        `NAME[1]`.
        """,
      examples: [
        "indicator fast = ema(close, 12)", "indicator gap(n = 20, k = 2) = zscore(close, n) - k",
        "indicator trend = if(close > high[1], 1, if(close < low[1], -1, trend[1])) start 0",
      ]),
    DefinitionEntry(
      name: "for", category: .session, summary: "Runs statements for each of several symbols.",
      usage: ["for NAME in SYMBOL, … { STATEMENT … }"],
      discussion: """
        NAME is the symbol of the round as a string, and `$NAME` is replaced by it inside words. A universe means \
        its symbols. If a statement fails, nothing is changed, and the error says in which round.
        """,
      examples: ["for symbol in SPY, AAPL { use $symbol; print symbol, last(close) }"]),
    DefinitionEntry(
      name: "if", category: .session, summary: "Runs statements if a condition holds.",
      usage: ["if COND { STATEMENT … }"],
      discussion: """
        The condition is one boolean; of a series its last value. With commas in parentheses after it `if(COND, A, B)` is \
        the function that chooses between two values on each bar.
        """,
      examples: ["if last(close) > 100 { print \"above 100\" }"]),
    DefinitionEntry(
      name: "dcf", category: .valuation, summary: "Values a company by its discounted cash flows.",
      usage: [
        "dcf TICKER { ASSUMPTION = VALUE … }", "dcf ASSUMPTION = VALUE, …", "dcf SCENARIO with ASSUMPTION = VALUE, …",
        "dcf NAME = SCENARIO with ASSUMPTION = VALUE, …",
        "dcf TICKER drivers BUSINESS [financial] { DRIVER = VALUE … } [like \"investor\"]",
        "dcf TICKER { part NAME { … } … }", "dcf [SCENARIO] to \"model.xlsx\"", "dcf [SCENARIO]", "dcf full [SCENARIO]",
      ],
      discussion: """
        A value may differ by year: `6% to 3%`, `30% for 5y then to 4%`, `[8%, 7%, 6%]`; `growth + 2pp` moves \
        every year. `terminal` is a perpetual growth rate, or a multiple such as `15x ebitda`. Everything else \
        comes from loaded figures or a default, and the result says which. `help assumptions` lists the \
        assumptions, `model = fcfe|ddm|residual_income` values the equity itself, `NAME = SCENARIO with …` makes a scenario \
        that follows another, `save scenario NAME` keeps the open model as one, `compare bear, base, bull` puts them side \
        by side, `allow CODE` turns a refusal of judgement into a permanent warning.

        A new model is shown as a page: past years, forecast and terminal next to each other, the way to the value of a \
        share, the assumptions in use. A what-if shows the value, what moved it and by how much, and the warnings that cost \
        a share most; `dcf full` shows the page again, `dcf base` the value of a scenario, and `to "FILE.html"` or `to "FILE.md"` writes it. A file `.xlsx` \
        is a workbook with live formulas, the company's other scenarios and, if its reports are loaded, their \
        figures with tag and filing; drivers of revenue are the inputs of a model that has them; `import` reads it back.
        """,
      examples: [
        "dcf AAPL { price = 172.5; shares = 15.74B; revenue = 383.3B; growth = 6% to 3%; margin = 30%; tax = 16%; capex = 2.8%; discount = 9%; terminal = 2.5%; horizon = 5y; cash = 61.5B; debt = 111.1B }",
        "dcf growth = 10% to 4%, margin = 32%", "dcf full",
      ]),
  ]

  /// Everything that has a page.
  package static var topics: [String] {
    var topics = CommandTable.all.map(\.name) + definitions.map(\.name)
    topics += Indicator.all.map(\.name)
    topics += BarFunction.all.map(\.name)
    topics += LanguagePage.all.map(\.name) + HelpTable.all.map(\.name)
    topics += ["assumptions"] + AssumptionDefinition.all.map(\.name)
    var others = RuleClause.all.map(\.name) + Metric.all.map(\.name)
    others += LuckFigure.all.map(\.name) + Settings.definitions.map(\.name) + ExampleScript.all.map(\.name)
    for name in others where !topics.contains(name) {
      topics.append(name)
    }
    let codes = CodeTable.all.map(\.code)
    return topics + codes + Rejection.Reason.allCases.map(\.rawValue).filter { !codes.contains($0) }
  }

  /// The topics that belong to no command and no function.
  package static var languageTopics: [String] {
    LanguagePage.all.map(\.name) + HelpTable.all.map(\.name) + ["assumptions"]
  }

  /// The page of `help` alone: it fits a screen, and ends with how to begin.
  package static var overview: Document {
    var parts = Command.Category.allCases.map { category in
      let names =
        definitions.filter { $0.category == category }.map(\.name)
        + CommandTable.all.filter { $0.category == category }.map(\.name)
      return Property(category.rawValue, StyledText(names.joined(separator: " ")))
    }
    // `help language` lists the pages of the language.
    parts.append(
      Property(
        "Topics", StyledText((HelpTable.all.map(\.name) + ["assumptions", "disclaimer"]).joined(separator: " "))))
    return Document("tas: charts, backtests and valuations in one language") {
      parts
      Block.note(
        """
        `help NAME` explains one, `help WORDS` searches; the prompt runs ~/.config/tas/rc.tas
        """)
      StyledText(
        "Begin with `load sample SPY`, then `rsi(14)`; `tutorial` teaches step by step."
      )
    }
  }

  /// The page of a topic; nil if there is none.
  ///
  /// A word with several meanings, such as `exit`, has them below each other.
  package static func page(on topic: String) -> Document? {
    let meanings = meanings(of: topic)
    return meanings.count > 1 ? Document(meanings.flatMap(\.blocks)) : meanings.first
  }

  /// The page of a topic without its other meanings.
  package static func mainPage(on topic: String) -> Document? { meanings(of: topic).first }

  /// A page for each of the items that a word means: `if` begins a statement and is a function, `cash` is an assumption
  /// and a setting.
  private static func meanings(of topic: String) -> [Document] {
    let standard = StandardName.all.first { $0.name == topic }
    let pages: [Document?] = [
      CommandTable.command(named: topic).map(page), definitions.first { $0.name == topic }.map(page),
      Indicator.named(topic).map(page) ?? BarFunction.named(topic).map(page),
      standard.map { standard in Document(StyledText(standard.name)) { StyledText(standard.summary) } },
      LanguagePage.named(topic)?.document, HelpTable.named(topic)?.document, topic == "assumptions" ? assumptions : nil,
      AssumptionDefinition.named(topic).map(page), Settings.definition(named: topic).map(page),
      Metric.named(topic).map(page), LuckFigure.named(topic).map(page), ExampleScript.named(topic).map(page),
      CodeTable.entry(of: topic).map(page), Rejection.Reason(rawValue: topic).map(page),
    ]
    return pages.compactMap(\.self) + RuleClause.named(topic).map(\.document)
  }

  private static func page(_ setting: Settings.Definition) -> Document {
    Document(StyledText("\(setting.name), a setting")) {
      StyledText(setting.summary)
      [Property("allowed", StyledText(setting.allowed))]
      Block.note(StyledText("`set \(setting.name) VALUE` changes it for the session\(once(setting))"))
    }
  }

  /// The way to change a setting for one statement.
  private static func once(_ setting: Settings.Definition) -> String {
    switch setting.group {
    case .look: ""
    case .validation: ", `validate … with \(setting.name) VALUE` for one answer"
    default: ", `with \(setting.name) VALUE` for one run"
    }
  }

  private static func page(_ metric: Metric) -> Document {
    Document(StyledText("\(metric.name): \(metric.title)")) {
      StyledText(metric.formula)
      [
        Property("unit", StyledText(metric.unit.rawValue)),
        Property("better", StyledText(metric.preference == .higher ? "higher" : "lower")),
      ]
      if !metric.aliases.isEmpty {
        [Property("also called", StyledText(metric.aliases.joined(separator: ", ")))]
      }
      Block.note(
        "`explain trial.\(metric.name)` puts the numbers of a run into it, `sweep … by \(metric.name)` ranks by it")
    }
  }

  private static func page(_ figure: LuckFigure) -> Document {
    Document(StyledText("\(figure.name): \(figure.title)")) {
      StyledText(figure.formula)
      Block.note("`explain trial.\(figure.name)` puts the numbers of a run into it; each certificate counts the trials")
    }
  }

  private static func page(_ reason: Rejection.Reason) -> Document {
    Document(StyledText("\(reason.rawValue), the reason of a rejected order")) {
      StyledText(reason.meaning.prefix(1).uppercased() + reason.meaning.dropFirst() + ".")
      Block.note("`orders rejected` lists the orders of a run that were rejected")
    }
  }

  private static func page(_ example: ExampleScript) -> Document {
    Document(StyledText("\(example.name), an example")) {
      StyledText(example.summary)
      Block.code(example.text.split(separator: "\n").joined(separator: "\n"))
      Block.note("`run example \(example.name)` runs it")
    }
  }

  private static func page(_ command: Command) -> Document {
    Document(StyledText(command.name)) {
      StyledText(command.summary)
      Block.code(command.usage.joined(separator: "\n"))
      for paragraph in command.discussion.split(separator: "\n\n") { StyledText(String(paragraph)) }
      if !command.examples.isEmpty {
        Block.heading("Examples")
        Block.code(command.examples.joined(separator: "\n"))
      }
    }
  }

  private static func page(_ entry: DefinitionEntry) -> Document {
    Document(StyledText(entry.name)) {
      StyledText(entry.summary)
      Block.code(entry.usage.joined(separator: "\n"))
      for paragraph in entry.discussion.split(separator: "\n\n") { StyledText(String(paragraph)) }
      Block.heading("Examples")
      Block.code(entry.examples.joined(separator: "\n"))
    }
  }

  private static func page(_ indicator: Indicator) -> Document {
    Document("\(indicator.name): \(indicator.fullName)") {
      StyledText(indicator.summary)
      Block.code(signature(indicator))
      [
        Property("formula", StyledText(indicator.formula)), Property("convention", StyledText(indicator.convention)),
        Property("inputs", StyledText(indicator.inputs.map(inputText).joined(separator: ", "))),
        Property("outputs", StyledText(indicator.outputs.map(outputText).joined(separator: ", "))),
        Property("warm-up", StyledText(warmUpText(indicator))),
        Property("settled", StyledText(settledText(indicator))),
        Property("references", StyledText(indicator.references.joined(separator: "; "))),
        Property("example", StyledText(indicator.example)),
      ]
      if let twin = indicator.twin { Block.note("lists show it as `\(twin)`") }
      if !indicator.otherNames.isEmpty {
        [Property("also called", StyledText(indicator.otherNames.joined(separator: "; ")))]
      }
      if !indicator.presets.isEmpty {
        Table(
          columns: [.text("like", .name), .text("arguments that it changes").wrapping],
          rows: indicator.presets.map { [.text($0.name), .text($0.text)] })
      }
      if !indicator.parameters.isEmpty {
        Table(
          columns: [
            .text("parameter", .name), .text("default"), .text("allowed").wrapping, .text("meaning").wrapping,
            .text("also called", .dim).wrapping,
          ],
          rows: indicator.parameters.map {
            [
              .text($0.name), .text(defaultText($0)), .text($0.allowed), .text($0.meaning),
              .text($0.aliases.joined(separator: ", ")),
            ]
          })
      }
    }
  }

  private static func page(_ function: BarFunction) -> Document {
    Document(StyledText(function.signature)) {
      StyledText(function.summary)
      if !function.discussion.isEmpty { StyledText(function.discussion) }
      if function.looksAhead { Block.note("it depends on later bars, so no rule may use it") }
      [Property("example", StyledText(function.example))]
      if !function.aliases.isEmpty { [Property("also called", StyledText(function.aliases.joined(separator: ", ")))] }
    }
  }

  /// The call with its series and parameters.
  package static func signature(_ indicator: Indicator) -> String {
    let series = indicator.inputs.map(\.name).joined(separator: ", ")
    let parameters = indicator.parameters.map { "\($0.name)=\(defaultText($0))" }
    return "\(indicator.name)(\((["[\(series)]"] + parameters).joined(separator: ", ")))"
  }

  private static func inputText(_ input: Input) -> String {
    input.defaultField.map { input.name == $0.rawValue ? input.name : "\(input.name) (\($0.rawValue) if left out)" }
      ?? input.name
  }

  private static func outputText(_ output: Output) -> String {
    output.name + (output.aliases.isEmpty ? "" : " (\(output.aliases.joined(separator: ", ")))")
  }

  /// The default of a parameter as it would be typed.
  package static func defaultText(_ parameter: Parameter) -> String {
    switch parameter.defaultValue {
    case .value(let value):
      if case .choice(let choices) = parameter.kind, let choice = choices.first(where: { Double($0.number) == value }) {
        return "\"\(choice.name)\""
      }
      return NumberText.plain(value)
    case .sameAs(let name): return name
    case .required: return "…"
    }
  }

  private static func warmUpText(_ indicator: Indicator) -> String {
    guard let counts = warmUps(of: indicator) else { return "depends on its parameters" }
    guard let least = counts.min(), let most = counts.max(), least < most else {
      return "\(NumberText.counted(counts[0], "bar")) with the defaults"
    }
    let each = zip(indicator.outputs, counts).map { "\($0.name) \($1)" }.joined(separator: ", ")
    return "bars with the defaults: \(each)"
  }

  /// The bars before the first value of each output with the defaults; nil if a parameter has no default.
  private static func warmUps(of indicator: Indicator) -> [Int]? {
    guard let defaults = try? indicator.completeArguments([]) else { return nil }
    return try? indicator.outputs.indices.map { try indicator.warmUp(defaults, output: $0) }
  }

  /// The bar from which on the beginning of the data has no effect, in words.
  private static func settledText(_ indicator: Indicator) -> String {
    if indicator.countsFromTheBeginning { return "never: the first bars always count" }
    guard let defaults = try? indicator.completeArguments([]), let latest = warmUps(of: indicator)?.max() else {
      return "depends on its parameters"
    }
    guard let bars = try? indicator.settling(defaults) else { return "depends on the data" }
    if bars == 0 { return "with the first value" }
    return "after \(NumberText.counted(latest + bars, "bar")) with the defaults: the first bar then weighs below 1e-6"
  }
}
