import LibC
import Platform

/// The signals that end the program from outside: a file that is half written goes with it.
///
/// Everything that was finished is in the session's file, so nothing else is to be done.
enum EndingSignals {
  /// Handles the signals that the caller does not ignore.
  static func install() {
    // The memory that the handler looks at is set up outside of it.
    TemporaryFile.remove()
    for number in [SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        TemporaryFile.remove()
        signal(number, SIG_DFL)
        raise(number)
      }
      // `nohup tas …` asks not to be ended.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }
}
