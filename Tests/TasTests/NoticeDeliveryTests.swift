import LibC
import TestSupport
import Testing

@Suite("Notices on their way")
struct NoticeDeliveryTests {
  /// A script that plays a recording with an alert that fires once.
  private static func played(_ setting: String) -> String {
    """
    \(setting); set notify system webhook
    stream from "\(recording)" at max
    alert dip when close < sma(3) on BTCUSDT
    wait until end
    """
  }

  private static var recording: String { PackageFolder.path + "/Tests/TranscriptTests/Fixtures/btc.tasr" }

  private func running(_ place: Place, _ script: String) throws -> Ran {
    try place.tas("--no-rc", "-c", script, environment: ["XDG_DATA_HOME": place.path + "/data", "TAS_OFFLINE": ""])
  }

  @Test("A server that fails and asks for patience gets a notice once it answers, and once")
  func retried() throws {
    let server = try LoopbackServer { question in
      switch question.number {
      case 0: .answer(500, [:], "later")
      case 1: .answer(429, ["Retry-After": "1"], "later")
      default: .answer(200, [:], "ok")
      }
    }
    let place = try Place()
    let first = try running(place, Self.played("set notify_webhook \"\(server.address("/hook"))\""))
    #expect(first.status == 0, "\(first)")
    for _ in 0..<20 where server.asked.count < 3 {
      _ = try running(place, "heartbeat 00:00; heartbeat off; notices")
      usleep(300_000)
    }
    let asked = server.asked
    #expect(asked.count == 3, "\(asked)")
    #expect(Set(asked.map { $0.headers["idempotency-key"] }) == ["n-1"])
    #expect(asked.allSatisfy { $0.body.contains("\"title\":\"BTCUSDT dip\"") && $0.target == "/hook" })
    _ = try running(place, "notices")
    #expect(server.asked.count == 3)
  }

  @Test("A server that hangs does not hold up a script, and a killed program sends later what it noted")
  func killed() throws {
    let place = try Place()
    let silent = try LoopbackServer { _ in .silence }
    let script =
      Self.played("set notify_webhook \"\(silent.address())\"") + "\nprint \"played\"\nwait 1h"
    try place.write("script.tas", script)
    let ran = try place.run(
      "/bin/sh", ["-c", "timeout -s KILL 2 tas --no-rc \(place.path)/script.tas; true"],
      environment: ["XDG_DATA_HOME": place.path + "/data", "TAS_OFFLINE": ""])
    #expect(ran.output.contains("10 bars"), "\(ran)")
    silent.stop()
    let server = try LoopbackServer { _ in .answer(200, [:], "ok") }
    for _ in 0..<20 where server.asked.isEmpty {
      _ = try running(place, "set notify_webhook \"\(server.address())\"; heartbeat 00:00; heartbeat off; notices")
      usleep(200_000)
    }
    #expect(server.asked.map { $0.headers["idempotency-key"] } == ["n-1"])
  }

  @Test("A program gets the notice on its standard input, and a file gets a line")
  func others() throws {
    let place = try Place()
    let setting =
      "set notify_command \"tee -a \(place.path)/said\"; set notify_file \"\(place.path)/lines\"; set notify alert command"
    let ran = try running(place, Self.played(setting))
    #expect(ran.status == 0, "\(ran)")
    let said = try FileContents.text(place.path + "/said")
    #expect(said.hasPrefix("{\"id\":\"n-1\",\"kind\":\"system\"") && said.hasSuffix("\n"))
    _ = try running(place, Self.played("set notify alert file"))
    #expect(try FileContents.text(place.path + "/lines").contains("\"topic\":\"alert\""))
  }
}
