import Synchronization
import Work

/// The reason why a sweep gave no result.
public enum SweepError<Failure: Error>: Error {
  /// The user stopped it.
  case interrupted
  /// A combination failed; of several the first one.
  case failed(index: Int, Failure)
}

/// Runs many combinations on several threads.
///
/// Results are in the order of the combinations, so that they do not depend on how many threads there are.
public enum Sweep {
  /// Computes an outcome for each combination.
  ///
  /// - Parameters:
  ///   - count: the number of combinations.
  ///   - workers: the number of threads, at least 1.
  ///   - monitor: hears the progress from any thread, and can stop the sweep.
  ///   - keepsPart: whether the finished outcomes are returned if the sweep is stopped; one that was
  ///     stopped before its first outcome is interrupted all the same.
  ///   - makeScratch: makes the memory that one worker uses for all of its combinations.
  ///   - body: computes one combination; nil if it is left out.
  public static func run<Scratch, Outcome: Sendable, Failure: Error>(
    count: Int,
    workers: Int,
    monitor: WorkMonitor = .none,
    keepsPart: Bool = false,
    makeScratch: @Sendable () -> Scratch,
    body: @Sendable (_ index: Int, _ scratch: inout Scratch) throws(Failure) -> Outcome?
  ) throws(SweepError<Failure>) -> [Outcome?] {
    let workers = max(1, min(workers, count))
    let done = Atomic<Int>(0)
    let interrupted = Atomic<Bool>(false)
    var outcomes = [Outcome?](repeating: nil, count: count)
    var failures = [(index: Int, error: Failure)?](repeating: nil, count: workers)
    var scratches = [Scratch?](repeating: nil, count: workers)
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      failures.withUnsafeMutableBufferPointer { failures in
        scratches.withUnsafeMutableBufferPointer { scratches in
          // Each worker writes to elements of its own: the combinations it took, its failure and its memory.
          let chunk = min(64, count / (workers * 16))
          _ = ParallelLoop.run(count: count, workers: workers, chunk: chunk) { worker, range in
            var scratch = scratches[worker].take() ?? makeScratch()
            for index in range {
              // One combination over millions of bars takes a while.
              if monitor.isStopped { break }
              do throws(Failure) {
                outcomes[index] = try body(index, &scratch)
              } catch {
                failures[worker] = (index, error)
                return false
              }
            }
            scratches[worker] = consume scratch
            let total = done.wrappingAdd(range.count, ordering: .relaxed).newValue
            do { try monitor.checkpoint(done: total, total: count) } catch {
              interrupted.store(true, ordering: .relaxed)
              return false
            }
            return true
          }
        }
      }
    }
    if keepsPart, monitor.isStopped, outcomes.contains(where: { $0 != nil }) { return outcomes }
    let first = failures.compactMap(\.self).min { $0.index < $1.index }
    if let first { throw .failed(index: first.index, first.error) }
    if interrupted.load(ordering: .relaxed) { throw .interrupted }
    return outcomes
  }
}
