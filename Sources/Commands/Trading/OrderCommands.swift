import Accounts
import Backtesting
import Bookkeeping
import JSON
import Language
import Presentation
import Reports
import Sessions

extension Command {
  package static let buy = order(
    .buy, "Buys in a paper account, at the coming bars.",
    examples: ["buy 50 GPIX limit 51.10 stop 2%", "buy 50 GPIX at stop 52 stop atr target atr gtc"])
  package static let sell = order(
    .sell, "Sells what a paper account holds, at the coming bars.", examples: ["sell 50 GPIX", "sell 50 GPIX limit 53"])
  package static let short = order(
    .short, "Sells borrowed units in a paper account, at the coming bars.", examples: ["short 50 GPIX stop 2%"])
  package static let cover = order(
    .cover, "Buys back units that were sold short, at the coming bars.", examples: ["cover 50 GPIX"])

  private static func order(_ verb: EntryType, _ summary: String, examples: [String]) -> Command {
    let opens = verb == .buy || verb == .short
    return Command(
      CommandSyntax(
        verb.rawValue,
        forms: [
          CommandSyntax.Form(
            "", [.required(.bookedSize), .required(.bookedSymbol)],
            clauses: [.clause("limit", .limitPrice), .clause("at stop", .stopPrice).asAlternative]
              + (opens ? [.clause("stop", .orderStop), .clause("target", .orderTarget)] : [])
              + [.clause(.untilCancelled), .clause("in", .bookedIn)])
        ]),
      category: .accounts, summary: summary,
      discussion: """
        The symbol's series is live or a replay. The order fills on the bars that close after it, at the prices at \
        which a backtest fills: without a price at the next open, with the slippage and the commission of the settings; \
        with `limit` at that price or better; with `at stop` once the price is reached. One with a price waits for the \
        rest of the day of the account's zone, with `gtc` until `cancel`.
        """
          + (opens
            ? " `stop` and `target` are prices, distances in percent, or `atr`: what fills first closes the units, and "
              + "`position` moves them. The guardrails are checked first: `help guard`."
            : " No guardrail holds up an order that closes a position."),
      examples: examples
    ) { execution, call throws(Diagnostic) in try execution.place(verb, call) }
  }

  package static let cancel = Command(
    CommandSyntax(
      "cancel",
      forms: [
        CommandSyntax.Form("", [.required(.orderNumber)], clauses: [.clause("in", .bookedIn)]),
        CommandSyntax.Form("job", [.keyword("job"), .required(.jobName)]),
      ]),
    category: .accounts,
    summary: "Cancels an order that waits, or the stop and the target of one that filled; `cancel job` a job.",
    examples: ["cancel 12", "cancel job big"]
  ) { execution, call throws(Diagnostic) in
    call.form == "job" ? try execution.cancelJob(try call[.jobName]) : try execution.cancel(call)
  }

  package static let halt = Command(
    CommandSyntax("halt", forms: [CommandSyntax.Form("", [.optional(role: .account)])]),
    category: .accounts, summary: "Halts an account: entries that wait are cancelled, and none is taken.",
    discussion: """
      Stops, targets and orders that close a position stay, and so do the exits of runs. `guard reset` lifts the halt.
      """,
    examples: ["halt", "halt main"]
  ) { execution, call throws(Diagnostic) in try execution.halt(call) }

  package static let mode = Command(
    CommandSyntax(
      "mode",
      forms: [CommandSyntax.Form("", [.required(.tradingMode), .optional(role: .account)])]),
    category: .accounts, summary: "Says where the orders of an account go: `paper` or `live`.",
    discussion: """
      Paper orders fill by the rules of backtests, and no money moves. No broker is built in yet, so that `live` is \
      refused: in a script always, at the prompt with the reason.
      """,
    examples: ["mode paper"]
  ) { execution, call throws(Diagnostic) in try execution.mode(call) }
}

extension Role<Expression> {
  static var orderNumber: Self { .expression("number", "N") }
}

extension Role<String> {
  static var tradingMode: Self { .choice("mode", ["paper", "live"], "paper|live") }
}

extension OptionalRole<Expression> {
  static var limitPrice: Self { Self(.expression("limit", "PRICE")) }
  static var stopPrice: Self { Self(.expression("trigger", "PRICE")) }
  static var orderStop: Self { Self(.expression("stop", "PRICE|2%|atr")) }
  static var orderTarget: Self { Self(.expression("target", "PRICE|6%|atr")) }
}

extension Flag {
  static let untilCancelled = Flag("gtc")
}

extension PaperOrder {
  /// What an order is, with its price: `buy 50 GPIX limit 51.10`.
  var words: String {
    let price = price.map { " \($0.priceText)" } ?? ""
    let type =
      switch type {
      case .limit: " limit\(price)"
      case .stop: " at stop\(price)"
      default: ""
      }
    return "\(verb.rawValue) \(size) \(symbol)\(type)"
  }

  /// The keys that programs rely on.
  var details: [(String, JSONValue)] {
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return [
      ("account", .string(account)), ("id", .integer(id)), ("order", .string(verb.rawValue)),
      ("size", .number(size.double)), ("symbol", .string(symbol)), ("type", .string(type.rawValue)),
      ("price", number(price)), ("stop", number(stop)), ("target", number(goal)), ("status", .string(status.rawValue)),
    ]
  }

  /// The names of the columns that orders of backtests do not have.
  static let ownNames = ["id", "size", "symbol", "stop", "target", "status", "entry"]

  /// The columns of lists.
  static let fields: [Field<PaperOrder>] = [
    .integer(.integer("id"), .never) { $0.id }, .text(.text("order"), .never) { $0.verb.rawValue },
    .size(.number("size"), .never) { $0.size }, .text(.text("symbol", .name), .never) { $0.symbol },
    .text(.text("type"), .never) { $0.type.rawValue }, .number(.number("price")) { $0.price },
    .number(.number("stop")) { $0.stop }, .number(.number("target")) { $0.goal },
    .text(.text("status"), .never) { $0.status.rawValue },
    .number(.number("fill price", key: "fill_price")) { $0.fillPrice }, .integer(.integer("entry")) { $0.entry },
    .text(.text("reason").wrapping) { $0.reason },
  ]
}

extension Double {
  /// A price with two decimals at least.
  var priceText: String { Money(self)?.shortened.text(decimals: 2) ?? "\(self)" }
}
