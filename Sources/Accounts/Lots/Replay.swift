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

  private var all: [State] = []
  private var places: [String: Int] = [:]
  /// The entries of each account that are taken back.
  private var voided: [Set<Int>]
  /// The costs that went to another account, by the place of the entry in the order of booking.
  public private(set) var movedCosts: [Int: Money] = [:]
  /// The account of the entry before: most have that of the next one.
  private var last: (name: String, place: Int)?

  /// The accounts before their first entry.
  ///
  /// - Parameter voids: the entries that take back others, wherever they are in the order.
  public init(_ accounts: some Sequence<Account>, voids entries: some Sequence<Entry>) {
    for account in accounts where places[account.name] == nil {
      places[account.name] = all.count
      all.append(State(account: account))
    }
    voided = Array(repeating: [], count: all.count)
    for entry in entries {
      if let id = entry.voids, let place = places[entry.account] { voided[place].insert(id) }
    }
  }

  /// Makes room for the closings of some entries: room that is not used costs nothing.
  mutating func reserve(for entries: [Entry]) {
    var counts = Array(repeating: 0, count: all.count)
    var (name, place): (String, Int?) = ("", nil)
    for entry in entries where entry.type == .sell || entry.type == .cover {
      if entry.account != name { (name, place) = (entry.account, places[entry.account]) }
      if let place { counts[place] += 1 }
    }
    for place in all.indices { all[place].closings.reserveCapacity(3 * counts[place]) }
  }

  /// An account; nil if there is none of the name.
  public func state(_ name: String) -> State? { places[name].map { all[$0] } }

  /// The number of lots, or parts of them, that an account has closed.
  func closingCount(of name: String) -> Int { place(of: name).map { all[$0].closings.count } ?? 0 }

  /// The money of an account.
  func cash(of name: String) -> Money { place(of: name).map { all[$0].cash } ?? .zero }

  private func place(of name: String) -> Int? { last?.name == name ? last?.place : places[name] }

  /// True if an entry was taken back, or takes one back.
  public func isVoid(_ entry: Entry) -> Bool {
    if entry.type == .void { return true }
    guard let place = place(of: entry.account) else { return false }
    return !voided[place].isEmpty && voided[place].contains(entry.id)
  }

  /// Takes the next entry in.
  public mutating func apply(_ entry: Entry) throws(LedgerError) {
    guard let place = place(of: entry.account) else { return }
    last = (entry.account, place)
    if !isVoid(entry) {
      let moved = try all[place].apply(entry)
      if !moved.isEmpty, let symbol = entry.symbol, let peer = entry.peer.flatMap({ places[$0] }) {
        for lot in moved {
          all[peer].queues[symbol, default: LotQueue()].add(lot)
          movedCosts[entry.sequence, default: .zero] += lot.cost
        }
      }
    }
    all[place].cash += entry.amount
  }
}

extension Replay.State {
  /// Takes an entry that is not void in, but for its money.
  ///
  /// - Returns: the lots that go to another account.
  fileprivate mutating func apply(_ entry: Entry) throws(LedgerError) -> [Lot] {
    guard let symbol = entry.symbol, entry.size != .zero || entry.type == .split else { return [] }
    switch entry.type {
    case .buy, .reward: try open(entry, symbol)
    case .short: try openShort(entry, symbol)
    case .sell: try close(entry, symbol, entry.size)
    case .cover: try close(entry, symbol, -entry.size)
    // Units given away for nothing: a fee that is paid in kind.
    case .fee: try close(entry, symbol, entry.size)
    case .split: try split(entry, symbol)
    case .exchange: try exchange(entry, symbol)
    case .spinoff: try add(entry, entry.target ?? symbol, cost: .zero)
    case .transfer: return try transfer(entry, symbol)
    case .dividend, .deposit, .withdraw, .interest, .tax, .void: break
    }
    return []
  }

  // MARK: Opening

  private mutating func open(_ entry: Entry, _ symbol: String) throws(LedgerError) {
    let owed = -(queues[symbol]?.size ?? .zero)
    // A statement says of a purchase that closes a short position no more than that it is one.
    if owed > .zero {
      guard entry.size > owed else { return try close(entry, symbol, -entry.size) }
      guard let part = entry.part(owed), let rest = entry.part(entry.size - owed, without: part) else {
        throw LedgerError(.outOfRange, entry)
      }
      try close(part, symbol, -owed)
      return try add(rest, symbol, cost: -rest.amount)
    }
    let worth = entry.type == .reward ? Money.product(entry.size, entry.price) : -entry.amount
    guard let worth else { throw LedgerError(.outOfRange, entry) }
    try add(entry, symbol, cost: worth)
  }

