import Accounts
import Dispatch
import Synchronization

/// The ways to the brokers of live accounts; like the world outside it is no part of what a statement can take back.
///
/// It looks at them beside the thread of the session, which never waits for it and books what was seen.
package final class BrokerDesk: Sendable {
  /// The way to the broker of an account.
  package struct Link: Sendable {
    package let broker: any Broker
    /// True if the broker's money is none.
    package let isPaper: Bool
    /// True if orders may be sent: `mode live` was confirmed, or the call has `--live`.
    package var isArmed: Bool
    /// The time of the next look, in milliseconds since 1970.
    package var nextLook: Int64 = 0
    /// The difference that the last look found, and the time since which it is there.
    package var difference: (text: String, since: Int64)?
    /// The time since which fills are in orders and not yet in activities.
    package var lagsSince: Int64?
    /// The reason why the last look failed, which is reported once.
    package var failure: String?
    fileprivate var isLooking = false
    fileprivate var updates: (any BrokerUpdates)?

    package init(to broker: any Broker, isPaper: Bool, isArmed: Bool) {
      (self.broker, self.isPaper, self.isArmed) = (broker, isPaper, isArmed)
    }

    /// The broker in words: `alpaca (paper money)`.
    package var title: String { broker.name + (isPaper ? " (paper money)" : "") }
  }

  /// The end of a look.
  package struct Seen: Sendable {
    package let account: String
    package let result: Result<BrokerLook, BrokerError>
  }

  private let links = Mutex<[String: Link]>([:])
  private let seen = Mutex<[Seen]>([])
  /// The accounts at which something has changed.
  private let wanted = Mutex<Set<String>>([])
  private let queue = DispatchQueue(label: "tas.brokers", attributes: .concurrent)

  package init() {}

  /// The way to the broker of an account; nil if this program has none.
  package subscript(account: String) -> Link? {
    get { links.withLock { $0[account] } }
    set {
      var link = newValue
      if link == nil { self[account]?.updates?.close() }
      if link?.updates == nil {
        link?.updates = newValue?.broker.updates { [weak self] in self?.lookSoon(at: account) }
      }
      links.withLock { [link] in $0[account] = link }
    }
  }

  /// The accounts that have one, by name.
  package var accounts: [String] { links.withLock { $0.keys.sorted() } }

  /// True if no account has one.
  package var isEmpty: Bool { links.withLock(\.isEmpty) }

  /// The looks that have ended.
  package func takeSeen() -> [Seen] {
    seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }

  /// Asks for a look as soon as possible.
  package func lookSoon(at account: String) { _ = wanted.withLock { $0.insert(account) } }

  /// True if a look is due and none is under way.
  package func isDue(_ account: String, at time: Int64) -> Bool {
    let isWanted = wanted.withLock { $0.contains(account) }
    return links.withLock { $0[account].map { !$0.isLooking && (isWanted || $0.nextLook <= time) } ?? false }
  }

  /// Looks at an account beside the session.
  package func look(at account: String, for clients: [String], since day: String?) {
    _ = wanted.withLock { $0.remove(account) }
    let link = links.withLock { links in
      links[account]?.isLooking = true
      return links[account]
    }
    guard let broker = link?.broker else { return }
    link?.updates?.keepOpen()
    queue.async { [self] in
      let result: Result<BrokerLook, BrokerError>
      do throws(BrokerError) { result = .success(try BrokerLook(at: broker, for: clients, since: day)) } catch {
        result = .failure(error)
      }
      seen.withLock { $0.append(Seen(account: account, result: result)) }
      links.withLock { $0[account]?.isLooking = false }
    }
  }
}
