/// The state of accounts after some of their entries, in order: cash, lots, what was closed.
///
/// An entry takes full effect, or throws and changes nothing. What a later entry voids never has an effect on lots.
public struct Replay: Sendable {
  /// The state of one account.
  public struct State: Sendable {
    /// Its terms.
    public let account: Account
    /// The money.
    public fileprivate(set) var cash = Money.zero
    /// What was closed, in order.
    public fileprivate(set) var closings: [Closing] = []
    fileprivate var queues: [String: LotQueue] = [:]

    /// The lots that are held, by symbol and in the order of opening.
    public var lots: [Lot] { queues.sorted { $0.key < $1.key }.flatMap { $0.value.held } }

    /// The units of a symbol; below zero if they are short.
    public func held(_ symbol: String) -> Quantity { queues[symbol]?.size ?? .zero }

    /// The lots of a symbol.
    public func lots(of symbol: String) -> [Lot] { queues[symbol].map { Array($0.held) } ?? [] }
  }

  /// The accounts by name.
  public private(set) var states: [String: State]
  /// The entries of each account that are taken back.
  private let voided: [String: Set<Int>]

  /// The accounts before their first entry.
  ///
  /// - Parameter voids: the entries that take back others, wherever they are in the order.
  public init(_ accounts: some Sequence<Account>, voids entries: some Sequence<Entry>) {
    states = Dictionary(accounts.map { ($0.name, State(account: $0)) }) { first, _ in first }
    var voided: [String: Set<Int>] = [:]
    for entry in entries { if let id = entry.voids { voided[entry.account, default: []].insert(id) } }
    self.voided = voided
  }

  /// True if an entry was taken back, or takes one back.
  public func isVoid(_ entry: Entry) -> Bool {
    entry.type == .void || voided[entry.account]?.contains(entry.id) == true
  }

  /// Takes the next entry in.
  public mutating func apply(_ entry: Entry) throws(LedgerError) {
    guard var state = states.removeValue(forKey: entry.account) else { return }
    defer { states[entry.account] = state }
    if isVoid(entry) {
      state.cash += entry.amount
      return
    }
    try apply(entry, to: &state)
    state.cash += entry.amount
  }

  private mutating func apply(_ entry: Entry, to state: inout State) throws(LedgerError) {
    guard let symbol = entry.symbol, entry.size != .zero || entry.type == .split else { return }
    switch entry.type {
    case .buy, .reward: try open(entry, symbol, &state)
    case .short: try openShort(entry, symbol, &state)
    case .sell: try close(entry, symbol, entry.size, &state)
    case .cover: try close(entry, symbol, -entry.size, &state)
    case .fee: try give(entry, symbol, &state)
    case .split: try split(entry, symbol, &state)
    case .exchange: try exchange(entry, symbol, &state)
    case .spinoff: try add(entry, entry.target ?? symbol, cost: .zero, &state)
    case .transfer: try transfer(entry, symbol, &state)
    case .dividend, .deposit, .withdraw, .interest, .tax, .void: break
    }
  }

  // MARK: Opening

  private func open(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    let owed = -(state.queues[symbol]?.size ?? .zero)
    // A statement says of a purchase that closes a short position no more than that it is one.
    if owed > .zero {
      guard entry.size > owed else { return try close(entry, symbol, -entry.size, &state) }
      guard let part = entry.part(owed), let rest = entry.part(entry.size - owed, without: part) else {
        throw LedgerError(.outOfRange, entry)
      }
      try close(part, symbol, -owed, &state)
      return try add(rest, symbol, cost: -rest.amount, &state)
    }
    let worth = entry.type == .reward ? Money.product(entry.size, entry.price) : -entry.amount
    guard let worth else { throw LedgerError(.outOfRange, entry) }
    try add(entry, symbol, cost: worth, &state)
  }

  private func openShort(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    let held = state.queues[symbol]?.size ?? .zero
    guard held <= .zero else {
      throw LedgerError(.moreThanHeld(held: held, needed: entry.size, symbol: symbol), entry)
    }
    var lot = Self.lot(entry, symbol, cost: -entry.amount)
    lot.size = -entry.size
    state.queues[symbol, default: LotQueue()].add(lot)
  }

  private func add(_ entry: Entry, _ symbol: String, cost: Money, _ state: inout State) throws(LedgerError) {
    guard (state.held(symbol) + entry.size).isInRange else { throw LedgerError(.outOfRange, entry) }
    state.queues[symbol, default: LotQueue()].add(Self.lot(entry, symbol, cost: cost))
  }

