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
    .buy, "Buys in an account: on paper at the coming bars, live at its broker.",
    examples: ["buy 50 GPIX limit 51.10 stop 2%", "buy 50 GPIX at stop 52 stop atr target atr gtc"])
  package static let sell = order(
    .sell, "Sells what an account holds: on paper at the coming bars, live at its broker.",
    examples: ["sell 50 GPIX", "sell 50 GPIX limit 53"])
  package static let short = order(
    .short, "Sells borrowed units: on paper at the coming bars, live at the broker.",
    examples: ["short 50 GPIX stop 2%"])
  package static let cover = order(
    .cover, "Buys back units that were sold short: on paper at the coming bars, live at the broker.",
    examples: ["cover 50 GPIX"])

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
        On paper the symbol's series is live or a replay. The order fills on the bars that close after it, at the prices at \
        which a backtest fills: without a price at the next open, with the slippage and the commission of the settings; \
        with `limit` at that price or better; with `at stop` once the price is reached. One with a price waits for the \
        rest of the day of the account's zone, with `gtc` until `cancel`. In an account that is live (`help mode`) the order \
        goes to the broker, after a question at the prompt.
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
      Stops, targets and orders that close a position stay, and so do the exits of runs. `guard reset` lifts the halt. In a \
      live account the entries that rest at the broker are cancelled there.
      """,
    examples: ["halt", "halt main"]
  ) { execution, call throws(Diagnostic) in try execution.halt(call) }
}

extension Role<Expression> {
  static var orderNumber: Self { .expression("number", "N") }
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

extension PlacedOrder {
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

  /// What it is, with how long it waits and its levels: `buy 50 GPIX limit 51.10, day, stop 50.08`.
  var terms: String {
    let time = price == nil ? "" : stays ? ", until cancelled" : ", day"
    return words + time
      + [("stop", stop), ("target", goal)].compactMap { name, level in level.map { ", \(name) \($0.priceText)" } }
      .joined()
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
  static let ownNames = ["id", "size", "symbol", "stop", "target", "status", "filled", "entry"]

  /// The columns of lists.
  static let fields: [Field<PlacedOrder>] = [
    .integer(.integer("id"), .never) { $0.id }, .text(.text("order"), .never) { $0.verb.rawValue },
    .size(.number("size"), .never) { $0.size }, .text(.text("symbol", .name), .never) { $0.symbol },
    .text(.text("type"), .never) { $0.type.rawValue }, .number(.number("price")) { $0.price },
    .number(.number("stop")) { $0.stop }, .number(.number("target")) { $0.goal },
    .text(.text("status"), .never) { $0.status.rawValue },
    .size(.number("filled")) { order in order.filled.flatMap { $0 > .zero ? $0 : nil } },
    .number(.number("fill price", key: "fill_price")) { $0.fillPrice }, .integer(.integer("entry")) { $0.entry },
    .text(.text("reason").wrapping) { $0.reason },
  ]
}

extension Double {
  /// A price with two decimals at least.
  var priceText: String { Money(self)?.shortened.text(decimals: 2) ?? "\(self)" }
}
