import TestSupport
import Testing
import Text

@Suite("Parts of texts")
struct PartTests {
  @Test("A part is found where the standard library finds it")
  func parts() {
    var random = Dice(3)
    func text(_ most: Int) -> String {
      String((0..<Int.random(in: 0...most, using: &random)).map { _ in "ab ".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<5_000 {
      let (whole, part) = (text(12), text(4))
      #expect(whole.hasPart(part) == whole.contains(part), "`\(part)` in `\(whole)`")
    }
    #expect("Kürzel über".hasPart("über"))
    #expect(!"a".hasPart("ab"))
  }
}
