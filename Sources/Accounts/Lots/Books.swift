import Calendar

/// All accounts with their entries in order, and what follows from these.
public struct Books: Sendable {
  /// An entry with what it did.
  public struct Line: Sendable, Hashable {
    /// The entry.
    public var entry: Entry
    /// The money of the account after it.
    public var cash: Money
    /// The closings that it made, of those of its account.
    public var closings: Range<Int>
    /// True if it was taken back later, or takes one back.
    public var isVoid: Bool
  }

  /// The terms of the accounts, in the order of their making.
  public let accounts: [Account]
  /// The lines of each account.
  public private(set) var lines: [String: [Line]] = [:]
  /// The accounts after their last entry.
  public private(set) var replay: Replay

  /// Works through entries in the order of their moments.
  public init(_ accounts: [Account], _ entries: [Entry]) throws(LedgerError) {
    self.accounts = accounts
    replay = Replay(accounts, voids: entries)
    for entry in EntryOrder.sorted(entries) { try add(entry) }
  }

  private mutating func add(_ entry: Entry) throws(LedgerError) {
    let before = replay.states[entry.account]?.closings.count ?? 0
    try replay.apply(entry)
    guard let state = replay.states[entry.account] else { return }
    lines[entry.account, default: []].append(
      Line(
        entry: entry, cash: state.cash, closings: before..<state.closings.count, isVoid: replay.isVoid(entry)))
  }

  /// The terms of an account.
  public func account(_ name: String) -> Account? { accounts.first { $0.name == name } }

  /// An account after its last entry.
  public func state(_ name: String) -> Replay.State? { replay.states[name] }

  /// The lines of an account.
  public func lines(of name: String) -> [Line] { lines[name] ?? [] }
}

extension Books.Line {
  /// What the closings of the line gained; nil if it closed nothing.
  public func realized(in state: Replay.State) -> Money? {
    closings.isEmpty ? nil : state.closings[closings].reduce(.zero) { $0 + $1.gain }
  }
}
