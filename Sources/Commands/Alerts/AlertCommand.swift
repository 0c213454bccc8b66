import Bookkeeping
import Calendar
import Language
import Presentation
import Reports
import Sessions
import Text

/// The forms of `alert`.
private enum AlertForm: String {
  case one = ""
  case drop
}

extension Command {
  package static let alert = Command(
    CommandSyntax(
      "alert",
      forms: [
        CommandSyntax.Form(
          AlertForm.one, [.required(.alertName)],
          clauses: [
            .clause("when", .alertCondition), .clause("when signal", .alertSignal, .changes),
            .clause("when position hits", .alertLevel), .clause("when drift", .alertDrift),
            .clause("when earnings within", .alertEarnings), .clause(.streamStalls),
            .clause(.on, optional: .alertedSymbols),
            .clause("timeframes", .alertTimeframe).spelled("[@ TF]"), .clause(.once), .clause(.everyBar),
            .clause("again after", .alertPause), .clause("until", .alertEnd), .clause("say", .alertText),
            .clause(.switchedOff),
          ]),
        CommandSyntax.Form(AlertForm.drop, [.keyword("drop"), .required(.alertName)]),
      ]),
    category: .accounts, summary: "Watches a condition on live series and tells when it becomes true.",
    discussion: """
      The condition is computed at each close, over all bars of the series, and fires once until it was false again; \
      `once` fires once at all, `every bar` on each bar on which it is true, `again after 4h` again after a time. It is \
      refused if it looks ahead. A missing value is false; a bar that came late fires with its own time and is marked late; \
      a bar that is corrected later fires nothing. `price` is the newest trade and not a bar: `price crosses above 52`, \
      `price > 52`.

      Other kinds: `when signal STRATEGY changes`, `when position hits stop` (or `target`) of any account, `when drift \
      STRATEGY > 15%` of the live score against the backtest, `when stream stalls`. In the text after `say` braces have \
      `{symbol}`, `{price}`, `{time}` or an expression, `{rsi(14)}`.

      Alerts are in the book: they outlive the session, and every program that streams their series watches them. `alert NAME \
      off` and `on` switch one, `alert drop NAME` deletes it, `alerts` lists all, and `test alert NAME on 2026-01` lists when \
      it would have fired. What fires is a notice: see `notices`.
      """,
    examples: [
      "alert dip when close < bbands(20, 2).lower and rsi(14) < 30 on SPY say \"{symbol} {price}, RSI {rsi(14)}\"",
      "alert lvl when price crosses above 52 on SPY once until 2030-12-31",
      "alert flip when signal cross changes on SPY",
      "alert hit when position hits stop; alert hit off",
    ]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: AlertForm.self) {
    case .one: try execution.alert(call)
    case .drop: try execution.dropAlert(try call[.alertName])
    }
  }

  package static let alerts = Command(
    CommandSyntax("alerts", forms: [CommandSyntax.Form("", [], clauses: .list(ListedAlert.fields.names()))]),
    category: .accounts, summary: "Lists the alerts with their states.",
    examples: ["alert dip when rsi(14) < 30 on SPY; alerts", "alerts where times > 0"]
  ) { execution, call throws(Diagnostic) in
    execution.readAlerts()
    let listed = (execution.state.alerts ?? []).map { ListedAlert($0) }
    let frame = ItemFrame(one: "an alert", many: "alerts", listed, ListedAlert.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: listed.isEmpty ? ["there is no alert: `alert NAME when COND on SYMBOL` makes one"] : listing.notes,
      details: listing.details)
  }

  package static let test = Command(
    CommandSyntax(
      "test",
      forms: [
        CommandSyntax.Form(
          "alert", [.keyword("alert"), .required(.alertName)],
          clauses: [.clause("on", .testedSpan), .clause("timeframes", .alertTimeframe).spelled("[@ TF]")])
      ]),
    category: .accounts, summary: "Lists when an alert would have fired on the bars that are loaded.",
    discussion:
      "Its rows are the bars on which its condition becomes true; `on` limits them to a day, a month or a year.",
    examples: ["alert dip when rsi(14) < 30 on SPY; test alert dip on 2012"]
  ) { execution, call throws(Diagnostic) in
    try execution.testAlert(call)
  }
}

extension Role<Word> {
  package static var alertName: Self { .word("alert", .any, "NAME") }
}

extension OptionalRole<Expression> {
  static var alertCondition: Self { Self(.expression("when", "COND")) }
  static var alertEnd: Self { Self(.expression("until", "DATE")) }
  static var testedSpan: Self { Self(.expression("on", "DATE")) }
}

extension OptionalRole<Subject> {
  static var alertSignal: Self { Self(.subject("signal", .strategy, "STRATEGY")) }
}

extension OptionalRole<[Word]> {
  static var alertedSymbols: Self { Self(.words("on", .symbol, "SYMBOL, …", "UNIVERSE")) }
}

extension OptionalRole<Word> {
  static var alertLevel: Self { Self(.word("level", .any, "stop|target")) }
  static var alertEarnings: Self { Self(.word("earnings", .any, "3d")) }
  static var alertTimeframe: Self { Self(.word("timeframes", .timeframe, "TF")) }
  static var alertPause: Self { Self(.word("again", .any, "4h")) }
  static var alertText: Self { Self(.word("say", .any, "\"TEXT\"")) }
}

extension OptionalRole<Expression> {
  static var alertDrift: Self { Self(.expression("drift", "STRATEGY > 15%")) }
}

extension Flag {
  static let streamStalls = Flag("when stream stalls")
  static let once = Flag("once")
  static let switchedOff = Flag("off")
  static let on = Flag("on")
  static let changes = Flag("changes")
}
