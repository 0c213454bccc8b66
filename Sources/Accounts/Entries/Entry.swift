import Calendar

/// A line of the ledger: something that has happened, in the currency of its account.
///
/// Entries are never changed. One that was a mistake is taken back by a later one, a `void`. A ledger has many of them, so
/// values that few have are stored apart.
public struct Entry: Sendable, Hashable {
  /// The number within its account, from 1.
  public var id: Int
  /// The place in the order of booking, over all accounts.
  public var sequence: Int
  /// The account.
  public var account: String
  /// The moment; of an entry of a day its beginning in the account's zone.
  public var time: Timestamp
  /// True if only the day is known.
  public var isDay: Bool
  /// The kind.
  public var type: EntryType
  /// The symbol; nil for money alone.
  public var symbol: String?
  /// The units, never below zero but for a split, which may take units away, and a transfer from outside or to it.
  public var size = Quantity.zero
  /// The price of a unit; zero if there is none.
  public var price = Money.zero
  /// The costs within the amount.
  public var fee = Money.zero
  /// The money that the account has more by it, all costs and taxes considered.
  public var amount = Money.zero
  /// The tax within the amount.
  public var withheld = Money.zero
  /// The entry that this one takes back, by its number.
  public var voids: Int?
  private var rare = Boxed<Extras>.none

  /// Two numbers of a split.
  public struct Ratio: Sendable, Hashable {
    /// The units afterwards.
    public var new: Int
    /// The units before.
    public var old: Int

    /// Makes a ratio.
    public init(_ new: Int, _ old: Int) { (self.new, self.old) = (new, old) }
  }

  /// Makes an entry without a number yet.
  public init(_ type: EntryType, in account: String, at time: Timestamp, isDay: Bool = false) {
    (id, sequence) = (0, 0)
    (self.type, self.account, self.time, self.isDay) = (type, account, time, isDay)
  }
}

/// What few entries have.
extension Entry {
  fileprivate struct Extras: Sendable, Hashable {
    var ratio = Ratio(0, 0)
    var target: String?
    var peer: String?
    var stop: Money?
    var goal: Money?
    var strategy: String?
    var currency: String?
    var rate: Money?
    var note: String?
  }

  private var extras: Extras {
    get { rare.value ?? Extras() }
    set { rare = newValue == Extras() ? .none : .some(newValue) }
  }

  /// The new units for old ones of a split: 4 and 1; both zero if ``size`` says how many came.
  public var ratio: Ratio {
    get { rare.value?.ratio ?? Ratio(0, 0) }
    set { extras.ratio = newValue }
  }
  /// The symbol that units come to, of an exchange or a spin-off.
  public var target: String? {
    get { rare.value?.target }
    set { extras.target = newValue }
  }
  /// The account that a transfer goes to; nil if that is outside.
  public var peer: String? {
    get { rare.value?.peer }
    set { extras.peer = newValue }
  }
  /// The price that ends the position with a loss; of a sale the one that held when it was booked.
  public var stop: Money? {
    get { rare.value?.stop }
    set { extras.stop = newValue }
  }
  /// The price that ends it with a gain.
  public var goal: Money? {
    get { rare.value?.goal }
    set { extras.goal = newValue }
  }
  /// The strategy that the trade follows.
  public var strategy: String? {
    get { rare.value?.strategy }
    set { extras.strategy = newValue }
  }
  /// The currency of the trade if it is another one than the account's.
  public var currency: String? {
    get { rare.value?.currency }
    set { extras.currency = newValue }
  }
  /// The worth of a unit of that currency in that of the account.
  public var rate: Money? {
    get { rare.value?.rate }
    set { extras.rate = newValue }
  }
  /// A remark.
  public var note: String? {
    get { rare.value?.note }
    set { extras.note = newValue }
  }
}

extension Entry {
  /// A trade at a price: its amount follows from the size, the price and the fee; nil beyond the limit.
  public static func trade(
    _ type: EntryType, _ size: Quantity, _ symbol: String, at price: Money, fee: Money = .zero, in account: String,
    on time: Timestamp, isDay: Bool = false
  ) -> Entry? {
    guard let worth = Money.product(size, price) else { return nil }
    var entry = Entry(type, in: account, at: time, isDay: isDay)
    (entry.symbol, entry.size, entry.price, entry.fee) = (symbol, size, price, fee)
    entry.amount = (type == .sell || type == .short ? worth : -worth) - fee
    return entry.amount.isInRange ? entry : nil
  }
}
