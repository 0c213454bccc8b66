import Platform
import Testing

@Suite("Addresses on the network")
struct WebAddressTests {
  @Test(
    "an address reads and prints as it was",
    arguments: [
      "https://api.example.com/v1/bars?a=b&c=d", "http://127.0.0.1:8080/x.csv", "https://[::1]:443/", "https://a.b/c?x",
    ])
  func roundTrip(text: String) { #expect(WebAddress(text)?.description == text) }

  @Test(
    "what is no address of the web is none",
    arguments: [
      "", "example.com", "ftp://example.com/", "https://", "https://user:word@example.com/", "https://a b/",
      "https://example.com:0/", "https://example.com:99999/", "https://example.com/\r\nX: y", "file:///etc/passwd",
    ])
  func refused(text: String) { #expect(WebAddress(text) == nil) }

  @Test("a secret is sent and not shown")
  func secret() throws {
    let address = try #require(WebAddress("https://api.example.com")).adding(path: "v1").adding("q", "a b&c")
      .adding("key", Secret("s&cret"))
    #expect(address.revealed == "https://api.example.com/v1?q=a%20b%26c&key=s%26cret")
    #expect(address.description == "https://api.example.com/v1?q=a%20b%26c&key=…")
    #expect("\(Secret("abc"))" == "…" && String(reflecting: Secret("abc")) == "…")
    var dumped = ""
    dump(WebRequest(address).adding("X", "Bearer ", Secret("abc")), to: &dumped)
    #expect(!dumped.contains("s&cret") && !dumped.contains("abc"))
    #expect(Secret("s&cret").hidden(in: "no s&cret, no s%26cret here") == "no …, no … here")
    #expect(Secret("k").hidden(in: "asked") == "asked" && Secret("").hidden(in: "asked") == "asked")
  }

  @Test("a part of a query that is named like a key is one")
  func named() throws {
    let address = try #require(WebAddress("https://a.b/x.csv?symbol=A&api_key=s%26c&access-token=t")).hidingKeys
    #expect(address.description == "https://a.b/x.csv?symbol=A&api_key=…&access-token=…")
    #expect(address.revealed == "https://a.b/x.csv?symbol=A&api_key=s%26c&access-token=t")
  }

  @Test("only this machine may be asked in the clear")
  func privacy() throws {
    for text in ["http://127.0.0.1/", "http://localhost:1/", "http://[::1]/", "https://example.com/"] {
      #expect(WebAddress(text)?.isPrivate == true, "\(text)")
    }
    for text in ["http://example.com/", "http://127.0.0.1.example.com/", "http://127.1/", "http://10.0.0.1/"] {
      #expect(WebAddress(text)?.isPrivate == false, "\(text)")
    }
  }

  /// Addresses with a secret in each place where one may be.
  static let addresses = [
    "https://h.example/x.csv?apikey=%", "https://h.example/x.csv?symbol=A&crumb=%", "https://u:%@h.example/x.csv",
    "https://%@h.example/x.csv", "https://h.example/x.csv?%", "https://h.example/x.csv?a=1;sid=%",
    "https://h.example/x.csv#access_token=%", "https://h.example/%/x.csv", "https://h.example/feed/%.csv",
    "https://h.example/token/%/x.csv", "https://h.example/x.csv;jsessionkey=%", "HTTPS://H.EXAMPLE/?X-Amz-Signature=%",
    "http://127.0.0.1:1/x?key=%&symbol=B", "https://h.example/x%3Fapikey%3D%", "h.example/x.csv?token=%",
    "ftp://me:%@h.example/x", "https://h.example/x?id=%", "https://[::1]:8/x?k1=%&symbol=A",
    "https://h.example/x?url=https://o.example/y?k=%", "postgres://me:%@h.example/db",
  ]

  /// Statements and messages around an address.
  static let frames = [
    "load \"@\"", "load '@'", "load X from \"@\" timezone UTC", "let u = \"@\"", "param u = '@'", "print \"@\"",
    "# see @", "close # @", "f(\"@\"", "(\"@\", 1)", "1,\"@\"", "load @ X", "load \"@", "close\nload '@'; close",
    "{\"statement\": \"load \\\"@\\\"\"}", "cannot read @: it is not there", "print \"a $name @ b\"", "@", "see `@`.",
    "load sample SPY; load \"@\"; show",
  ]

  @Test(
    "a key is hidden that is typed beside no address, in quotes of its own, or without a scheme",
    arguments: [
      "load \"http://h.example/x.csv?token=\"%\"\"", "load \"//bob:%@h.example/x.csv\"",
      "load bob:%@h.example:81/x.csv", "key polygon %", "load sample SPY; key fred \"%\"", "key polygon = %",
      "load AAPL from polygon key %", "POLYGON_API_KEY=%", "let token = \"%\"", "param api_key = '%'", "key=%",
    ])
  func beside(statement: String) {
    let canary = "c4N4ry7f3a9d2e8b5"
    let hidden = AddressText.hiding(statement.replacing("%", with: canary))
    #expect(!hidden.contains(canary) && hidden.contains(Secret.mask), "\(hidden)")
  }

  @Test(
    "other text stays as typed",
    arguments: [
      "key polygon drop", "key polygon", "print \"the key to it\"", "let key = 3", "x == y", "let monkey = \"banana\"",
      "close @ X:BTCUSD @ 1d", "close@X:BTCUSD@1d", "set key_command = pass show polygon", "by = \"year\"",
    ])
  func noKey(statement: String) { #expect(AddressText.hiding(statement) == statement) }

  @Test("a secret in an address is hidden in any statement and message, and comes back for its own server")
  func hidden() {
    let canary = "c4N4ry7f3a9d2e8b5"
    for address in Self.addresses {
      for frame in Self.frames {
        let text = frame.replacing("@", with: address.replacing("%", with: canary, maxReplacements: 1))
        let shape =
          address.replacing("%3F", with: "?").replacing("%3D", with: "=").contains("?apikey=%")
            && address.contains("%3F") ? frame.replacing("@", with: "https://h.example/x%3Fapikey%3D" + canary) : text
        #expect(!AddressText.hiding(shape).contains(canary), "\(shape)")
        #expect(!AddressSecrets().hiding(shape).contains(canary), "\(shape)")
      }
    }
    let secrets = AddressSecrets()
    let shown = secrets.hiding("load \"https://h/x.csv?apikey=S3CRET&n=5\"; load \"https://i/y?token=0THER\"")
    #expect(shown == "load \"https://h/x.csv?apikey=…&n=5\"; load \"https://i/y?token=…2\"")
    #expect(secrets.hiding(shown) == shown)
    #expect(secrets.revealing("https://h/x.csv?apikey=…&n=5") == "https://h/x.csv?apikey=S3CRET&n=5")
    #expect(secrets.revealing("https://i/y?token=…2") == "https://i/y?token=0THER")
    #expect(secrets.revealing("https://i/y?token=…") == "https://i/y?token=…")
    #expect(secrets.hiding("load \"https://u:p4ss@h/x\"") == "load \"https://…3@h/x\"")
    #expect(secrets.revealing("https://…3@h/x") == "https://u:p4ss@h/x")
    #expect(secrets.isNews(in: shown) && !secrets.isNews(in: shown))
  }

  @Test(
    "an address without a secret stays as it is",
    arguments: [
      "https://h/x.csv?symbol=A&from=2020-01-01&interval=1d", "https://h/prices20240101to20241231.csv",
      "https://h/data/companyfacts/CIK0000320193.json", "https://h/spy-1d-2020-adjusted-v2.csv", "https://h/x?raw",
      "set key_command \"pass show tas\"", "a = b ? c : d", "https://h/DailyTreasuryYieldCurveRates.csv",
      "load \"https://h/x?apikey=$k\"",
    ])
  func shown(text: String) { #expect(AddressText.hiding(text) == text) }
}
