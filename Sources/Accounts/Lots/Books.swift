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
    replay.reserve(for: entries)
    // The lines of the account of the entry before, which most entries have too.
    var (name, own): (String, [Line]) = ("", [])
    own.reserveCapacity(entries.count)
    for entry in EntryOrder.sorted(entries) {
      if entry.account != name {
        if !own.isEmpty { lines[name] = own }
        name = entry.account
        own = lines.removeValue(forKey: name) ?? []
      }
      let before = replay.closingCount(of: name)
      try replay.apply(entry)
      own.append(
        Line(
          entry: entry, cash: replay.cash(of: name), closings: before..<replay.closingCount(of: name),
          isVoid: replay.isVoid(entry)))
    }
    if !own.isEmpty { lines[name] = own }
  }

  /// The terms of an account.
  public func account(_ name: String) -> Account? { accounts.first { $0.name == name } }

  /// An account after its last entry.
  public func state(_ name: String) -> Replay.State? { replay.state(name) }

  /// The lines of an account.
  public func lines(of name: String) -> [Line] { lines[name] ?? [] }
}

extension Books.Line {
  /// What the closings of the line gained; nil if it closed nothing.
  public func realized(in state: Replay.State) -> Money? {
    closings.isEmpty ? nil : state.closings[closings].reduce(.zero) { $0 + $1.gain }
  }
}