  private mutating func openShort(_ entry: Entry, _ symbol: String) throws(LedgerError) {
    let held = queues[symbol]?.size ?? .zero
    guard held <= .zero else {
      throw LedgerError(.moreThanHeld(held: held, needed: entry.size, symbol: symbol), entry)
    }
    queues[symbol, default: LotQueue()].add(Lot(entry, symbol, size: -entry.size, cost: -entry.amount))
  }

  private mutating func add(_ entry: Entry, _ symbol: String, cost: Money) throws(LedgerError) {
    guard (held(symbol) + entry.size).isInRange else { throw LedgerError(.outOfRange, entry) }
    queues[symbol, default: LotQueue()].add(Lot(entry, symbol, size: entry.size, cost: cost))
  }

  // MARK: Closing

  /// Closes units of the sign of the position, each with its part of the entry's amount.
  private mutating func close(
    _ entry: Entry, _ symbol: String, _ units: Quantity
  ) throws(LedgerError) {
    let parts = try take(entry, symbol, units)
    var (amount, fee, size) = (entry.amount, entry.fee, units)
    for lot in parts {
      let isLast = lot.size == size
      let share = isLast ? amount : amount.scaled(by: lot.size.units, over: size.units) ?? .zero
      let part = isLast ? fee : fee.scaled(by: lot.size.units, over: size.units) ?? .zero
      closings.append(
        Closing(
          entry: entry.id, lot: lot, closed: entry.time, isDay: entry.isDay, price: entry.price, amount: share,
          fee: part))
      amount -= share
      fee -= part
      size -= lot.size
    }
  }

  private mutating func take(
    _ entry: Entry, _ symbol: String, _ units: Quantity
  ) throws(LedgerError) -> [Lot] {
    let held = queues[symbol]?.size ?? .zero
    let isThere = units < .zero ? held <= units : held >= units
    guard isThere, units != .zero else {
      let own = (held < .zero) == (units < .zero) ? held.magnitude : .zero
      throw LedgerError(.moreThanHeld(held: own, needed: units.magnitude, symbol: symbol), entry)
    }
    let parts = queues[symbol]?.take(units, account.lots) ?? []
    if queues[symbol]?.size == .zero { queues[symbol] = nil }
    return parts
  }

  // MARK: Changes of holdings

  private mutating func split(_ entry: Entry, _ symbol: String) throws(LedgerError) {
    let held = self.held(symbol)
    let total =
      entry.ratio.old == 0
      ? held + entry.size : held.scaled(by: Int128(entry.ratio.new), over: Int128(entry.ratio.old))
    guard let total, total.isInRange else { throw LedgerError(.outOfRange, entry) }
    guard held != .zero, total != .zero, (total < .zero) == (held < .zero) else {
      throw LedgerError(.moreThanHeld(held: .zero, needed: entry.size.magnitude, symbol: symbol), entry)
    }
    guard queues[symbol]?.rescale(to: total) == true else { throw LedgerError(.outOfRange, entry) }
  }

  /// All units of a symbol become those of another one, whose number the entry says; their costs and days remain.
  private mutating func exchange(_ entry: Entry, _ symbol: String) throws(LedgerError) {
    let held = self.held(symbol)
    let target = entry.target ?? symbol
    guard held > .zero, entry.size > .zero, var queue = queues[symbol] else {
      throw LedgerError(.moreThanHeld(held: held.magnitude, needed: entry.size.magnitude, symbol: symbol), entry)
    }
    guard queue.rescale(to: entry.size) else { throw LedgerError(.outOfRange, entry) }
    queues[symbol] = nil
    for var lot in queue.takeAll() {
      lot.symbol = target
      queues[target, default: LotQueue()].add(lot)
    }
  }

  private mutating func transfer(_ entry: Entry, _ symbol: String) throws(LedgerError) -> [Lot] {
    if entry.size < .zero {
      let parts = try take(entry, symbol, -entry.size)
      return entry.peer == nil ? [] : parts
    }
    // The entry of the other account has brought them.
    if entry.peer != nil { return [] }
    guard let worth = Money.product(entry.size, entry.price) else { throw LedgerError(.outOfRange, entry) }
    try add(entry, symbol, cost: worth)
    return []
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
