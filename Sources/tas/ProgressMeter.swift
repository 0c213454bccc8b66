import Presentation
import Shell
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Draws how far long work is, on one line of the terminal that is wiped when the work ends.
///
/// Nothing is drawn in the first quarter of a second: most work is done by then.
final class ProgressMeter: Sendable {
  private struct State {
    var total = 0
    var startedAt = 0.0
    var drawnAt = 0.0
    var done = 0
  }

  private let state = Mutex(State())
  private let console: Console

  init(console: Console) { self.console = console }

  func report(done: Int, total: Int) {
    guard total > 0 else { return }
    let now = Self.seconds()
    let line = state.withLock { state -> String? in
      if state.total != total || done < state.done / 2 { state = State(total: total, startedAt: now) }
      state.done = max(state.done, done)
      guard now - state.startedAt > 0.25 else { return nil }
      if state.done >= total {
        let wasDrawn = state.drawnAt > 0
        state = State()
        return wasDrawn ? "\r\u{1B}[K" : nil
      }
      guard now - state.drawnAt > 0.1 else { return nil }
      state.drawnAt = now
      let bar = ProgressLine(Double(state.done) / Double(total), width: 40).text(unicode: console.isUnicode)
      return "\r\(bar)\u{1B}[K"
    }
    if let line { console.write(errors: line) }
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
