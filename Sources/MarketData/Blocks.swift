import Dispatch

/// Runs independent pieces of work, on several threads where that is asked for.
///
/// What a piece computes may depend on its index only, so the result is the same for any number of threads.
func forEachBlock(_ count: Int, threads: Int, _ body: (Int) -> Void) {
  guard threads > 1, count > 1 else {
    for index in 0..<count { body(index) }
    return
  }
  withoutActuallyEscaping(body) { body in
    // The pieces write to places of their own; the call returns when all are done.
    nonisolated(unsafe) let work = body
    if threads >= count || threads == Int.max {
      DispatchQueue.concurrentPerform(iterations: count) { work($0) }
    } else {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for index in stride(from: thread, to: count, by: threads) { work(index) }
      }
    }
  }
}
