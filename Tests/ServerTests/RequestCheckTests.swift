import Bookkeeping
import Platform
import Server
import Testing

@Suite("Requests that are refused by their header")
struct RequestCheckTests {
  @Test("Another host is refused, whatever its port")
  func hosts() throws {
    let desk = try ServedDesk()
    for host in ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"] {
      #expect(desk.ask("GET", "/health", host: host).status == 200, "\(host)")
    }
    for host in ["evil.test", "127.0.0.1.evil.test", "evil.test:8000", "", "localhost.evil.test"] {
      #expect(desk.ask("GET", "/health", host: host).status == 421, "\(host)")
    }
  }

  @Test("Pages of other sites may not change anything, nor those that forget their field")
  func origins() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let body = #"{"email":"ada@desk.example"}"#
    func status(_ headers: [String: String]) -> Int {
      desk.ask("POST", "/auth/forgot-password", body, headers: headers).status
    }
    #expect(status([:]) == 202)
    #expect(status(["origin": "http://127.0.0.1:8000"]) == 202)
    #expect(status(["origin": "https://evil.test"]) == 403)
    #expect(status(["origin": "null"]) == 403)
    #expect(status(["sec-fetch-site": "cross-site"]) == 403)
    #expect(status(["sec-fetch-site": "same-site"]) == 403)
    #expect(status(["sec-fetch-site": "same-origin"]) == 202)
    #expect(status(["cookie": "tas_access=x"]) == 403)
    #expect(status(["cookie": "tas_access=x", "x-tas": "1"]) == 202)
  }

  @Test("A form is no JSON, and a body of DELETE needs no type")
  func types() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let token = try desk.signIn("ada").access
    let form = desk.ask(
      "POST", "/auth/login", "username=ada", headers: ["content-type": "application/x-www-form-urlencoded"])
    #expect(form.status == 415)
    let device = #"{"token":"abc","platform":"ios","timezone":"UTC"}"#
    #expect(desk.ask("POST", "/api/v1/notifications/devices", device, token: token).status == 200)
    var headers = ["authorization": "Bearer \(token)"]
    headers["content-type"] = ""
    #expect(desk.ask("DELETE", "/api/v1/notifications/devices", #"{"token":"abc"}"#, headers: headers).status == 204)
    #expect(try desk.server.book.devices(desk.server.desk.environment).isEmpty)
  }

  @Test("The bucket of a client fills in a minute, and says how long to wait")
  func limits() throws {
    let desk = try ServedDesk(ServedDesk.script + "\nset rate_limit 3")
    for left in [2, 1, 0] {
      #expect(desk.ask("GET", "/health").header("RateLimit-Remaining") == "\(left)")
    }
    let refused = desk.ask("GET", "/health")
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") == "20")
    desk.wait(20_000)
    #expect(desk.ask("GET", "/health").status == 200)
  }

  @Test("Answers may not be framed, kept or guessed, and only the named site reads them")
  func fields() throws {
    let desk = try ServedDesk(ServedDesk.script + "\nset cors \"https://desk.example\"")
    let reply = desk.ask("GET", "/health", headers: ["origin": "https://desk.example"])
    #expect(reply.header("Access-Control-Allow-Origin") == "https://desk.example")
    #expect(
      desk.ask("GET", "/health", headers: ["origin": "https://evil.test"]).header("Access-Control-Allow-Origin") == nil)
    #expect(reply.header("Content-Security-Policy")?.hasPrefix("default-src 'self'") == true)
    #expect(reply.header("X-Content-Type-Options") == "nosniff")
    #expect(reply.header("Cache-Control") == "no-store")
  }

  @Test("Only the services that are asked for are there, and elsewhere analysis needs a token")
  func contracts() throws {
    var terms = Server.Terms()
    (terms.contracts, terms.isLocal) = ([.analysis], false)
    let desk = try ServedDesk(terms: terms)
    #expect(desk.ask("GET", "/profit").status == 404)
    #expect(desk.ask("GET", "/health").status == 200)
    #expect(desk.ask("GET", "/periods").status == 401)
  }
}
