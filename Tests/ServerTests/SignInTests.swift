import Bookkeeping
import JSON
import Platform
import Server
import TestSupport
import Testing

@Suite("Sign-in")
struct SignInTests {
  @Test("Who signs up waits for an administrator, whose word counts at once")
  func approval() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let made = desk.ask(
      "POST", "/auth/signup", #"{"username":"bob","email":"bob@desk.example","password":"Secret123"}"#)
    #expect(made.status == 201)
    #expect(made.json["user"]?["approvalStatus"] == "pending")
    let early = try #require(made.json["tokens"]?["accessToken"]?.stringValue)
    #expect(desk.ask("GET", "/status", token: early).status == 401)
    #expect(desk.ask("POST", "/auth/login", #"{"username":"bob","password":"Secret123"}"#).status == 403)
    #expect(desk.ask("GET", "/auth/status?username=bob&email=bob@desk.example").json["status"] == "pending")
    let admin = try desk.signIn("ada").access
    let id = try #require(made.json["user"]?["id"]?.stringValue)
    #expect(desk.ask("PATCH", "/admin/users/\(id)", #"{"status":"active"}"#, token: admin).status == 200)
    let bob = try desk.signIn("bob").access
    #expect(desk.ask("GET", "/status", token: bob).status == 200)
    #expect(desk.ask("GET", "/admin/users", token: bob).status == 403)
    #expect(desk.ask("PATCH", "/admin/users/\(id)", #"{"status":"disabled"}"#, token: admin).status == 200)
    #expect(desk.ask("GET", "/status", token: bob).status == 401)
    #expect(
      desk.ask("POST", "/auth/signup", #"{"username":"BOB","email":"x@desk.example","password":"Secret123"}"#).status
        == 400)
  }

  @Test("Names and addresses have no characters that move a cursor")
  func printedNames() throws {
    let desk = try ServedDesk()
    for (name, mail) in [
      ("b\u{1B}[2Jb", "bob@desk.example"), ("bob", "b\u{9B}2J@desk.example"), ("b\nb", "bob@desk.example"),
    ] {
      let body: JSONValue = ["username": .string(name), "email": .string(mail), "password": "Secret123"]
      #expect(desk.ask("POST", "/auth/signup", body.write()).status == 422, "\(body.write())")
    }
  }

  @Test("The last administrator can be neither disabled nor made a viewer")
  func lastAdministrator() throws {
    let desk = try ServedDesk()
    let ada = try desk.add("ada")
    let token = try desk.signIn("ada").access
    for change in [#"{"status":"disabled"}"#, #"{"role":"viewer"}"#] {
      #expect(desk.ask("PATCH", "/admin/users/\(ada.id)", change, token: token).status == 409)
    }
    try desk.add("eve")
    #expect(desk.ask("PATCH", "/admin/users/\(ada.id)", #"{"role":"viewer"}"#, token: token).status == 200)
    #expect(desk.ask("GET", "/admin/users", token: token).status == 403)
  }

  @Test("A refresh token is used once: the second use ends the sign-in")
  func rotation() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let first = try desk.signIn("ada")
    func refresh(_ token: String) -> ServedReply {
      desk.ask("POST", "/auth/refresh", "{\"refresh_token\":\"\(token)\"}")
    }
    let second = refresh(first.refresh)
    #expect(second.status == 200)
    let access = try #require(second.json["tokens"]?["access_token"]?.stringValue)
    #expect(desk.ask("GET", "/users/me", token: access).status == 200)
    #expect(desk.ask("GET", "/users/me", token: first.access).status == 401)
    #expect(refresh(first.refresh).status == 401)
    #expect(desk.ask("GET", "/users/me", token: access).status == 401)
    #expect(refresh(try #require(second.json["tokens"]?["refresh_token"]?.stringValue)).status == 401)
  }

  @Test("Access lasts fifteen minutes, a sign-in seven days")
  func times() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let tokens = try desk.signIn("ada")
    desk.wait(899_000)
    #expect(desk.ask("GET", "/users/me", token: tokens.access).status == 200)
    desk.wait(2000)
    #expect(desk.ask("GET", "/users/me", token: tokens.access).status == 401)
    desk.wait(7 * 86_400_000)
    #expect(desk.ask("POST", "/auth/refresh", "{\"refreshToken\":\"\(tokens.refresh)\"}").status == 401)
  }

  @Test("After five failures a name waits for fifteen minutes, right password or not, and others do not")
  func attempts() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    try desk.add("eve")
    for _ in 0..<5 {
      #expect(desk.ask("POST", "/auth/login", #"{"username":"ada","password":"wrong"}"#).status == 401)
    }
    let right = "{\"username\":\"ada\",\"password\":\"\(ServedDesk.password)\"}"
    let refused = desk.ask("POST", "/auth/login", right)
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After").flatMap { Int($0) }.map { 1...901 ~= $0 } == true)
    _ = try desk.signIn("eve")
    desk.wait(901_000)
    #expect(desk.ask("POST", "/auth/login", right).status == 200)
  }

  @Test("Unknown names and wrong passwords are answered alike, and a forgotten password always")
  func silence() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let unknown = desk.ask("POST", "/auth/login", #"{"username":"stranger","password":"wrong"}"#)
    let wrong = desk.ask("POST", "/auth/login", #"{"username":"ada","password":"wrong"}"#)
    #expect(unknown.text == wrong.text && unknown.status == wrong.status)
    for mail in ["ada@desk.example", "stranger@desk.example"] {
      #expect(desk.ask("POST", "/auth/forgot-password", "{\"email\":\"\(mail)\"}").status == 202)
    }
  }

  @Test("A token for reading reads reports until its day, and nothing else")
  func reading() throws {
    let desk = try ServedDesk()
    let made = try NewSecrets.token(name: "grafana", days: 90, now: desk.server.desk.environment.clock.now())
    #expect(try desk.server.book.add(made.token, desk.server.desk.environment))
    #expect(desk.ask("GET", "/profit", token: made.text).status == 200)
    #expect(desk.ask("GET", "/admin/users", token: made.text).status == 401)
    #expect(desk.ask("GET", "/users/me", token: made.text).status == 401)
    desk.wait(91 * 86_400_000)
    #expect(desk.ask("GET", "/profit", token: made.text).status == 401)
  }

  @Test("No password, token or query is in the book's log or file")
  func secrets() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let tokens = try desk.signIn("ada")
    _ = desk.ask("POST", "/auth/login", #"{"username":"ada","password":"Wr0ngSecret"}"#)
    _ = desk.ask("GET", "/status?token=\(tokens.access)x")
    let log = try Server.log(last: 100, of: desk.server.book, desk.server.desk.environment).map { $0.write() }.joined()
    #expect(log.contains("/auth/login"))
    let file = try DiskFiles().read(desk.folder.path + "/book.sqlite")
    let secrets = [tokens.access, tokens.refresh].flatMap { $0.split(separator: ".").suffix(1) }.map(String.init)
    for secret in secrets + ["Wr0ngSecret", ServedDesk.password] {
      #expect(!log.contains(secret))
      #expect(!String(decoding: file, as: UTF8.self).contains(secret))
    }
  }
}
