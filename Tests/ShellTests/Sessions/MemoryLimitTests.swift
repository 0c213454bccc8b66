import Calendar
import Language
import Platform
import Shell
import Synchronization
import Testing
import Work

@Suite("The limit of the memory")
struct MemoryLimitTests {
  /// A machine of 1,000 bytes, and the bytes that the program holds of them.
  private final class Machine: Sendable {
    let held = Atomic(100)
    let freed = Atomic(0)

    func watch() -> MemoryWatch {
      MemoryWatch(
        pause: 0, measure: { self.held.load(ordering: .relaxed) },
        release: { self.held.subtract(self.freed.load(ordering: .relaxed), ordering: .relaxed) }, total: { 1_000 })
    }
  }

  private func run(_ text: String, on machine: Machine) -> (succeeded: Bool, failures: [String]) {
    let watch = machine.watch()
    let environment = Environment(
      today: CivilDate(daysSince1970: 19_877), now: { "2024-06-03T12:00:00Z" }, stateDirectory: "/nowhere",
      memoryWatch: watch, monitor: WorkMonitor(isCancelled: { watch.isExceeded }))
    var interpreter = Interpreter(environment: environment)
    var failures: [String] = []
    let succeeded = interpreter.runScript(text, named: "test", keepGoing: true) { event, _ in
      if case .failure(let diagnostic, _, _) = event {
        failures.append("\(diagnostic.code.name): \(diagnostic.message)")
      }
    }
    return (succeeded, failures)
  }

  @Test("A statement that makes the program hold more than three quarters of the memory ends with an error")
  func exceeded() {
    let machine = Machine()
    #expect(
      run("load sample SPY; sweep x(n = 1..2)", on: machine).failures.first?.hasPrefix("unknown-strategy") == true)
    machine.held.store(751, ordering: .relaxed)
    let ran = run("load sample SPY; print 1", on: machine)
    #expect(
      ran.failures == [
        "memory-limit: this made the program hold 751 bytes of memory, but `max_memory` is 750 bytes; nothing was changed"
      ])
  }

  @Test("A limit that is set holds instead, and can be raised after it was too low")
  func set() {
    let machine = Machine()
    let ran = run(
      "set max_memory = 99; load sample SPY; set max_memory = 100; load sample SPY; rsi(14) last 1", on: machine)
    #expect(ran.failures.count == 1 && ran.failures[0].contains("`max_memory` is 99 bytes"), "\(ran.failures)")
  }

  @Test("Memory that was freed does not count")
  func freed() {
    let machine = Machine()
    machine.held.store(900, ordering: .relaxed)
    machine.freed.store(400, ordering: .relaxed)
    #expect(run("load sample SPY", on: machine).succeeded)
  }
}
