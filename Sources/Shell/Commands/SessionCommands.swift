import Commands
import Evaluation
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies
import Work

/// The forms of `save`.
private enum SaveForm: String {
  case session, scenario, forecast, scenarios, forecasts
}

extension Command {
  static let save = Command(
    CommandSyntax(
      "save",
      forms: [
        CommandSyntax.Form(
          SaveForm.session, [.keyword("session"), .optional(role: .sessionFile)], clauses: [.clause(.over)]),
        CommandSyntax.Form(
          SaveForm.scenario, [.keyword("scenario"), .required(.newScenario)],
          clauses: [.clause("from", .parentScenario), .clause("note", .note)]),
        CommandSyntax.Form(
          SaveForm.forecast, [.keyword("forecast"), .required(.newForecast)],
          clauses: [.clause("of", .forecastScenario), .clause("dated", .dated), .clause("note", .note)]),
        CommandSyntax.Form(
          SaveForm.scenarios,
          [.keyword("scenarios"), .optional(role: .savedScenarios), .keyword("to"), .required(.newDocument)],
          clauses: [.clause(.over)]),
        CommandSyntax.Form(
          SaveForm.forecasts,
          [.keyword("forecasts"), .optional(role: .savedForecasts), .keyword("to"), .required(.newDocument)],
          clauses: [.clause(.over)]),
      ], hasResult: false),
    category: .session,
    summary: "Saves the session to a file, or the open valuation as a scenario or a dated forecast.",
    discussion: """
      A session is one JSON document: settings, loaded data (by source and hash, not the bars), names, \
      strategies, backtests' statements, scenarios, forecasts. Without a file it goes to the one that the prompt keeps \
      after each statement. A file that is not a session, and one that the session has loaded, is replaced only with `over`. A scenario is a snapshot of the open model, without a parent; `from SCENARIO` saves what it \
      changes relative to that one, as `dcf NAME = SCENARIO with …` does, so that a change of SCENARIO changes it. A forecast is frozen: assumptions with their sources, results, price \
      and day: today, unless it is `dated` otherwise. It is of the open model, or `of` a scenario. Scenarios and forecasts are written to a file as JSON that `load scenarios` and `load forecasts` read.
      """,
    examples: [
      "save session \"work.json\"", "save scenario base note \"before the results\"", "save forecast \"Q4 view\"",
      "save forecast \"winter view\" of base dated 2024-02-01",
    ],
    changesSession: true, formsThatOnlyRead: [SaveForm.session, SaveForm.scenarios, SaveForm.forecasts]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: SaveForm.self) {
    case .scenario:
      try execution.saveScenario(
        try call[.newScenario], from: call[.parentScenario], note: call[.note], at: call.commandSpan)
    case .forecast: try execution.saveForecast(call)
    case .scenarios: try execution.exportScenarios(call)
    case .forecasts: try execution.exportForecasts(call)
    case .session:
      try execution.saveSession(call[.sessionFile], over: call.has(.over), at: call.commandSpan)
    }
  }

  static let reset = Command(
    CommandSyntax("reset", hasResult: false), category: .session, summary: "Empties the session.",
    discussion: "`undo` brings it back. Display settings are kept.", examples: ["reset"],
    changesSession: true
  ) { execution, _ throws(Diagnostic) in
    let before = execution.session
    execution.session = Session()
    execution.session.keepLook(of: before)
    _ = execution.state.live.stopAll()
    execution.state.watchers = []
    return Done(action: "reset", message: "the session is empty")
  }

  static let undo = Command(
    CommandSyntax("undo", hasResult: false), category: .session,
    summary: "Undoes the last statement that changed the session.",
    discussion: "A `run` is one statement. Files are never undone.", examples: ["let threshold = 30; undo"]
  ) { execution, call throws(Diagnostic) in
    guard let before = execution.state.history.past.last else {
      throw Diagnostic(.nothingToUndo, "there is nothing to undo", at: call.commandSpan)
    }
    try execution.restore(before, at: call.commandSpan) { $0.goBack(from: $1, to: $2) }
    return Done(
      action: "undo", message: StyledText("undid `\(before.statementOnOneLine)`"),
      details: [
        ("statement", .string(before.statement)), ("left", .integer(execution.state.history.past.count)),
      ])
  }

  static let redo = Command(
    CommandSyntax("redo", hasResult: false), category: .session, summary: "Redoes the statement that `undo` undid.",
    examples: ["let threshold = 30; undo; redo"]
  ) { execution, call throws(Diagnostic) in
    guard let after = execution.state.history.future.last else {
      throw Diagnostic(.nothingToRedo, "there is nothing to redo", at: call.commandSpan)
    }
    try execution.restore(after, at: call.commandSpan) { $0.goForward(from: $1, to: $2) }
    return Done(
      action: "redo", message: StyledText("redid `\(after.statementOnOneLine)`"),
      details: [
        ("statement", .string(after.statement)), ("left", .integer(execution.state.history.future.count)),
      ])
  }

  static let set = Command(
    CommandSyntax(
      "set", forms: [CommandSyntax.Form("", [.required(.settings)])] + Execution.noticeSettings, hasResult: false),
    category: .session,
    summary: "Changes settings for the session.",
    discussion: """
      `set commission default` restores the default. `set notify` and its relatives are of the book: see `help notices`.

      `set chart picture` draws charts as pictures in a terminal that shows them: kitty and its relatives, iTerm2, \
      WezTerm, and those that know Sixel; `rsvg-convert` makes them, for Sixel with `img2sixel`.
      """,
    examples: [
      "set commission = 0.1%", "set cash 100k, units whole", "set commission default",
      "set quiet_hours 22:00-07:00; set notify report terminal, system silent",
    ], changesSession: true, onlyReads: { !$0.form.isEmpty }
  ) { execution, call throws(Diagnostic) in
    if !call.form.isEmpty { return try execution.setNotices(call.form, call) }
    var settings = execution.session.settings
    let assignments = try call[.settings]
    for setting in assignments {
      if case .word(let word) = setting.value, word.literal == "default", !word.isQuoted,
        let definition = Settings.definition(named: setting.name), definition.reset(in: &settings)
      {
        continue
      }
      try execution.apply(setting, to: &settings)
      try execution.checkPictures(setting, settings)
      settings.changed.insert(setting.name)
    }
    execution.session.settings = settings
    let described = assignments.compactMap { setting in
      Settings.definition(named: setting.name).map { "\(setting.name) = \($0.read(settings))" }
    }
    return Done(
      action: "set", message: StyledText(described.joined(separator: ", ")),
      details: assignments.compactMap { setting in
        Settings.definition(named: setting.name).map { (setting.name, .string($0.read(settings))) }
      })
  }

  static let settings = Command(
    CommandSyntax(
      "settings",
      forms: [
        CommandSyntax.Form("", [], clauses: .list(SettingsList.Line.fields.names()))
      ]),
    category: .session, summary: "Lists the settings with their values.",
    discussion: """
      A setting that was changed has a star. `help NAME` lists the values of a setting, `help options` explains each. Settings are kept with the session; \
      display settings stay when another session is loaded, and `set` lines of the start-up file \
      (`$XDG_CONFIG_HOME/tas/rc.tas`, else `~/.config/tas/rc.tas`) hold in every prompt. No stored number, and \
      nothing that a program reads, depends on display settings.
      """,
    examples: ["settings", "settings where changed"]
  ) { execution, call throws(Diagnostic) in
    let settings = execution.session.settings
    let lines = Settings.definitions.map { setting in
      SettingsList.Line(
        group: setting.group.rawValue, name: setting.name, value: setting.read(settings),
        isChanged: settings.isChanged(setting), allowed: setting.allowed, meaning: setting.summary)
    }
    let frame = ItemFrame(one: "a setting", many: "settings", lines, SettingsList.Line.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return SettingsList(frame.items(listing), notes: listing.notes, details: listing.details)
  }

  static let quit = Command(
    CommandSyntax("quit", aliases: ["exit"], hasResult: false), category: .session, summary: "Leaves.",
    examples: ["quit"]
  ) { execution, _ throws(Diagnostic) in
    execution.state.isQuitting = true
    return nil
  }
}
