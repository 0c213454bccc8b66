import Bookkeeping
import JSON
import Platform

/// A request that the server answers: the router, the checks, the OpenAPI document, the docs page and the tests are made
/// from the table of these.
package struct Route: Sendable {
  /// The services that routes belong to, which `--only` chooses from.
  package enum Contract: String, Sendable, CaseIterable {
    case analysis, validation, reporting, admin

    var summary: String {
      switch self {
      case .analysis: "indicators, strategies and backtests on request"
      case .validation: "the confidence that a signal deserves, and the record of those that were shown"
      case .reporting: "sign-in, the account and its trades, notifications"
      case .admin: "users, guardrails, the strategy that trades"
      }
    }
  }

  /// Who may ask.
  package enum Access: Sendable {
    /// Anybody.
    case anybody
    /// Anybody on this machine; elsewhere whoever has a token.
    case here
    /// Whoever is signed in, with a token for reading too.
    case reader
    /// A user who is signed in.
    case user
    /// An administrator.
    case admin
  }

  /// A value of the query.
  struct Query: Sendable {
    let name: String
    let shape: Shape
    var isRequired = false
  }

  package let method: String
  /// The path, with the names of its values in braces.
  package let path: String
  package let contract: Contract
  let access: Access
  let summary: String
  var query: [Query] = []
  /// The body; nil if none is read.
  var body: Shape?
  /// The answer; nil if it is no JSON.
  var answer: Shape?
  /// The status of the answer.
  package var status = 200
  /// The refusals that are its own, besides those of every route.
  var refusals: [Int] = []
  /// The other paths of the same answer.
  var aliases: [String] = []
  let respond: @Sendable (Call) throws(Refusal) -> Reply

  init(
    _ method: String, _ path: String, _ contract: Contract, _ access: Access, _ summary: String,
    query: [Query] = [], body: Shape? = nil, answer: Shape? = nil, status: Int = 200, refusals: [Int] = [],
    aliases: [String] = [], respond: @escaping @Sendable (Call) throws(Refusal) -> Reply
  ) {
    (self.method, self.path, self.contract, self.access, self.summary) = (method, path, contract, access, summary)
    (self.query, self.body, self.answer, self.status, self.refusals) = (query, body, answer, status, refusals)
    (self.aliases, self.respond) = (aliases, respond)
  }

  /// All paths of it.
  package var paths: [String] { [path] + aliases }

  /// The places at which an answer differs from what the route states; nil for a route that answers with no JSON.
  package func faults(inAnswer json: JSONValue) -> [String]? {
    answer?.faults(in: json, at: []).map { "\($0.json.write())" }
  }

  /// The values in a path; nil if it is another one.
  static func values(of pattern: String, in segments: [String]) -> [String: String]? {
    let parts = pattern.split(separator: "/")
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.hasPrefix("{") {
        values[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return values
  }

  /// The names in braces in a path.
  static func names(in pattern: String) -> [String] {
    pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }
}

/// A request with all that its answer needs.
package struct Call: Sendable {
  let server: Server
  let request: ServedRequest
  /// The values in the path.
  let path: [String: String]
  /// The body; null without one.
  let body: JSONValue
  /// The user who asks; nil for one who is not known, or for a token for reading.
  let user: User?
  /// The address of the client.
  let address: String

  var desk: Desk { server.desk }

  /// A value of the query.
  func query(_ name: String) -> String? { request.query[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The user of a route that only users may ask.
  var ownUser: User {
    get throws(Refusal) {
      guard let user else { throw Refusal(401, "sign in first") }
      return user
    }
  }
}
