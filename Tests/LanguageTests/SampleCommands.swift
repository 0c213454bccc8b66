import Language

/// A table of commands modelled on the language's own, for the parser's tests.
enum SampleCommands {
  private typealias Form = CommandSyntax.Form
  private typealias Clause = CommandSyntax.Clause

  private static let condition = Clause(["where"], [.expression("where")])
  private static let sort = Clause(["sort", "by"], [.word("sort", .column), .optional(.keyword("desc"))])
  private static let settings = Clause(["with"], [.settings("with")])
  private static let symbols = Clause(["on"], [.words("on", .symbol)])

  private static func listing(_ name: String) -> CommandSyntax {
    CommandSyntax(
      name,
      forms: [
        Form("", [.optional(.word("result", .result))], clauses: [condition, sort, .window])
      ]
    )
  }

  private static func plain(_ name: String, aliases: [String] = [], hasResult: Bool = true) -> CommandSyntax {
    CommandSyntax(name, aliases: aliases, hasResult: hasResult)
  }

  private static func reserved(_ name: String) -> CommandSyntax {
    CommandSyntax(name, forms: [Form("", [], isReserved: true)])
  }

  static let table: [CommandSyntax] =
    data + exploring + strategies + valuation + session
    + [
      "universe", "portfolio", "scan", "study", "walkforward", "montecarlo", "validate", "tornado",
      "forecasts", "alert", "each", "def",
    ].map(reserved)

  private static let data: [CommandSyntax] = [
    CommandSyntax(
      "load",
      forms: [
        Form(
          "sample",
          [.keyword("sample"), .word("sample", .sample)],
          clauses: [Clause(["as"], [.word("as", .newName)])]
        ),
        Form("session", [.keyword("session"), .optional(.word("file", .file))]),
        Form("scenario", [.keyword("scenario"), .word("scenario", .scenario)]),
        Form(
          "fundamentals",
          [.keyword("fundamentals"), .word("file", .file)],
          clauses: [Clause(["as"], [.word("as", .newName)])]
        ),
        Form(
          "file",
          [.word("file", .file)],
          clauses: [
            Clause(["as"], [.word("as", .newName)]), Clause(["timeframe"], [.word("timeframe", .timeframe)]),
            Clause(["timezone"], [.word("timezone", .timezone)]),
            Clause(["from"], [.word("from", .any)], isReserved: true), .window,
          ]
        ),
      ],
      hasResult: false
    ),
    CommandSyntax(
      "use",
      forms: [
        Form(
          "",
          [.word("series", .series)],
          clauses: [
            Clause(["timeframe"], [.word("timeframe", .timeframe)]),
            Clause(["session"], [.word("session", .any)], isReserved: true),
          ]
        )
      ],
      hasResult: false
    ),
    plain("data"),
  ]

  private static let exploring: [CommandSyntax] = [
    CommandSyntax(
      "show",
      forms: [
        Form(
          "",
          [.columns("columns")],
          clauses: [condition, .window, sort, Clause(["top"], [.expression("top")])]
        )
      ]
    ),
    CommandSyntax(
      "describe",
      forms: [
        Form(
          "",
          [.columns("columns")],
          clauses: [condition, .window, Clause(["by"], [.words("by", .any)])]
        )
      ]
    ),
    CommandSyntax(
      "plot",
      forms: [
        Form(
          "",
          [.columns("columns")],
          clauses: [
            Clause(["below"], [.columns("below")]), Clause(["with", "trades"]), .window,
          ]
        )
      ]
    ),
  ]

  private static let strategies: [CommandSyntax] = [
    CommandSyntax("strategy", forms: [Form("", [.optional(.word("name", .strategy))])]),
    CommandSyntax("signals", forms: [Form("", [.word("name", .strategy)], clauses: [.window])]),
    CommandSyntax(
      "backtest",
      aliases: ["bt"],
      forms: [Form("", [.subject("strategy", .strategy)], clauses: [symbols, settings, .window])]
    ),
    listing("trades"), listing("equity"), listing("stats"), listing("drawdowns"),
    CommandSyntax(
      "calendar",
      forms: [
        Form(
          "",
          [.optional(.word("result", .result))],
          clauses: [Clause(["by"], [.choice("by", ["month", "day"])])]
        )
      ]
    ),
    CommandSyntax(
      "sweep",
      forms: [
        Form(
          "",
          [.subject("strategy", .strategy)],
          clauses: [
            condition, Clause(["by"], [.word("by", .metric)]), Clause(["top"], [.expression("top")]), symbols,
            settings, .window,
          ]
        )
      ]
    ),
  ]

  private static let valuation: [CommandSyntax] = [
    CommandSyntax("compare", forms: [Form("", [.weighted("things", .scenario)])]),
    CommandSyntax(
      "sensitivity",
      forms: [Form("", [.optional(.word("scenario", .scenario)), .axes("axes")])]
    ),
    CommandSyntax(
      "solve",
      forms: [
        Form(
          "",
          [.optional(.word("scenario", .scenario)), .unknowns("unknowns")],
          clauses: [Clause(["for"], [.choice("for", ["price", "value"]), .optional(.expression("value"))])]
        )
      ]
    ),
    CommandSyntax(
      "simulate",
      forms: [
        Form(
          "",
          [.optional(.word("scenario", .scenario)), .uncertain("draws")],
          clauses: [Clause(["seed"], [.expression("seed")])]
        )
      ]
    ),
    plain("scenarios"),
    CommandSyntax(
      "rename",
      forms: [
        Form(
          "scenario",
          [
            .keyword("scenario"), .word("scenario", .scenario), .keyword("to"), .word("name", .newName),
          ]
        )
      ],
      hasResult: false
    ),
    CommandSyntax(
      "delete",
      forms: [Form("scenario", [.keyword("scenario"), .word("scenario", .scenario)])],
      hasResult: false
    ),
  ]

  private static let session: [CommandSyntax] = [
    CommandSyntax(
      "save",
      forms: [
        Form("scenario", [.keyword("scenario"), .word("scenario", .newName)]),
        Form("session", [.keyword("session"), .optional(.word("file", .file))]),
        Form("forecast", [.keyword("forecast"), .word("forecast", .newName)], isReserved: true),
      ],
      hasResult: false
    ),
    CommandSyntax(
      "set",
      forms: [Form("", [.settings("settings")])],
      hasResult: false
    ),
    CommandSyntax(
      "run",
      forms: [Form("", [.word("file", .file), .optional(.overrides("overrides"))])],
      hasResult: false
    ),
    CommandSyntax(
      "assert",
      forms: [Form("", [.expression("condition"), .optional(.values("message"))])],
      hasResult: false
    ),
    CommandSyntax("print", forms: [Form("", [.values("values")])], hasResult: false),
    CommandSyntax("help", forms: [Form("", [.optional(.word("topic", .topic))])]),
    CommandSyntax("drop", forms: [Form("", [.word("name", .name)])], hasResult: false),
    CommandSyntax("explain", forms: [Form("", [.word("name", .name)])]),
    plain("settings"), plain("names"), plain("commands"), plain("indicators"), plain("history"),
    plain("reset", hasResult: false), plain("undo", hasResult: false), plain("redo", hasResult: false),
    plain("quit", aliases: ["exit"], hasResult: false),
  ]
}
