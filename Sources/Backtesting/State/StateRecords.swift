import JSON

// The parts of a state, each with its fields.

extension Side: StateValue {}
extension OrderType: StateValue {}
extension Rejection.Reason: StateValue {}

extension ExitReason: StateValue {
  private static let automatic: [ExitReason] = [
    .stop, .target, .trail, .time, .session, .resize, .end, .liquidation, .ruin, .ended, .window, .split,
  ]

  init?(state: JSONValue) {
    if let index = state["rule"]?.intValue {
      self = .rule(index)
    } else if let index = state["reversal"]?.intValue {
      self = .reversal(index)
    } else if let reason = Self.automatic.first(where: { $0.automaticName == state.stringValue }) {
      self = reason
    } else {
      return nil
    }
  }

  var state: JSONValue {
    switch self {
    case .rule(let index): ["rule": .integer(index)]
    case .reversal(let index): ["reversal": .integer(index)]
    default: .string(automaticName)
    }
  }
}

extension PendingOrder.Kind: StateValue {
  init?(state: JSONValue) {
    if let rule = state["entry"]?.intValue {
      self = .entry(rule: rule)
    } else if let exit = state["exit"], let reason = ExitReason(state: exit) {
      self = .exit(reason)
    } else if state.stringValue == "resize" {
      self = .resize
    } else {
      return nil
    }
  }

  var state: JSONValue {
    switch self {
    case .entry(let rule): ["entry": .integer(rule)]
    case .exit(let reason): ["exit": reason.state]
    case .resize: "resize"
    }
  }
}

extension OrderRecord: StateRecord {
  static var blank: OrderRecord { OrderRecord(decidedIndex: 0, side: .long, kind: .resize, type: .market) }

  /// Only an order that waits is part of a state: it has no end yet.
  mutating func visit(_ fields: inout StateFields) {
    fields.visit("decided", &decidedIndex)
    fields.visit("side", &side)
    fields.visit("kind", &kind)
    fields.visit("type", &type)
    fields.visit("price", &price)
    fields.visit("share", &share)
    fields.visit("split_ratio", &splitRatio)
    fields.visit("symbol", &symbol)
  }
}

extension Interest: StateRecord {
  static var blank: Interest { Interest() }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("earned", &earned)
    fields.visit("loan", &loan)
    fields.visit("borrow", &borrow)
  }
}

extension Account {
  /// Visits what fills change; costs and leverage are those of the settings.
  mutating func visit(_ fields: inout StateFields) {
    fields.visit("cash", &cash)
    fields.visit("units", &units)
    fields.visit("commission", &commissionPaid)
    fields.visit("slippage", &slippagePaid)
    fields.visit("turnover", &turnover)
    fields.visit("dividends", &dividends)
    fields.visit("interest", &interest)
  }
}

extension PositionState: StateRecord {
  static var blank: PositionState { PositionState(equity: .nan) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("entry_price", &entryPrice)
    fields.visit("bars_held", &barsHeld)
    fields.visit("profit", &profit)
    fields.visit("equity", &equity)
    fields.visit("bars_flat", &barsFlat)
    fields.visit("losses_in_row", &lossesInRow)
    fields.visit("entries_today", &entriesToday)
    fields.visit("last_exit", &lastExit)
    fields.visit("open_profit", &openProfit)
    fields.visit("max_profit", &maxProfit)
  }
}

extension LaterFill: StateRecord {
  static var blank: LaterFill { LaterFill(index: 0, units: 0, price: 0, splitRatio: 1) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("index", &index)
    fields.visit("units", &units)
    fields.visit("price", &price)
    fields.visit("split_ratio", &splitRatio)
    fields.visit("exit_quote", &exitQuote)
    fields.visit("commission", &commission)
    fields.visit("payout", &isPayout)
  }
}

extension ResizedUnits: StateRecord {
  static var blank: ResizedUnits { ResizedUnits(bought: 0, spent: 0) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("bought", &bought)
    fields.visit("spent", &spent)
    fields.visit("sold", &sold)
    fields.visit("received", &received)
    fields.visit("gain", &gain)
    fields.visit("fills", &fills)
  }
}

extension BarLoop.Order: StateRecord {
  static var blank: BarLoop.Order { BarLoop.Order(decidedIndex: 0, state: .blank) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("decided", &decidedIndex)
    fields.visit("state", &state)
    fields.visit("exit", &exit)
    var (rule, side) = (entry?.rule, entry?.side)
    fields.visit("entry_rule", &rule)
    fields.visit("entry_side", &side)
    if let rule, let side { entry = (rule, side) }
    fields.visit("split_ratio", &splitRatio)
    fields.visit("exit_record", &exitRecord)
    fields.visit("entry_record", &entryRecord)
    fields.visit("stopped_only", &leavesStoppedOnly)
    fields.visit("resizes", &resizes)
    var (rules, records) = (parts.map(\.rule), parts.map(\.record))
    fields.visit("part_rules", &rules)
    fields.visit("part_records", &records)
    parts = zip(rules, records).map { ($0, $1) }
  }
}

extension RestingOrder: StateRecord {
  static var blank: RestingOrder {
    RestingOrder(order: .blank, rule: 0, side: .long, type: .market, price: .nan, barsLeft: 0)
  }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("order", &order)
    fields.visit("rule", &rule)
    fields.visit("side", &side)
    fields.visit("type", &type)
    fields.visit("price", &price)
    // An order that waits for no price has no last bar.
    var left = barsLeft == .max ? nil : barsLeft
    fields.visit("bars_left", &left)
    barsLeft = left ?? .max
  }
}

extension UnfinishedExit: StateRecord {
  static var blank: UnfinishedExit { UnfinishedExit(lots: [], side: .long, kind: .resize, decidedIndex: 0) }

  mutating func visit(_ fields: inout StateFields) {
    var (held, reasons) = (lots.map(\.lot), lots.map(\.reason))
    fields.visit("lots", &held)
    fields.visit("reasons", &reasons)
    lots = zip(held, reasons).map { ($0, $1) }
    fields.visit("side", &side)
    fields.visit("kind", &kind)
    fields.visit("decided", &decidedIndex)
    fields.visit("share", &share)
    fields.visit("record", &record)
  }
}

extension UnsoldExcess: StateRecord {
  static var blank: UnsoldExcess { UnsoldExcess(parts: [], side: .long, decidedIndex: 0, share: 0) }

  mutating func visit(_ fields: inout StateFields) {
    var (numbers, units) = (parts.map(\.number), parts.map(\.units))
    fields.visit("lots", &numbers)
    fields.visit("units", &units)
    parts = zip(numbers, units).map { ($0, $1) }
    fields.visit("side", &side)
    fields.visit("decided", &decidedIndex)
    fields.visit("share", &share)
    fields.visit("record", &record)
  }
}
