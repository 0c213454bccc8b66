import Language
import Testing

@Suite("Names in texts")
struct TextTemplateTests {
  private func literal(_ text: String) throws -> Literal? {
    guard case .literal(let literal, _) = try Parser.expression(parsing: text, source: SourceID(0)) else { return nil }
    return literal
  }

  @Test("In double quotes `$name` and `${name}` denote values")
  func names() throws {
    guard case .template(let word)? = try literal(#""from $start to ${end}!""#) else {
      Issue.record("no template")
      return
    }
    let names = word.parts.compactMap { part in if case .value(let name, _) = part { name } else { nil } }
    #expect(names == ["start", "end"])
    #expect(word.description == #""from ${start} to ${end}!""#)
  }

  @Test(
    "A dollar sign without a name, escaped, or in single quotes is a dollar sign",
    arguments: [(#""costs $5""#, "costs $5"), (#""\$name""#, "$name"), ("'$name'", "$name"), (#""$""#, "$")])
  func dollars(text: String, value: String) throws { #expect(try literal(text) == .text(value)) }

  @Test("Printed text reads back", arguments: [#""$a b""#, #""\$a""#, #""${a}b""#, "'$a'"])
  func printing(text: String) throws {
    let first = try Parser.expression(parsing: text, source: SourceID(0))
    let second = try Parser.expression(parsing: first.description, source: SourceID(0))
    #expect(first.isEquivalent(to: second))
  }
}
