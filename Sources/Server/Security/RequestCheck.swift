import Platform

/// The checks of a request by its header alone: whether it was meant for this server, and came from where it may.
struct RequestCheck: Sendable {
  /// The names of this server without ports, in small letters; empty if a proxy has checked them.
  let hosts: Set<String>
  /// The only other site that may read answers; nil for none.
  let site: String?
  /// The address of the proxy in front; nil without one.
  let proxy: String?

  /// Throws if the request is for another host, or another site's page sends it.
  func check(_ request: ServedRequest) throws(Refusal) {
    guard hosts.isEmpty || hosts.contains(Self.name(of: request.host)) else {
      throw Refusal(421, "this server answers for \(hosts.sorted().joined(separator: " and "))")
    }
    guard !Self.isSafe(request.method) || Self.isUpgrade(request) else { return }
    try checkOrigin(request)
  }

  /// Throws if another site's page sends it.
  func checkOrigin(_ request: ServedRequest) throws(Refusal) {
    let foreign = Refusal(403, "a page of another site may not do this")
    if let origin = request.headers["origin"], origin != site {
      let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].lowercased() == request.host.lowercased() else { throw foreign }
    } else if request.headers["origin"] == nil, let fetch = request.headers["sec-fetch-site"],
      fetch != "same-origin", fetch != "none"
    {
      throw foreign
    }
    // A cookie is sent by the browser by itself, a field of the header only by the page.
    if !Self.isUpgrade(request), request.headers["authorization"] == nil, request.headers["cookie"] != nil,
      request.headers["x-tas"] == nil
    {
      throw Refusal(403, "a request with a cookie needs the field X-Tas")
    }
  }

  /// The client: the peer, or whom the proxy names.
  func client(of request: ServedRequest) -> String {
    guard let proxy, request.peer == proxy, let list = request.headers["x-forwarded-for"],
      let last = list.split(separator: ",").last
    else { return request.peer }
    return String(last.filter { !$0.isWhitespace })
  }

  /// A token that the client shows, from the header, a cookie, or for sockets the query.
  static func token(of request: ServedRequest) -> String? {
    if let field = request.headers["authorization"], field.lowercased().hasPrefix("bearer ") {
      return String(field.dropFirst(7))
    }
    if isUpgrade(request), let token = request.query["token"] { return token }
    return cookie("tas_access", of: request)
  }

  /// A cookie.
  static func cookie(_ name: String, of request: ServedRequest) -> String? {
    for pair in (request.headers["cookie"] ?? "").split(separator: ";") {
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if sides.count == 2, sides[0] == name { return String(sides[1]) }
    }
    return nil
  }

  static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }

  static func isUpgrade(_ request: ServedRequest) -> Bool { request.headers["upgrade"]?.lowercased() == "websocket" }

  /// A host without its port and its brackets.
  static func name(of host: String) -> String {
    let host = host.lowercased()
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return String(host[host.index(after: host.startIndex)..<end])
    }
    return String(host.split(separator: ":", omittingEmptySubsequences: false).first ?? "")
  }
}
