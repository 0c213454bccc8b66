import Bookkeeping
import JSON
import Platform
import Strategies

/// Sign-in: users sign up, wait for an administrator's approval, and exchange their password for tokens.
extension Route {
  private static let user: Shape = .object([
    .key("id", .text), .key("username", .text), .key("email", .text), .key("role", .word("viewer", "admin")),
    .key("approvalStatus", .word("pending", "approved", "rejected")),
    .key("approval_status", .word("pending", "approved", "rejected")),
  ])
  private static let signedIn: Shape = .object([
    .key(
      "tokens",
      .object([
        .key("accessToken", .text), .key("refreshToken", .text), .key("accessTokenExpiry", .text),
        .key("access_token", .text), .key("refresh_token", .text), .key("token_type", .word("bearer")),
        .key("expires_in", .integer),
      ])), .key("user", user),
  ])
  private static let password = Shape.text(8...128)

  static let signIn: [Route] = [
    Route(
      "POST", "/auth/signup", .reporting, .anybody, "Sign up; an administrator approves.",
      body: .object([
        .key("username", .text(3...64, .printed)), .key("email", .text(3...254, .email)), .key("password", password),
      ]), answer: signedIn, status: 201, refusals: [400], aliases: ["/api/v1/auth/signup"]
    ) { call throws(Refusal) in try call.signUp() },
    Route(
      "POST", "/auth/login", .reporting, .anybody, "Sign in.",
      body: .object([.key("username", .text(1...254)), .key("password", .text(1...128))]), answer: signedIn,
      refusals: [401, 403], aliases: ["/api/v1/auth/login"]
    ) { call throws(Refusal) in try call.logIn() },
    Route(
      "POST", "/auth/refresh", .reporting, .anybody, "Exchange a refresh token for new ones; each is used once.",
      body: .object([.maybe("refresh_token", .text), .maybe("refreshToken", .text)]), answer: signedIn,
      refusals: [401], aliases: ["/api/v1/auth/refresh"]
    ) { call throws(Refusal) in try call.refresh() },
    Route(
      "POST", "/auth/logout", .reporting, .anybody, "End the sign-in of a token.", status: 204,
      aliases: ["/api/v1/auth/logout"]
    ) { call throws(Refusal) in try call.logOut() },
    Route(
      "GET", "/auth/status", .reporting, .anybody, "The state of somebody's approval.",
      query: [
        Query(name: "username", shape: .text(1...64), isRequired: true),
        Query(name: "email", shape: .text(1...254), isRequired: true),
      ],
      answer: .object([.key("status", .word("pending", "approved", "rejected"))]), refusals: [404],
      aliases: ["/api/v1/auth/status"]
    ) { call throws(Refusal) in try call.approval() },
    Route(
      "POST", "/auth/forgot-password", .reporting, .anybody,
      "Ask for another password; the answer is the same for unknown addresses.",
      body: .object([.key("email", .text(3...254, .email))]), answer: .object([.key("status", .text)]), status: 202,
      aliases: ["/api/v1/auth/forgot-password"]
    ) { call throws(Refusal) in
      call.server.keep(
        AdminAction(
          category: .user, actor: "\(call.body["email"]?.stringValue ?? "")", summary: "asked for another password",
          details: "`tas serve user password NAME` sets one"))
      return Reply(["status": "accepted"], status: 202)
    },
    Route(
      "GET", "/users/me", .reporting, .user, "The user who is signed in.", answer: user, aliases: ["/api/v1/users/me"]
    ) { call throws(Refusal) in Reply(try call.ownUser.json) },
  ]
}

extension User {
  /// The user as the clients read it: both spellings of each key.
  var json: JSONValue {
    [
      "id": .string(id), "username": .string(name), "email": .string(email), "role": .string(role.rawValue),
      "approvalStatus": .string(status.approval), "approval_status": .string(status.approval),
      "status": .string(status.rawValue),
    ]
  }
}

/// The rules for passwords.
package enum PasswordRule {
  /// What is missing in a password; nil if it is good.
  package static func fault(of password: String) -> String? {
    if !(8...128).contains(password.count) { return "a password has 8 to 128 characters" }
    let isGood =
      password.contains(where: \.isUppercase) && password.contains(where: \.isLowercase)
      && password.contains(where: \.isNumber)
    return isGood ? nil : "a password has an upper-case letter, a lower-case letter and a digit"
  }
}

extension Call {
  private func text(_ key: String) -> String { body[key]?.stringValue ?? "" }

  /// True for the page of this server, whose tokens are in cookies that no script reads.
  private var isPage: Bool { request.headers["x-tas"] != nil }

