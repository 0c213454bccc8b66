import Platform

/// The network of the transcripts: providers that know a few symbols, each for one behaviour.
struct ScriptedNetwork: Transport {
  /// The variables of the environment, with keys of three providers.
  static let variables = [
    "POLYGON_API_KEY": "k", "FRED_API_KEY": "k", "SEC_CONTACT": "me@example.com",
    "APCA_API_KEY_ID": "k", "APCA_API_SECRET_KEY": "s",
  ]

  /// Monday 2024-06-03 at noon UTC, before New York opens.
  static let clock = WaitingClock(now: { 1_717_416_000_000 }, wait: { _, _ in }, spread: { 0 })

  func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer {
    let path = request.address.path
    switch request.address.host {
    case "api.polygon.io": return try polygon(path)
    case "api.stlouisfed.org": return fred(request.address)
    case "www.sec.gov": return text(#"{"0":{"cik_str":1652044,"ticker":"GOOGL","title":"Alphabet Inc."}}"#)
    case "query1.finance.yahoo.com" where path.hasSuffix("/search"): return text(Self.found)
    case "query1.finance.yahoo.com" where path.contains("/chart/"):
      return text(Self.chart(of: path.split(separator: "/").last.map(String.init) ?? ""))
    case "api.binance.com":
      return text(#"[[1717408740000,"69000","69001","69000","69001","0.2",1717408799999,"0",2,"0","0","0"]]"#)
    case "data.alpaca.markets": return text(#"{"bars":null,"symbol":"SPY","next_page_token":null}"#)
    case "api.alpaca.markets": return broker(request)
    case "example.com" where path == "/week.csv":
      return text("Date,Close\n2024-05-27,10\n2024-05-28,11\n2024-05-29,12\n")
    default: throw TransportError(.unreachable, "it cannot be reached")
    }
  }

  private func text(_ body: String, status: Int = 200, headers: [String: String] = [:]) -> WebAnswer {
    WebAnswer(status: status, headers: headers, body: Array(body.utf8))
  }

  private func polygon(_ path: String) throws(TransportError) -> WebAnswer {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 3, parts[0] == "v2" else {
      return text(
        path.hasSuffix("dividends")
          ? #"{"status":"OK","results":[{"cash_amount":0.25,"ex_dividend_date":"2024-05-30","currency":"USD"}]}"#
          : #"{"status":"OK","results":[]}"#)
    }
    switch parts[3] {
    case "AAPL": return text(Self.bars)
    case "SLOW": throw TransportError(.silent, "it does not answer in time")
    case "HUGE": throw TransportError(.tooLarge, "the answer has more than 256 MB")
    case "OFF": throw TransportError(.closed, "this session has no network")
    case "BUSY": return text("", status: 429, headers: ["retry-after": "86400"])
    case "PAGE": return text("<html>maintenance</html>")
    case "DENIED": return text("", status: 403)
    case "WRONG": return text("bad request", status: 400)
    case "NONE": return text(#"{"status":"OK","resultsCount":0}"#)
    default: throw TransportError(.unreachable, "it cannot be reached")
    }
  }

  /// An account with a thousand dollars, at which every order rests.
  private func broker(_ request: WebRequest) -> WebAnswer {
    switch request.address.path {
    case "/v2/account":
      return text(#"{"account_number":"123456789","status":"ACTIVE","currency":"USD","cash":"1000"}"#)
    case "/v2/orders" where request.method == "POST", "/v2/orders:by_client_order_id":
      return text(#"{"id":"a1","client_order_id":"","symbol":"SPY","status":"new","filled_qty":"0"}"#)
    case "/v2/orders/a1": return text("", status: 204)
    default: return text("[]")
    }
  }

  private func fred(_ address: WebAddress) -> WebAnswer {
    let isFirst = address.query.contains { $0.name == "output_type" }
    let values = [
      ("2024-02-01", "2024-03-08", "3.9"), ("2024-03-01", "2024-04-05", "3.8"), ("2024-04-01", "2024-05-03", "3.9"),
    ]
    let rows = values.map { day, released, value in
      #"{"realtime_start":"\#(isFirst ? released : "2024-06-03")","date":"\#(day)","value":"\#(value)"}"#
    }
    return text(#"{"count":3,"offset":0,"observations":[\#(rows.joined(separator: ","))]}"#)
  }

  /// Bars of 2024-05-29 to 2024-06-03, the last one not over.
  private static let bars: String = {
    let rows = [
      (1_716_955_200_000, 190.0), (1_717_041_600_000, 191), (1_717_128_000_000, 192), (1_717_387_200_000, 193),
    ]
    let bars = rows.map { #"{"t":\#($0),"o":\#($1),"h":\#($1 + 1),"l":\#($1 - 1),"c":\#($1),"v":1000}"# }
    return #"{"status":"OK","adjusted":false,"resultsCount":4,"results":[\#(bars.joined(separator: ","))]}"#
  }()

  private static let found = """
    {"quotes":[{"symbol":"GOOGL","longname":"Alphabet Inc.","quoteType":"EQUITY","exchange":"NMS"},
    {"symbol":"GOOG","longname":"Alphabet Inc.","quoteType":"EQUITY","exchange":"NMS"}]}
    """

  private static func chart(of symbol: String) -> String {
    """
    {"chart":{"result":[{"meta":{"currency":"USD","symbol":"\(symbol)","exchangeTimezoneName":"America/New_York",
    "gmtoffset":-14400,"regularMarketTime":1717185601,"regularMarketPrice":192.25,"chartPreviousClose":191.29}}],
    "error":null}}
    """
  }
}

/// The sockets of the transcripts: Binance with a minute that closes, and Alpaca, whose one connection another
/// program has.
struct ScriptedSockets: SocketTransport {
  var closed: TransportError? { nil }

  func open(_ address: WebAddress, _ tell: @escaping @Sendable (SocketEvent) -> Void) -> any Socket {
    tell(.opened(date: nil))
    return Scripted(isTaken: address.host.contains("alpaca"), tell: tell)
  }

  private struct Scripted: Socket {
    let isTaken: Bool
    let tell: @Sendable (SocketEvent) -> Void

    func send(_ text: String) {
      if isTaken { return tell(.frame(#"[{"T":"error","code":406,"msg":"connection limit exceeded"}]"#)) }
      guard text.contains("\"SUBSCRIBE\"") else { return }
      for (price, isClosed) in [(69_002, false), (69_003, true)] {
        tell(
          .frame(
            """
            {"e":"kline","E":1717408860000,"s":"BTCUSDT","k":{"t":1717408800000,"T":1717408859999,"o":"69001",\
            "h":"69003","l":"69000","c":"\(price)","v":"0.2","x":\(isClosed)}}
            """))
      }
    }
    func ping() {}
    func close() {}
  }
}
