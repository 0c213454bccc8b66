import JSON

/// The description of the server itself.
extension Route {
  static let documentation: [Route] = [
    Route("GET", "/openapi.json", .analysis, .anybody, "This document.", answer: .object([.key("openapi", .text)])) {
      call throws(Refusal) in Reply(OpenAPI.document(of: call.server.routes))
    },
    Route("GET", "/docs", .analysis, .anybody, "The routes for people.") { call throws(Refusal) in
      Reply(OpenAPI.page(of: call.server.routes), type: "text/html; charset=utf-8")
    },
  ]
}
