import LibC
import TestSupport
import Testing

@Suite("The Jupyter kernel")
struct JupyterTests {
  /// A Python with the kernel's dependencies; nil if there is none.
  ///
  /// `TAS_PYTHON` names another than `python3`.
  private static let python: String? = {
    let name = getenv("TAS_PYTHON").map { String(cString: $0) } ?? "python3"
    guard let place = try? Place(),
      let ran = try? place.shell(
        "PATH=$PATH:/usr/local/bin; command -v \(name) && \(name) -c 'import ipykernel, jupyter_client'"),
      ran.status == 0
    else { return nil }
    return ran.output.split(separator: "\n").first.map(String.init)
  }()

  @Test(
    "Tables, pictures, errors, completion, help and interrupts work in a notebook",
    .enabled(if: python != nil, "needs Python with ipykernel and jupyter_client"))
  func kernel() throws {
    let place = try Place()
    let program = try #require(BuiltProducts.executable("tas"))
    let script = PackageFolder.file("scripts/jupyter/try_kernel.py")
    let ran = try place.run(
      try #require(Self.python), ["-B", script], environment: ["TAS": program, "IPYTHONDIR": place.path])
    #expect(
      ran.status == 0 && ran.output.contains("interrupts work"), "\(ran.output.suffix(2000)) \(ran.errors.suffix(3000))"
    )
  }
}
