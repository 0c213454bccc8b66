import LibC
import Presentation
import Synchronization

/// Draws how far long work is, on one line of the terminal that is wiped when the work ends.
///
/// Nothing is drawn in the first quarter of a second: most work is done by then.
final class ProgressMeter: Sendable {
  private struct State {
    var total = 0
    var startedAt = 0.0
    var drawnAt = 0.0
    var done = 0
    var isShown = false
    var words = ""
  }

  private let state = Mutex(State())
  private let isUnicode: Bool

  init(isUnicode: Bool) { self.isUnicode = isUnicode }

  /// Takes note of the work that is done, and draws the line when due; from any thread.
  func report(done: Int, total: Int) {
    guard total > 0 else { return }
    let now = Self.seconds()
    state.withLock { state in
      if state.total != total || done < state.done / 2 {
        state = State(total: total, startedAt: now, isShown: state.isShown, words: state.words)
      }
      state.done = max(state.done, done)
      guard now - state.startedAt > 0.25, now - state.drawnAt > 0.1 else { return }
      state.drawnAt = now
      state.isShown = true
      let bar = ProgressLine(Double(state.done) / Double(total), width: 40).text(unicode: isUnicode)
      let left = Self.timeLeft(done: state.done, total: total, after: now - state.startedAt)
      let words = state.words.isEmpty ? "" : "  \(state.words)"
      Console.write("\r\(bar)\(words)\(left)\u{1B}[K", to: .errors)
    }
  }

  /// Takes note of the reason for a wait, or of the progress of work whose total is unknown.
  func say(_ words: String) {
    let now = Self.seconds()
    state.withLock { state in
      if state.startedAt == 0 { state.startedAt = now }
      state.words = words
      guard state.total == 0, now - state.startedAt > 0.25, now - state.drawnAt > 0.1 else { return }
      state.drawnAt = now
      state.isShown = true
      Console.write("\r\(words)\u{1B}[K", to: .errors)
    }
  }

  /// Takes the line off the screen: the work ended, however it did.
  func wipe() {
    state.withLock { state in
      if state.isShown { Console.write("\r\u{1B}[K", to: .errors) }
      state = State()
    }
  }

  /// The time that the rest takes at the pace so far, in words; empty if it is too early to tell.
  static func timeLeft(done: Int, total: Int, after seconds: Double) -> String {
    guard done > 0, seconds >= 1 else { return "" }
    let left = seconds * Double(total - done) / Double(done)
    switch left {
    case ..<1: return ""
    case ..<90: return "  \(Int(left.rounded(.up))) s left"
    case ..<5400: return "  \(Int((left / 60).rounded(.up))) min left"
    default: return "  \(Int((left / 3600).rounded(.up))) h left"
    }
  }

  /// The seconds of a monotonic clock.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