  /// How long a sign-in lasts without a request of its user: on the page until it locks itself.
  private var lasts: Int64 { isPage ? Int64(desk.settings.idleLock * 1000) : Tokens.refreshTime }

  fileprivate func signUp() throws(Refusal) -> Reply {
    if let fault = PasswordRule.fault(of: text("password")) { throw Refusal(400, fault) }
    guard let hash = Crypt.hash(text("password"), .password) else { throw Refusal(500, "this system has no libcrypt") }
    let user = User(
      id: RandomText.uuid(), name: text("username"), email: text("email"), role: .viewer, status: .pending,
      password: hash)
    guard try server.book.checked({ book throws(BookError) in try book.add(user, server.environment) }) else {
      throw Refusal(400, "the name or the address is taken")
    }
    return try signedIn(user, status: 201)
  }

  fileprivate func logIn() throws(Refusal) -> Reply {
    let name = text("username")
    if let wait = server.limits.wait(name, address, at: server.now) {
      var refusal = Refusal(429, "too many failed attempts")
      refusal.headers = [("Retry-After", "\(wait)")]
      throw refusal
    }
    let user = try server.book.checked { book throws(BookError) in
      try book.user(name.contains("@") ? .email : .name, name, server.environment)
    }
    // An unknown name takes as long as a wrong password.
    let isRight = Crypt.matches(text("password"), user?.password ?? Self.unknown)
    guard let user, isRight else {
      server.limits.fail(name, address, at: server.now)
      throw Refusal(401, "the name or the password is wrong")
    }
    guard user.status == .active else {
      throw Refusal(403, user.status == .pending ? "an administrator has not approved yet" : "the user is disabled")
    }
    server.limits.succeed(name, address)
    return try signedIn(user)
  }

  /// The hash of a random password, for names that are unknown.
  private static let unknown = Crypt.hash(RandomText.make(bytes: 16), .password) ?? ""

  fileprivate func refresh() throws(Refusal) -> Reply {
    let given =
      body["refresh_token"]?.stringValue ?? body["refreshToken"]?.stringValue
      ?? RequestCheck.cookie("tas_refresh", of: request)
    guard let given else {
      throw Refusal([Shape.Fault(place: ["body", "refresh_token"], message: "field required", type: "missing")])
    }
    let (pair, user) = try server.tokens.refresh(given, lasts: lasts)
    return reply(pair, user)
  }

  private func signedIn(_ user: User, status: Int = 200) throws(Refusal) -> Reply {
    reply(try server.tokens.signIn(user, lasts: lasts), user, status: status)
  }

  private func reply(_ pair: Tokens.Pair, _ user: User, status: Int = 200) -> Reply {
    let seconds = Int(Tokens.accessTime / 1000)
    guard isPage else {
      return Reply(
        [
          "tokens": [
            "accessToken": .string(pair.access), "refreshToken": .string(pair.refresh),
            "accessTokenExpiry": .string(Moment.text(pair.until, withFraction: false)),
            "access_token": .string(pair.access), "refresh_token": .string(pair.refresh), "token_type": "bearer",
            "expires_in": .integer(seconds),
          ], "user": user.json,
        ], status: status)
    }
    var reply = Reply(["user": user.json, "idle_lock": .number(desk.settings.idleLock)], status: status)
    reply.headers = [
      ("Set-Cookie", Self.cookie("tas_access", pair.access, "/", seconds)),
      ("Set-Cookie", Self.cookie("tas_refresh", pair.refresh, "/auth", Int(lasts / 1000))),
    ]
    return reply
  }

  private static func cookie(_ name: String, _ value: String, _ path: String, _ seconds: Int) -> String {
    "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; Secure; SameSite=Strict"
  }

  fileprivate func logOut() throws(Refusal) -> Reply {
    let json = try? JSONValue(parsing: request.body)
    let given = [
      json?["refresh_token"]?.stringValue, json?["refreshToken"]?.stringValue, RequestCheck.token(of: request),
      RequestCheck.cookie("tas_refresh", of: request),
    ]
    for token in given.compactMap(\.self) { try server.tokens.signOut(token) }
    var reply = Reply.none
    reply.headers = [
      ("Set-Cookie", Self.cookie("tas_access", "", "/", 0)), ("Set-Cookie", Self.cookie("tas_refresh", "", "/auth", 0)),
    ]
    return reply
  }

  fileprivate func approval() throws(Refusal) -> Reply {
    let (name, email) = (query("username") ?? "", query("email") ?? "")
    let user = try server.book.checked { book throws(BookError) in try book.user(.name, name, server.environment) }
    guard let user, user.email.lowercased() == email.lowercased() else { throw Refusal(404, "there is no such user") }
    return Reply(["status": .string(user.status.approval)])
  }
}
