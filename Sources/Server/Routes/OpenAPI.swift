import JSON
import Platform
import Presentation

/// The routes as an OpenAPI 3.1 document, and as a page for people.
package enum OpenAPI {
  /// The document of some routes.
  package static func document(of routes: [Route]) -> JSONValue {
    var paths: [(String, [(String, JSONValue)])] = []
    for route in routes {
      for path in route.paths {
        let operation = (route.method.lowercased(), operation(of: route, at: path))
        if let place = paths.firstIndex(where: { $0.0 == path }) {
          paths[place].1.append(operation)
        } else {
          paths.append((path, [operation]))
        }
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "tas", "version": .string(Environment.version),
        "description": "Indicators, backtests, confidences and accounts of a session of tas. Educational: no advice.",
        "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "tags": .array(
        Route.Contract.allCases.filter { contract in routes.contains { $0.contract == contract } }.map {
          ["name": .string($0.rawValue), "description": .string($0.summary)]
        }),
      "paths": .object(paths.map { ($0.0, .object($0.1)) }),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": ["Error": error.schema],
      ],
    ]
  }

  /// The shape of every refusal: the same text under the key of each client.
  private static let error: Shape = .object([
    .key("status", .text), .key("message", .text), .key("error", .text), .key("detail", .any),
  ])

  private static func operation(of route: Route, at path: String) -> JSONValue {
    var operation: JSONValue = [
      "tags": [.string(route.contract.rawValue)], "summary": .string(route.summary),
      "operationId": .string(identifier(route.method, path)),
    ]
    let own = Route.names(in: path).map { name -> JSONValue in
      ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
    }
    let query = route.query.map { query -> JSONValue in
      ["name": .string(query.name), "in": "query", "required": .bool(query.isRequired), "schema": query.shape.schema]
    }
    if !(own + query).isEmpty { operation["parameters"] = .array(own + query) }
    if let body = route.body {
      operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": body.schema]]]
    }
    var refusals = Set(route.refusals + [421, 429])
    if !RequestCheck.isSafe(route.method) { refusals.formUnion([400, 403, 413, 415, 422]) }
    if !route.query.isEmpty { refusals.insert(422) }
    if route.contract == .reporting || route.contract == .admin { refusals.insert(404) }
    switch route.access {
    case .anybody: break
    case .here, .reader, .user: refusals.insert(401)
    case .admin: refusals.formUnion([401, 403])
    }
    refusals.insert(503)
    var responses: [(String, JSONValue)] = [("\(route.status)", success(of: route))]
    responses += refusals.sorted().map { status in
      (
        "\(status)",
        [
          "description": .string(meaning(of: status)),
          "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
        ]
      )
    }
    operation["responses"] = .object(responses)
    switch route.access {
    case .anybody: operation["security"] = []
    case .here: operation["security"] = .array([[:], ["token": []]])
    default: operation["security"] = [["token": []]]
    }
    return operation
  }

  private static func success(of route: Route) -> JSONValue {
    var response: JSONValue = ["description": .string([101: "A socket.", 204: "Done."][route.status] ?? "The answer.")]
    if let answer = route.answer { response["content"] = ["application/json": ["schema": answer.schema]] }
    return response
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 400: "The request cannot be done as asked."
    case 401: "Sign in first, or the token is not valid."
    case 403: "Not allowed."
    case 404: "It is not known here."
    case 409: "Something else is in the way."
    case 413: "The body is too long."
    case 415: "The body is no JSON."
    case 421: "The server answers for other hosts."
    case 422: "A value has another shape; `detail` lists all faults."
    case 426: "It is a socket."
    case 429: "Too many requests: see Retry-After."
    default: "The book cannot be used now."
    }
  }

  /// A name made of a method and a path: `get_tickers_symbol_info`.
  private static func identifier(_ method: String, _ path: String) -> String {
    let words = path.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    return method.lowercased() + (words.isEmpty ? "_root" : "_" + words)
  }

  /// The document as a page.
  package static func page(of routes: [Route]) -> String {
    var html = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>tas: routes</title><link rel="stylesheet" href="/app/style.css">
      <main class="docs"><h1>Routes</h1>
      <p>The same as data: <a href="/openapi.json">openapi.json</a>. The page: <a href="/app">/app</a>.</p>
      """
    for contract in Route.Contract.allCases {
      let own = routes.filter { $0.contract == contract }
      if own.isEmpty { continue }
      html += "<h2>\(contract.rawValue)</h2><p>\(contract.summary)</p><dl>"
      for route in own {
        let paths = route.paths.map { "<code>\(HTMLText.escaped($0))</code>" }
        html += "<dt>\(route.method) \(paths.joined(separator: " "))</dt><dd>\(HTMLText.escaped(route.summary)) "
        html += "<small>\(access(route.access))</small>"
        if !route.query.isEmpty {
          html += "<br>query: " + route.query.map { "<code>\($0.name)</code>" }.joined(separator: ", ")
        }
        if let body = route.body, case .object(let members) = body.kind {
          html +=
            "<br>body: " + members.map { "<code>\($0.key)</code>\($0.isRequired ? "" : "?")" }.joined(separator: ", ")
        }
        html += "</dd>"
      }
      html += "</dl>"
    }
    return html + "</main></html>"
  }

  private static func access(_ access: Route.Access) -> String {
    switch access {
    case .anybody: "for anybody"
    case .here: "without a token on this machine"
    case .reader: "with a token"
    case .user: "for users"
    case .admin: "for administrators"
    }
  }
}

/// Text inside of HTML.
enum HTMLText {
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
