import Dispatch
import Synchronization

/// A file of lines written as they happen: each reaches the system at once and the disk within half a second.
///
/// The flush to disk happens on another thread, so that adding a line never blocks; a failed flush is reported by the
/// next line, or by `synchronize`.
public final class DurableLog: Sendable {
  private struct State {
    var isScheduled = false
    var failure: FileError?
  }

  private static let delay = 0.25
  private let file: any AppendedFile
  private let state = Mutex(State())

  /// Takes a file that is only added to.
  public init(_ file: any AppendedFile) { self.file = file }

  /// Adds bytes.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    let failure = state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
    if let failure { throw failure }
    try file.append(bytes)
    schedule()
  }

  /// Waits until all that was added is on the disk.
  public func synchronize() throws(FileError) { try file.synchronize() }

  private func schedule() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.delay) { [self] in
      state.withLock { $0.isScheduled = false }
      do throws(FileError) { try file.synchronize() } catch { state.withLock { $0.failure = error } }
    }
  }
}
