/// How far an exchange's clock is ahead of this machine's, in milliseconds: the most that the messages of the last half
/// minute to minute show, as each was under way for some time.
///
/// Earlier messages do not count: a clock that is set right meanwhile would otherwise make bars end early from then on.
struct ClockOffset: Sendable {
  private static let window: Int64 = 30_000

  private var recent: Int64?
  private var former: Int64?
  private var begin: Int64 = .min

  /// The offset; nil before the first message.
  private(set) var value: Int64?

  /// Takes the time of a message that arrived at a time of this machine.
  mutating func add(_ time: Int64, at now: Int64) {
    // A clock that was set back begins again.
    if begin == .min || now < begin || now - begin >= Self.window {
      former = now < begin ? nil : recent
      (recent, begin) = (nil, now)
    }
    let ahead = time - now
    recent = max(recent ?? ahead, ahead)
    value = max(recent ?? ahead, former ?? ahead)
  }
}
