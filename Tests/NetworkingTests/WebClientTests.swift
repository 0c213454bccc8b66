import Platform
import Sourcing
import Synchronization
import Testing
import Work

@Suite("Asking servers by the rules")
struct WebClientTests {
  private func ask(
    _ network: FakeNetwork, _ text: String = "https://example.com/x", _ policy: WebPolicy = WebPolicy(),
    key: String? = nil, monitor: WorkMonitor = .none
  ) -> Result<String, WebError> {
    let client = WebClient(transport: network, clock: network.clock, monitor: monitor, ledger: MemoryLedger())
    guard var address = WebAddress(text) else { return .success("no address") }
    if let key { address = address.adding("key", Secret(key)) }
    do throws(WebError) {
      return .success(
        String(decoding: try client.body(of: WebRequest(address), from: "example", policy), as: UTF8.self))
    } catch { return .failure(error) }
  }

  private func error(_ result: Result<String, WebError>) -> WebError? {
    if case .failure(let error) = result { error } else { nil }
  }

  @Test("what may pass is asked again, each time after a longer wait")
  func backoff() {
    let network = FakeNetwork { _, number in FakeNetwork.text(number < 3 ? 500 : 200, "bars") }
    #expect(ask(network) == .success("bars"))
    #expect(network.waits == [1, 2, 4])
    let policy = WebPolicy()
    #expect((1...12).map { policy.wait(after: $0, spread: 0) }.max() == 60)
    #expect((1...12).allSatisfy { policy.wait(after: $0, spread: 0.999) >= 1 })
  }

  @Test("a server that always fails is asked four times", arguments: [500, 502, 503, 504, 408])
  func forEver(status: Int) {
    let network = FakeNetwork { _, _ in FakeNetwork.text(status, "") }
    let failure = error(ask(network))
    #expect(failure?.kind == .refused && failure?.status == status)
    #expect(network.asked.count == 4)
  }

  @Test("what would fail again is asked once", arguments: [400, 401, 403, 404, 422])
  func once(status: Int) {
    let network = FakeNetwork { _, _ in FakeNetwork.text(status, "") }
    #expect(error(ask(network)) != nil)
    #expect(network.asked.count == 1)
  }

  @Test("a certificate that is not trusted is none a second later either")
  func untrusted() {
    let network = FakeNetwork { _, _ throws(TransportError) in throw TransportError(.untrusted, "not trusted") }
    let failure = error(ask(network))
    #expect(failure?.kind == .unreachable && failure?.message == "example: not trusted")
    #expect(network.asked.count == 1)
  }

  @Test("a wait that the server asks for is kept, in seconds or as a date")
  func retryAfter() {
    let network = FakeNetwork { _, number in
      number == 0 ? FakeNetwork.text(429, "", ["retry-after": "7"]) : FakeNetwork.text(200, "ok")
    }
    #expect(ask(network) == .success("ok"))
    #expect(network.waits == [7])
    let dated = FakeNetwork { _, number in
      number == 0
        ? FakeNetwork.text(429, "", ["retry-after": "Tue, 14 Nov 2023 22:13:50 GMT"]) : FakeNetwork.text(200, "ok")
    }
    #expect(ask(dated) == .success("ok"))
    #expect(dated.waits == [30])
    let long = FakeNetwork { _, _ in FakeNetwork.text(429, "", ["retry-after": "86400"]) }
    let failure = error(ask(long))
    #expect(failure?.kind == .limited && failure?.message.contains("86400 s") == true)
    #expect(long.asked.count == 1)
  }

  @Test("a limit lets a burst pass and then waits until it is over")
  func rate() {
    let network = FakeNetwork { _, _ in FakeNetwork.text(200, "") }
    let client = WebClient(
      transport: network, clock: network.clock, monitor: .none, ledger: MemoryLedger())
    guard let address = WebAddress("https://example.com/") else { return }
    for _ in 0..<12 {
      _ = try? client.body(of: WebRequest(address), from: "example", WebPolicy(rate: RateLimit(5, per: 60)))
    }
    #expect(network.asked.count == 12)
    // Five at once in each minute.
    #expect(network.waits == [60, 60])
  }

