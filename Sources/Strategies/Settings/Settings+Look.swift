import Text

extension Settings {
  /// Display settings.
  static let looks: [Definition] = [
    Definition(
      group: .look, name: "format", summary: "The format that results are shown in.",
      allowed: "table, json, csv, markdown or html, or auto for the one of `--format`",
      choices: ["auto", "table", "json", "csv", "markdown", "html"], read: { $0.look.format ?? "auto" },
      write: { settings, value in
        guard let word = value.word, ["auto", "table", "json", "csv", "markdown", "html"].contains(word) else {
          return false
        }
        settings.look.format = word == "auto" ? nil : word
        return true
      }),
    count(
      "digits", "The significant digits of numbers without decimals of their own.", 3...15, none: "auto",
      meaning: "auto for six", \.digits),
    count("rows", "The rows of a long list.", 1...1_000_000, none: "all", meaning: "all", \.rows),
    choice(
      "thousands", "Whether commas set thousands apart: 1,234.5 and 12,345, but 2024.", on: \.groupsThousands),
    Definition(
      group: .look, name: "null", summary: "The text of a missing value.", allowed: "a text of at most 20 characters",
      read: { $0.look.missing },
      write: { settings, value in
        guard let text = value.word, text.count <= 20, !text.contains(where: \.isNewline) else { return false }
        settings.look.missing = text
        return true
      }),
    choice("timer", "Whether the prompt shows how long each entry took.", on: \.showsTime),
    choice("pager", "Whether output longer than the screen goes to a pager.", on: \.pages),
    Definition(
      group: .look, name: "colour", summary: "Whether text is coloured.",
      allowed: "on, off, or auto to let the terminal decide", choices: ["auto", "on", "off"],
      read: { $0.look.color.map { $0 ? "on" : "off" } ?? "auto" },
      write: { settings, value in
        guard let word = value.word, ["auto", "on", "off"].contains(word) else { return false }
        settings.look.color = word == "auto" ? nil : word == "on"
        return true
      }),
    Definition(
      group: .look, name: "theme", summary: "The background that the colours of text suit.",
      allowed: "dark or light, or auto to ask the terminal",
      choices: ["auto", "dark", "light"], read: { $0.look.theme ?? "auto" },
      write: { settings, value in
        guard let word = value.word, ["auto", "dark", "light"].contains(word) else { return false }
        settings.look.theme = word == "auto" ? nil : word
        return true
      }),
    Definition(
      group: .look, name: "wide_tables", summary: "How a table that is too wide is shown.",
      allowed:
        "drop: the last columns are left out; blocks: it is broken; or auto, by its kind",
      choices: ["auto", "drop", "blocks"], read: { $0.look.wideTables },
      write: { settings, value in
        guard let word = value.word, ["auto", "drop", "blocks"].contains(word) else { return false }
        settings.look.wideTables = word
        return true
      }),
    Definition(
      group: .look, name: "prompt", summary: "The text of the prompt; `{series}` is the series in use.",
      allowed: "a text of at most 40 characters, or auto", choices: ["auto"], read: { $0.look.prompt ?? "auto" },
      write: { settings, value in
        guard let text = value.word, text.count <= 40, !text.contains(where: \.isNewline) else { return false }
        settings.look.prompt = text == "auto" ? nil : text
        return true
      }),
    Definition(
      group: .look, name: "chart", summary: "How charts are drawn in a terminal.",
      allowed: "text; picture, in a terminal that shows pictures; auto, text if it shows none; or live, text that is "
        + "drawn again at each close of a live series until a key is typed",
      choices: LookSettings.chartWords, read: { $0.look.charts },
      write: { settings, value in
        guard let word = value.word, LookSettings.chartWords.contains(word) else { return false }
        settings.look.charts = word
        return true
      }),
    count(
      "chart_width", "The columns of a chart.", 20...500, none: "auto", meaning: "auto for the width of the page",
      \.chartWidth),
  ]

  private static func choice(
    _ name: String, _ summary: String, on path: any WritableKeyPath<LookSettings, Bool> & Sendable
  ) -> Definition {
    Definition(
      group: .look, name: name, summary: summary, allowed: "on or off", choices: ["on", "off"],
      read: { $0.look[keyPath: path] ? "on" : "off" },
      write: { settings, value in
        guard let word = value.word, word == "on" || word == "off" else { return false }
        settings.look[keyPath: path] = word == "on"
        return true
      })
  }

  private static func count(
    _ name: String, _ summary: String, _ range: ClosedRange<Int>, none: String, meaning: String,
    _ path: any WritableKeyPath<LookSettings, Int?> & Sendable
  ) -> Definition {
    Definition(
      group: .look, name: name, summary: summary,
      allowed: "a whole number from \(range.lowerBound) to \(NumberText.grouped(range.upperBound)), or \(meaning)",
      choices: [none],
      read: { $0.look[keyPath: path].map { "\($0)" } ?? none },
      write: { settings, value in
        if value.word == none {
          settings.look[keyPath: path] = nil
          return true
        }
        guard let count = value.plainNumber.flatMap({ Int(exactly: $0) }), range.contains(count) else { return false }
        settings.look[keyPath: path] = count
        return true
      })
  }
}
