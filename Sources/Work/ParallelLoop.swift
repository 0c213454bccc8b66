import Dispatch
import Synchronization

/// The one parallel loop: independent pieces of work, taken in chunks by the requested number of threads.
///
/// The result of a piece may depend on its index only and is written to a place of its own, so it is the same for any
/// number of threads.
///
/// ```swift
/// ParallelLoop.run(count: files.count, workers: 4) { _, range in
///   for index in range { hashes[index] = hash(files[index]) }
///   return true
/// }
/// ```
public enum ParallelLoop {
  /// Runs a body on all indices from 0, and returns when every piece that was begun is done.
  ///
  /// - Parameters:
  ///   - count: the number of pieces.
  ///   - workers: the number of threads; with one, all runs on the caller's thread and in order.
  ///   - chunk: the number of neighbouring pieces that a thread takes at a time.
  ///   - body: does the pieces of a range; `worker`, from 0 and below `workers`, distinguishes threads, so that each
  ///     can
  ///     use memory of its own. It returns false to stop the loop: no further range is begun then.
  /// - Returns: true if no body asked to stop.
  @discardableResult
  public static func run(
    count: Int, workers: Int, chunk: Int = 1, _ body: (_ worker: Int, _ range: Range<Int>) -> Bool
  ) -> Bool {
    guard count > 0 else { return true }
    let chunk = max(1, chunk)
    let workers = max(1, min(workers, (count + chunk - 1) / chunk))
    guard workers > 1 else {
      for start in stride(from: 0, to: count, by: chunk) where !body(0, start..<min(start + chunk, count)) {
        return false
      }
      return true
    }
    let queue = RangeQueue(count: count, chunk: chunk)
    withoutActuallyEscaping(body) { body in
      // `concurrentPerform` returns when all threads are done, and pieces write to places of their own.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: workers) { worker in
        while let range = queue.next() {
          if !body(worker, range) { queue.stop() }
        }
      }
    }
    return !queue.isStopped
  }

  /// Does each piece from 0 on, and returns when all are done.
  public static func forEach(count: Int, workers: Int, _ body: (_ index: Int) -> Void) {
    run(count: count, workers: workers) { _, range in
      for index in range { body(index) }
      return true
    }
  }

  /// The ranges that no thread has taken yet.
  private final class RangeQueue: Sendable {
    private let count: Int
    private let chunk: Int
    private let taken = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)

    init(count: Int, chunk: Int) {
      self.count = count
      self.chunk = chunk
    }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func next() -> Range<Int>? {
      if isStopped { return nil }
      let start = taken.wrappingAdd(chunk, ordering: .relaxed).oldValue
      return start < count ? start..<min(start + chunk, count) : nil
    }

    func stop() { stopped.store(true, ordering: .relaxed) }
  }
}
