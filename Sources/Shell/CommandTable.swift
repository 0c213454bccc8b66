import Commands
import Language
import Sessions

/// All commands.
///
/// Their order is that of the documentation.
public enum CommandTable {
  /// The commands, those that are not built yet among them.
  public static let all: [Command] = [
    .load, .search, .quote, .library, .store, .refresh, .forget, .stream, .streams, .wait, .record, .use, .adjust,
    .data, .show, .refine, .describe,
    .patterns,
    .plot,
    .study, .scan, .correlation, .universe, .cycle,
    .names, .drop, .rename, .explain, .print, .assert, .expect,
    .strategy, .strategies, .portfolio, .signals, .backtest, .trades, .orders, .equity, .stats, .drawdowns, .calendar,
    .why, .sweep,
    .resume, .jobs, .walkForward,
    .crossValidate, .monteCarlo,
    .signal, .journal, .validate, .audit, .watch, .panel,
    .account, .accounts, .book, .positions, .position, .ledger, .lots, .gains, .performance,
    .buy, .sell, .short, .cover, .cancel, .guardrail, .guards, .halt, .mode, .runs,
    .alert, .alerts, .test, .notices, .notice, .heartbeat,
    .compare, .scenarios, .findings, .sensitivity, .solve, .multiples, .figures,
    .drivers, .tornado, .breakeven,
    .simulate,
    .forecasts, .forecast, .importFile,
    .report, .save, .sessions, .replay, .reset, .undo, .redo, .history, .runScript, .set, .settings, .key, .keys, .quit,
    .help, .commands, .indicators, .exampleScripts, .tutorial,
  ]

  /// The syntaxes of all commands, for the parser.
  public static let syntaxes: [CommandSyntax] = all.map(\.syntax)

  private static let byName: [String: Command] = {
    var table: [String: Command] = [:]
    for command in all {
      let names = [command.syntax.name] + command.syntax.aliases + command.syntax.formerCommands
      for name in names { table[name] = command }
    }
    return table
  }()

  /// The command of a name, of an alias, or of a command that became one of its forms.
  public static func command(named name: String) -> Command? { byName[name] }
}