  @Test("a redirect is followed on the same scheme, without keys for others, and not in circles")
  func redirects() {
    let moved = FakeNetwork { request, _ in
      request.address.host == "example.com"
        ? FakeNetwork.text(302, "", ["location": "https://other.example/y"]) : FakeNetwork.text(200, "there")
    }
    #expect(ask(moved, key: "secret") == .success("there"))
    #expect(moved.asked.map { $0.secrets.count } == [1, 0])
    for target in ["http://example.com/x", "ftp://example.com/", "https://127.0.0.1/x", "//"] {
      let network = FakeNetwork { _, _ in FakeNetwork.text(301, "", ["location": target]) }
      #expect(error(ask(network))?.kind == .insecure, "\(target)")
      #expect(network.asked.count == 1)
    }
    let circle = FakeNetwork { _, _ in FakeNetwork.text(302, "", ["location": "/x"]) }
    #expect(error(ask(circle))?.message.contains("circles") == true)
  }

  @Test("nothing goes over the network in the clear")
  func clear() {
    let network = FakeNetwork { _, _ in FakeNetwork.text(200, "") }
    #expect(error(ask(network, "http://example.com/x"))?.kind == .insecure)
    #expect(network.asked.isEmpty)
    #expect(ask(network, "http://127.0.0.1:9/x") == .success(""))
  }

  @Test("an error repeats what the server says, without keys")
  func masked() {
    let network = FakeNetwork { request, _ in
      FakeNetwork.text(400, "the key \(request.address.secrets.first?.revealed ?? "") is not registered")
    }
    let failure = error(ask(network, key: "k3y-t3xt"))
    #expect(failure?.message.contains("the key … is not registered") == true)
    #expect(!"\(String(reflecting: failure))".contains("k3y-t3xt"))
    let body = String(decoding: failure?.body ?? [], as: UTF8.self)
    #expect(!body.contains("k3y-t3xt"))
  }

  @Test("a stop ends a wait")
  func stopped() {
    let isStopped = Mutex(false)
    let network = FakeNetwork { _, _ in
      isStopped.withLock { $0 = true }
      return FakeNetwork.text(500, "")
    }
    let monitor = WorkMonitor(isCancelled: { isStopped.withLock { $0 } })
    #expect(error(ask(network, monitor: monitor))?.kind == .interrupted)
    #expect(network.asked.count == 1)
  }

  @Test("in no minute are there more requests than the limit allows", arguments: [0.1, 5, 11.9, 12, 13, 40])
  func window(step: Double) {
    let (ledger, limit) = (MemoryLedger(), RateLimit(5, per: 60))
    var taken: [Int64] = []
    for index in 0..<400 {
      let now = Int64(Double(index) * step * 1000)
      if ledger.take("x", limit, now: now) == 0 { taken.append(now) }
    }
    for time in taken { #expect(taken.count { $0 > time - 60_000 && $0 <= time } <= 5) }
    #expect(taken.count >= 5)
  }

  @Test(
    "numbers of a server that nothing can hold end in words",
    arguments: [
      "99999999999999999999", "1e300", "Wed, 21 Oct 999999999999 07:28:00 GMT", "Wed, 21 Oct 9999 07:28:00 GMT",
    ])
  func hugeWaits(wait: String) {
    let network = FakeNetwork { _, _ in FakeNetwork.text(429, "", ["retry-after": wait]) }
    #expect(error(ask(network))?.kind == .limited)
  }

  @Test("a redirect that repeats the key keeps it hidden, and takes it nowhere else")
  func echoed() {
    for place in ["/y?key=k3y-t3xt", "/y?k3y-t3xt", "/k3y-t3xt", "https://other.example/y?key=k3y-t3xt"] {
      let network = FakeNetwork { _, number in
        number == 0 ? FakeNetwork.text(302, "", ["location": place]) : FakeNetwork.text(404, "")
      }
      let failure = error(ask(network, key: "k3y-t3xt"))
      #expect(failure?.kind == .missing)
      #expect(!"\(String(reflecting: failure))".contains("k3y-t3xt"), "\(place)")
      #expect(network.asked.last?.address.host == "example.com" || network.asked.last?.secrets.isEmpty == true)
      if network.asked.last?.address.host != "example.com" {
        #expect(network.asked.last?.address.revealed.contains("k3y-t3xt") == false)
      }
    }
  }
}
