import Dispatch
import JSON
import Platform
import Synchronization
import Work

/// What sends notices to programs, servers and files, beside the thread of the session, which never waits for it.
package final class Courier: Sendable {
  private let busy = Mutex<Set<NoticeWays.Way>>([])
  private let begun = Mutex<Set<String>>([])
  private let queue = DispatchQueue(label: "tas.notices", attributes: .concurrent)

  package init() {}

  /// True the first time that this is asked for a name.
  package func isFirst(_ name: String) -> Bool { begun.withLock { $0.insert(name).inserted } }

  /// True while something is on its way.
  package var isBusy: Bool { busy.withLock { !$0.isEmpty } }

  /// The longest pause between two attempts, in milliseconds.
  private static let longestPause: Int64 = 3_600_000

  /// Sends items of one way in their order; a way on which something is being sent takes none.
  package func send(
    _ items: [OutboxItem], _ way: NoticeWays.Way, _ ways: NoticeWays, from book: Book, _ environment: Environment
  ) {
    guard busy.withLock({ $0.insert(way).inserted }) else { return }
    var environment = environment
    // A statement that is stopped stops nothing that is on its way.
    environment.monitor = .none
    queue.async { [self, environment] in
      defer { _ = busy.withLock { $0.remove(way) } }
      for parcel in Self.parcels(items) {
        let attempts = parcel.items.map(\.attempts).max() ?? 0
        switch Self.outcome(of: parcel.json.write(), id: parcel.id, way, ways, environment) {
        case nil: try? book.arrived(parcel.items, environment)
        case let pause?:
          let wait = max(pause, min(Self.longestPause, 1000 << min(Int64(attempts), 12)))
          try? book.failed(parcel.items, nextAt: environment.clock.now() + wait, environment)
          return
        }
      }
    }
  }

  /// What goes at once: a notice, or those that have waited for the end of quiet hours together.
  package static func parcels(_ items: [OutboxItem]) -> [(items: [OutboxItem], id: String, json: JSONValue)] {
    let late = items.filter { $0.due > $0.notice.time && $0.attempts == 0 }
    let single = items.filter { late.count < 2 || $0.due <= $0.notice.time || $0.attempts > 0 }
    var parcels = single.map { ([$0], $0.notice.id, JSONValue.object($0.notice.fields)) }
    if late.count > 1 {
      let digest = Notice(
        .heartbeat, key: "", "\(late.count) notices from the quiet hours",
        late.map { $0.notice.line }.joined(separator: "\n"), at: late[0].due, origin: .push,
        payload: ["notices": .array(late.map { .object($0.notice.fields) })])
      var fields = digest.fields
      fields[0].1 = .string("\(late[0].notice.id)-\(late[late.count - 1].notice.id)")
      parcels.insert((late, fields[0].1.stringValue ?? "", .object(fields)), at: 0)
    }
    return parcels
  }

  /// Sends a text; nil if it has arrived, else the shortest pause before the next attempt, in milliseconds.
  private static func outcome(
    of text: String, id: String, _ way: NoticeWays.Way, _ ways: NoticeWays, _ environment: Environment
  ) -> Int64? {
    let line = Array((text + "\n").utf8)
    switch way {
    case .terminal, .silent, .off: return nil
    case .file:
      guard let path = ways.file else { return nil }
      return (try? environment.files.openForAppending(path).append(line)) == nil ? 0 : nil
    case .command:
      guard !ways.command.isEmpty else { return nil }
      let end = environment.clock.now() + 30_000
      let output = try? environment.programs.output(of: ways.command, input: line, limit: 1 << 16) {
        environment.clock.now() > end
      }
      return output == nil ? 0 : nil
    case .webhook:
      guard let address = ways.webhook.flatMap({ WebAddress($0) }) else { return nil }
      var request = WebRequest(address, sizeLimit: 1 << 16).adding("Idempotency-Key", id)
      (request.method, request.body) = ("POST", Array(text.utf8))
      guard let answer = try? environment.transport.answer(to: request, isStopped: { false }, report: { _ in }) else {
        return 0
      }
      if (200..<300).contains(answer.status) { return nil }
      return answer.headers["retry-after"].flatMap { Int64($0) }.map { $0 * 1000 } ?? 0
    }
  }
}
