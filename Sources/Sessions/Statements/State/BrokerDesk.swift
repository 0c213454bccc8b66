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
    /// The time since which fills are told by orders and not yet by activities.
    package var lagsSince: Int64?
    /// The reason why the last look failed, which is told once.
    package var failure: String?
    fileprivate var isLooking = false

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
  private let queue = DispatchQueue(label: "tas.brokers", attributes: .concurrent)

  package init() {}

  /// The way to the broker of an account; nil if this program has none.
  package subscript(account: String) -> Link? {
    get { links.withLock { $0[account] } }
    set { links.withLock { $0[account] = newValue } }
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
  package func lookSoon(at account: String) { links.withLock { $0[account]?.nextLook = 0 } }

  /// True if a look is due and none is under way.
  package func isDue(_ account: String, at time: Int64) -> Bool {
    links.withLock { $0[account].map { !$0.isLooking && $0.nextLook <= time } ?? false }
  }

  /// Looks at an account beside the session.
  package func look(at account: String, for clients: [String], since day: String?) {
    let broker = links.withLock { links -> (any Broker)? in
      links[account]?.isLooking = true
      return links[account]?.broker
    }
    guard let broker else { return }
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
