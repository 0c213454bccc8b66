import LibC
import TestSupport
import Testing

@Suite("tas serve")
struct ServeTests {
  /// The Python that has the package `websockets`: TAS_FAKE_PYTHON, else `python3`; nil if none has it.
  static let python: String? = {
    let named = getenv("TAS_FAKE_PYTHON").map { String(cString: $0) } ?? "python3"
    let ran = try? Place().shell("\(named) -c 'import websockets' && command -v openssl >/dev/null && echo yes")
    return ran?.output == "yes\n" ? named : nil
  }()

  @Test(
    "Another client signs in over TLS, hears what is booked, and is refused in time",
    .enabled(if: python != nil, "no Python with `websockets` (TAS_FAKE_PYTHON), or no openssl"))
  func client() throws {
    let place = try Place()
    let program = try #require(BuiltProducts.executable("tas"))
    let script = PackageFolder.path + "/Tests/TasTests/Clients/serve.py"
    let ran = try place.run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\"", Self.python ?? "", script, program, place.path],
      environment: ["XDG_DATA_HOME": place.path + "/data"])
    #expect(
      ran.output == """
        without TLS it serves this machine alone
        TLS with a certificate of its own
        sockets tell what another program books, within a second
        long bodies, long headers and slow ones are refused
        a client has 32 connections, and others later
        SIGTERM ends it
        a change that is killed is made or not made

        """, "\(ran)")
  }

  @Test("Wrong calls say what is allowed, and the document is printed without a server")
  func calls() throws {
    let place = try Place()
    for (words, text) in [
      (["--port", "70000"], "0 to 65535"), (["--only", "news"], "analysis, validation, reporting or admin"),
      (["--tls", "cert.pem"], "missing value"), (["user", "add"], "tas serve user list"),
      (["a.tas", "b.tas"], "one script"),
      (["--fast"], "unknown option"),
    ] {
      let ran = try place.run(try #require(BuiltProducts.executable("tas")), ["serve"] + words)
      #expect(ran.status == 2 && ran.errors.contains(text), "\(words): \(ran)")
    }
    #expect(try place.tas("serve", "--openapi").output.hasPrefix("{\n  \"openapi\": \"3.1.0\""))
    #expect(try place.tas("serve", "--help").output.hasPrefix("tas serve [FILE.tas]"))
    let weak = try place.tas(
      "serve", "user", "add", "ada", "--email", "ada@desk.example", input: "secret\n",
      environment: ["XDG_DATA_HOME": place.path + "/data"])
    #expect(weak.status == 1 && weak.errors.contains("8 to 128 characters"), "\(weak)")
  }
}
