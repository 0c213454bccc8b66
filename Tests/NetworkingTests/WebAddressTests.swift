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

  @Test("a statement with a key in an address is known")
  func statements() {
    #expect(WebAddress.hasKey(in: "load X from \"https://h/x.csv?apikey=S3CRET\""))
    #expect(WebAddress.hasKey(in: "close\nload \"https://h/x.csv?a=b&token=t\"; close"))
    #expect(!WebAddress.hasKey(in: "load X from \"https://h/x.csv?symbol=A\""))
    #expect(!WebAddress.hasKey(in: "set key_command \"pass show tas\""))
  }
}
