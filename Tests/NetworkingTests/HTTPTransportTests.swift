import HTTPTransport
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("The transport, against a server that lies", .serialized)
struct HTTPTransportTests {
  private func ask(
    _ reply: LoopbackServer.Reply, limit: Int = 1 << 20, reading: Double = 60,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> Result<WebAnswer, TransportError> {
    let server = try LoopbackServer { _ in reply }
    defer { server.stop() }
    return ask(server.address("/x?a=b"), limit: limit, reading: reading, isStopped: isStopped)
  }

  private func ask(
    _ address: String, limit: Int = 1 << 20, reading: Double = 60,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> Result<WebAnswer, TransportError> {
    var patience = HTTPTransport.Patience()
    patience.reading = reading
    patience.connecting = 60
    guard let address = WebAddress(address) else { return .failure(TransportError(.closed, "no address")) }
    do throws(TransportError) {
      return .success(
        try HTTPTransport(name: "tests", patience: patience).answer(
          to: WebRequest(address, sizeLimit: limit), isStopped: isStopped, report: { _ in }))
    } catch { return .failure(error) }
  }

  private func kind(_ result: Result<WebAnswer, TransportError>) -> TransportError.Kind? {
    if case .failure(let error) = result { error.kind } else { nil }
  }

  @Test("an answer comes with its status, head and body")
  func whole() throws {
    let answer = try ask(.answer(429, ["Retry-After": "3"], "wait")).get()
    #expect(answer.status == 429 && answer.headers["retry-after"] == "3")
    #expect(String(decoding: answer.body, as: UTF8.self) == "wait")
  }

  @Test("half a body, an end without an answer, silence, what is no HTTP: each is an error in words")
  func lies() throws {
    #expect(kind(try ask(.half(String(repeating: "x", count: 1000)))) == .cutShort)
    #expect(kind(try ask(.hangUp)) == .cutShort)
    #expect(kind(try ask(.silence, reading: 0.1)) == .silent)
    #expect(kind(try ask(.raw("hello\r\n\r\n"))) == .cutShort)
    #expect(kind(ask("http://127.0.0.1:1/")) == .unreachable)
  }

  @Test("a connection that may be used again is, unless its server has ended it")
  func kept() throws {
    let server = try LoopbackServer { .raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\($0.number)") }
    defer { server.stop() }
    for number in 0..<9 {
      let answer = try ask(server.address(), reading: 5).get()
      #expect(String(decoding: answer.body, as: UTF8.self) == "\(number)")
    }
    #expect(server.asked.count == 9)
  }

  @Test("a body without an end is cut at the limit")
  func endless() throws { #expect(kind(try ask(.endless, limit: 1 << 18)) == .tooLarge) }

  @Test("a redirect is handed on, not followed")
  func redirect() throws {
    #expect(try ask(.answer(302, ["Location": "http://example.com/"], "")).get().status == 302)
  }

  @Test("a stop ends the wait for a silent server")
  func stopped() throws { #expect(kind(try ask(.silence, isStopped: { true })) == .interrupted) }

  @Test("what does not leave this machine goes past the proxy")
  func proxy() throws {
    let proxy = try LoopbackServer { _ in .answer(200, [:], "proxy") }
    let server = try LoopbackServer { _ in .answer(200, [:], "server") }
    defer {
      proxy.stop()
      server.stop()
    }
    let transport = HTTPTransport(name: "tests", proxy: WebAddress(proxy.address()))
    let request = WebRequest(try #require(WebAddress(server.address("/x")))).adding("Authorization", "", Secret("k3y"))
    let answer = try transport.answer(to: request, isStopped: { false }, report: { _ in })
    #expect(String(decoding: answer.body, as: UTF8.self) == "server" && proxy.asked.isEmpty)
  }
}
