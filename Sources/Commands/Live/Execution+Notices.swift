import Accounts
import Bookkeeping
import Calendar
import JSON
import Platform
import Reports
import Sessions
import Sourcing
import Streams

extension Execution {
  /// Notes a notice in the book and sends it the way of its topic; one whose key was noted before is not repeated.
  ///
  /// With a book that cannot be written it is shown alone.
  ///
  /// - Parameter isOnce: true for what happens once even if a recording is played again, as the book has that it happened.
  package mutating func notify(_ notice: Notice, isOnce: Bool = false) {
    guard let going = delivery(of: notice, isOnce: isOnce) else { return }
    do throws(BookError) {
      show([try state.book.note(going.notice, environment, goes: going.way)].compactMap(\.self), of: [going])
    } catch { show([going.notice], of: [going]) }
  }

  /// A notice with the way that it goes.
  struct GoingNotice {
    var notice: Notice
    /// The way that it is still to go; nil if it is shown at once, or never.
    var way: (way: NoticeWays.Way, due: Int64)?
    var showsNow: Bool
  }

  /// A notice with the way of its topic; nil if that is off.
  mutating func delivery(of notice: Notice, isOnce: Bool) -> GoingNotice? {
    var notice = notice
    if !isOnce, let replayed = state.replayed, state.live.isOnlyReplays { notice.key += " replay \(replayed)" }
    let ways = noticeWays
    let way = ways.way(of: notice.topic)
    guard way != .off else { return nil }
    let due = ways.due(notice)
    let showsNow = way == .terminal && due <= notice.time
    return GoingNotice(notice: notice, way: showsNow || way == .silent ? nil : (way, due), showsNow: showsNow)
  }

  /// Shows those of noted notices that are shown at once.
  mutating func show(_ noted: [Notice], of going: [GoingNotice]) {
    let keys = Set(going.filter(\.showsNow).map(\.notice.key))
    show(noted.filter { keys.contains($0.key) })
  }

  /// The ways that notices go.
  var noticeWays: NoticeWays {
    mutating get {
      if let ways = state.noticeWays { return ways }
      let ways = (try? state.book.ways(environment)) ?? NoticeWays()
      state.noticeWays = ways
      return ways
    }
  }

  private mutating func show(_ notices: [Notice]) {
    for notice in notices {
      state.lines.append(
        LiveLine(
          .notice, "[\(clock(notice.time))] \(notice.line)",
          isProblem: notice.topic == .guard_ || notice.topic == .stall, notice.fields))
    }
  }

  /// Notes the recaps that are due by a time, and sends what is due, looking at the book once a second.
  ///
  /// - Parameter time: milliseconds since 1970 on the clock of the streams.
  package mutating func lookAtNotices(at time: Int64) {
    let last = state.noticedUpTo ?? time
    guard state.noticedUpTo == nil || abs(time - last) >= 1000 else { return }
    state.noticedUpTo = time
    let ways = noticeWays
    if let (minutes, zone) = ways.heartbeat, !minutes.isEmpty {
      // Of several that are due, the last says all.
      var due: Int64?
      while case let next = zone.next(minutes, after: due ?? last), next <= time, next > due ?? last { due = next }
      if let due { notify(recap(at: due)) }
    }
    watchEarnings(at: time)
    guard let items = try? state.book.outbox(environment).filter({ $0.due <= time }), !items.isEmpty else { return }
    for way in NoticeWays.Way.allCases {
      let some = items.filter { $0.way == way }
      guard !some.isEmpty else { continue }
      if way == .terminal {
        state.lines += Courier.parcels(some).map { parcel in
          let first = parcel.items[0].notice
          let text = parcel.json["title"]?.stringValue ?? first.title
          let body = parcel.json["body"]?.stringValue ?? first.body
          let separator = parcel.items.count > 1 ? "\n  " : " "
          return LiveLine(
            .notice,
            "[\(clock(time))] \(text):\(separator)\(body.replacing("\n", with: "\n  "))",
            (parcel.json.members ?? []).map { ($0.key, $0.value) })
        }
        try? state.book.arrived(some, environment)
      } else {
        state.courier.send(some, way, ways, from: state.book, environment)
      }
    }
  }
}