  private static func lot(_ entry: Entry, _ symbol: String, cost: Money) -> Lot {
    Lot(
      entry: entry.id, symbol: symbol, opened: entry.time, isDay: entry.isDay, size: entry.size, cost: cost,
      fee: entry.fee, strategy: entry.strategy)
  }

  // MARK: Closing

  /// Closes units of the sign of the position, each with its part of the entry's amount.
  private func close(
    _ entry: Entry, _ symbol: String, _ units: Quantity, _ state: inout State
  ) throws(LedgerError) {
    let parts = try take(entry, symbol, units, &state)
    var (amount, fee, size) = (entry.amount, entry.fee, units)
    for lot in parts {
      let isLast = lot.size == size
      let share = isLast ? amount : amount.scaled(by: lot.size.units, over: size.units) ?? .zero
      let part = isLast ? fee : fee.scaled(by: lot.size.units, over: size.units) ?? .zero
      state.closings.append(
        Closing(
          entry: entry.id, lot: lot, closed: entry.time, isDay: entry.isDay, price: entry.price, amount: share,
          fee: part))
      amount -= share
      fee -= part
      size -= lot.size
    }
  }

  /// Takes units off for nothing: a fee that is paid in kind.
  private func give(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    try close(entry, symbol, entry.size, &state)
  }

  private func take(
    _ entry: Entry, _ symbol: String, _ units: Quantity, _ state: inout State
  ) throws(LedgerError) -> [Lot] {
    let held = state.queues[symbol]?.size ?? .zero
    let isThere = units < .zero ? held <= units : held >= units
    guard isThere, units != .zero else {
      let own = (held < .zero) == (units < .zero) ? held.magnitude : .zero
      throw LedgerError(.moreThanHeld(held: own, needed: units.magnitude, symbol: symbol), entry)
    }
    let parts = state.queues[symbol]?.take(units, state.account.lots) ?? []
    if state.queues[symbol]?.size == .zero { state.queues[symbol] = nil }
    return parts
  }

  // MARK: Changes of holdings

  private func split(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    let held = state.held(symbol)
    let total =
      entry.ratio.old == 0
      ? held + entry.size : held.scaled(by: Int128(entry.ratio.new), over: Int128(entry.ratio.old))
    guard let total, total.isInRange else { throw LedgerError(.outOfRange, entry) }
    guard held != .zero, total != .zero, (total < .zero) == (held < .zero) else {
      throw LedgerError(.moreThanHeld(held: .zero, needed: entry.size.magnitude, symbol: symbol), entry)
    }
    guard state.queues[symbol]?.rescale(to: total) == true else { throw LedgerError(.outOfRange, entry) }
  }

  /// All units of a symbol become those of another one, whose number the entry says; their costs and days remain.
  private func exchange(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    let held = state.held(symbol)
    let target = entry.target ?? symbol
    guard held > .zero, entry.size > .zero, var queue = state.queues[symbol] else {
      throw LedgerError(.moreThanHeld(held: held.magnitude, needed: entry.size.magnitude, symbol: symbol), entry)
    }
    guard queue.rescale(to: entry.size) else { throw LedgerError(.outOfRange, entry) }
    state.queues[symbol] = nil
    for var lot in queue.takeAll() {
      lot.symbol = target
      state.queues[target, default: LotQueue()].add(lot)
    }
  }

  private mutating func transfer(_ entry: Entry, _ symbol: String, _ state: inout State) throws(LedgerError) {
    if entry.size > .zero {
      // The entry of the other account has brought them.
      if entry.peer != nil { return }
      guard let worth = Money.product(entry.size, entry.price) else { throw LedgerError(.outOfRange, entry) }
      return try add(entry, symbol, cost: worth, &state)
    }
    let parts = try take(entry, symbol, -entry.size, &state)
    guard let peer = entry.peer else { return }
    for lot in parts { states[peer]?.queues[symbol, default: LotQueue()].add(lot) }
  }
}

extension Entry {
  /// The part of a trade that some of its units are; nil beyond the limit.
  fileprivate func part(_ units: Quantity) -> Entry? {
    guard let amount = amount.scaled(by: units.units, over: size.units),
      let fee = fee.scaled(by: units.units, over: size.units)
    else { return nil }
    var part = self
    (part.size, part.amount, part.fee) = (units, amount, fee)
    return part
  }

  /// The rest of a trade.
  fileprivate func part(_ units: Quantity, without part: Entry) -> Entry? {
    var rest = self
    (rest.size, rest.amount, rest.fee) = (units, amount - part.amount, fee - part.fee)
    return rest
  }
}
