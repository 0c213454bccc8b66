import JSON
import LibC
import Platform
import Server
import TestSupport
import Testing

@Suite("Damaged requests")
struct ServerFuzzTests {
  /// The bodies of each service: as many as `TAS_FUZZ` says, else as many as a test can afford.
  private static let rounds =
    getenv("TAS_FUZZ").flatMap { Int(String(cString: $0)) } ?? (Thoroughness.isFull ? 1000 : 100)

  @Test(
    "Random bodies and targets are answered, and never by a fault of the server", arguments: Route.Contract.allCases)
  func randomBodies(_ contract: Route.Contract) throws {
    let desk = try ServedDesk(ServedDesk.script + "\nset rate_limit 1_000_000")
    try desk.add("ada")
    let token = try desk.signIn("ada").access
    let seed = getenv("TAS_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 41
    var dice = Dice(seed)
    let routes = desk.server.routes.filter {
      $0.contract == contract && $0.method != "GET" && !$0.path.hasPrefix("/auth/")
    }
    for round in 0..<Self.rounds {
      let route = routes[dice.below(routes.count)]
      var bytes = Array((RouteTests.bodies[route.path] ?? "{}").utf8)
      for _ in 0...dice.below(4) where !bytes.isEmpty {
        let place = dice.below(bytes.count)
        switch dice.below(3) {
        case 0: bytes[place] = UInt8(dice.below(256))
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(
            contentsOf: Array(["null", "[", "-1", "\"\\u0000\"", "1e999", "{}"][dice.below(6)].utf8), at: place)
        }
      }
      let reply = desk.server.reply(
        to: ServedRequest(
          method: route.method, target: route.path.replacing("{id}", with: "x%00%ff"),
          headers: ["content-type": "application/json", "authorization": "Bearer \(token)"], host: "127.0.0.1",
          body: bytes))
      #expect(
        reply.status < 500, "round \(round): \(route.path) \(reply.status) \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
