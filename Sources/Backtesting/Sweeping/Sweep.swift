import Columns
import Dispatch
import Synchronization

/// The reason why a sweep gave no result.
public enum SweepError<Failure: Error>: Error {
  /// The user stopped it.
  case interrupted
  /// A combination failed; of several the first one.
  case failed(index: Int, Failure)
}

/// Runs many combinations on several threads.
///
/// Results stand in the order of the combinations, so that they do not depend on how many threads there are.
public enum Sweep {
  /// Computes an outcome for each combination.
  ///
  /// - Parameters:
  ///   - count: the number of combinations.
  ///   - workers: the number of threads, at least 1.
  ///   - monitor: hears the progress from any thread, and can stop the sweep.
  ///   - makeScratch: makes the memory that one worker uses for all of its combinations.
  ///   - body: computes one combination; nil where it is left out.
  public static func run<Scratch, Outcome: Sendable, Failure: Error>(
    count: Int,
    workers: Int,
    monitor: WorkMonitor = .none,
    makeScratch: @Sendable () -> Scratch,
    body: @Sendable (_ index: Int, _ scratch: inout Scratch) throws(Failure) -> Outcome?
  ) throws(SweepError<Failure>) -> [Outcome?] {
    let workers = max(1, min(workers, count))
    let chunk = max(1, min(64, count / (workers * 16)))
    let state = Progress(count: count)
    var outcomes = [Outcome?](repeating: nil, count: count)
    var failures = [(index: Int, error: Failure)?](repeating: nil, count: workers)
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      failures.withUnsafeMutableBufferPointer { failures in
        // Each worker writes to places of its own: the combinations it took, and its own failure.
        nonisolated(unsafe) let outcomes = outcomes
        nonisolated(unsafe) let failures = failures
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
          var scratch = makeScratch()
          while let range = state.next(chunk) {
            for index in range {
              do throws(Failure) {
                outcomes[index] = try body(index, &scratch)
              } catch {
                failures[worker] = (index, error)
                state.stop()
                return
              }
            }
            state.finish(range.count, monitor: monitor)
          }
        }
      }
    }
    let first = failures.compactMap(\.self).min { $0.index < $1.index }
    if let first { throw .failed(index: first.index, first.error) }
    if state.isInterrupted { throw .interrupted }
    return outcomes
  }

  /// The combinations that are taken and done; shared by the workers.
  private final class Progress: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)
    private let done = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let interrupted = Atomic<Bool>(false)

    init(count: Int) { self.count = count }

    var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

    func next(_ chunk: Int) -> Range<Int>? {
      if stopped.load(ordering: .relaxed) { return nil }
      let start = taken.wrappingAdd(chunk, ordering: .relaxed).oldValue
      return start < count ? start..<min(start + chunk, count) : nil
    }

    func stop() { stopped.store(true, ordering: .relaxed) }

    func finish(_ number: Int, monitor: WorkMonitor) {
      let done = done.wrappingAdd(number, ordering: .relaxed).newValue
      do { try monitor.checkpoint(done: done, total: count) } catch {
        interrupted.store(true, ordering: .relaxed)
        stop()
      }
    }
  }
}
