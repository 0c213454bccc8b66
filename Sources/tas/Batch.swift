import Batch
import Dispatch
import Language
import LineEditing
import Platform
import Shell
import Synchronization

/// The mode for programs: a request a line on standard input, an answer a line on standard output.
///
/// A line that is not a request is answered and changes nothing else; only the end of the input, `quit`, or a reader
/// that went away end it. Ctrl-C (SIGINT) cancels the current statement.
struct Batch {
  let program: Program
  private let queue: BatchQueue
  private let output: BatchOutput
  private let environment: Environment

  init(program: Program) {
    self.program = program
    let queue = BatchQueue()
    let output = BatchOutput()
    self.queue = queue
    self.output = output
    var system = Environment.system(
      isSafe: program.options.isSafe, folder: program.folder, pictures: program.pictures,
      isCancelled: { queue.isCancelled || Interrupts.isPending || Console.isOutputGone },
      report: { output.report(done: $0, total: $1, of: queue) })
    system.liveAccount = program.options.live
    environment = system
  }

  func run(_ overrides: [Override]) -> ExitStatus {
    Interrupts.install()
    EndingSignals.install()
    var batch: BatchSession
    switch program.makeInterpreter(overrides: overrides, mayCreateSession: false, in: environment) {
    case .success(let interpreter): batch = BatchSession(interpreter)
    case .failure(let refusal): return refusal.status
    }
    let (queue, output) = (queue, output)
    DispatchQueue(label: "requests").async { Self.read(into: queue, output) }
    while !Console.isOutputGone, !batch.isQuitting {
      // Live series tell what they have to between two requests.
      output.write(batch.takeEvents())
      if batch.isLive, !queue.arrives(within: 25) { continue }
      guard let entry = queue.next() else { break }
      switch entry {
      case .failure(let fault): output.write(fault.answer)
      case .success(let request): answer(request, &batch)
      }
    }
    return .success
  }

  private var isStopped: Bool { queue.isCancelled || Interrupts.isPending }

  private func answer(_ request: BatchRequest, _ batch: inout BatchSession) {
    guard case .statement = request.action else { return output.write(batch.answer(request)) }
    guard queue.begin(request.id) else { return output.write(.cancelled(request.id)) }
    Interrupts.clear()
    output.begin()
    var answer = batch.answer(request)
    // The part that a cancelled statement keeps is written in full.
    let wasStopped = isStopped
    let line = answer.line { !wasStopped && isStopped }
    queue.finish()
    output.write(line)
    answer.release()
  }

  /// Reads requests to the end of standard input; cancellations take effect at once.
  private static func read(into queue: BatchQueue, _ output: BatchOutput) {
    let input = DiskFile(descriptor: 0, path: "standard input", isOwned: false, isCancelled: { Console.isOutputGone })
    var lines = BatchLines()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let position = offset
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        // A file is read by its offset, a pipe as it comes; a read that fails ends the requests, as the pipe's end does.
        (try? input.size == nil ? input.readSome(into: bytes) : input.read(into: bytes, at: position)) ?? 0
      }
      guard count > 0 else { break }
      offset += count
      for line in lines.append(buffer[..<count]) { take(line, queue, output) }
    }
    if let line = lines.finish() { take(line, queue, output) }
    queue.end()
  }

  private static func take(_ line: BatchLines.Line, _ queue: BatchQueue, _ output: BatchOutput) {
    guard let entry = line.request() else { return }
    if case .success(let request) = entry, case .cancel(let id) = request.action {
      return output.write(.cancelling(request.id, found: queue.cancel(id)))
    }
    queue.append(entry)
  }
}

/// Standard output with complete lines only, from any thread, and the pace of progress.
///
/// Nothing is reported in the first quarter of a second, and then ten times a second at most.
private final class BatchOutput: Sendable {
  private struct Pace {
    var startedAt = ContinuousClock.now
    var toldAt: ContinuousClock.Instant?
  }

  private let pace = Mutex(Pace())

  func write(_ answer: BatchAnswer) { write(answer.line) }

  func write(_ line: String) { pace.withLock { _ in Console.write(line, to: .output) } }

  /// Begins a statement.
  func begin() { pace.withLock { $0 = Pace() } }

  /// Reports the progress of the current statement, when due.
  func report(done: Int, total: Int, of queue: BatchQueue) {
    guard total > 0, let id = queue.current else { return }
    pace.withLock { pace in
      let now = ContinuousClock.now
      guard now - pace.startedAt > .milliseconds(250),
        pace.toldAt.map({ now - $0 > .milliseconds(100) }) ?? true
      else { return }
      pace.toldAt = now
      Console.write(BatchAnswer.progress(of: id, done: done, total: total).line, to: .output)
    }
  }
}
