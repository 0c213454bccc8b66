import Language
import Shell
import Testing

@Test("Command names and aliases are unique")
func uniqueNames() {
  let names = CommandTable.all.flatMap { [$0.syntax.name] + $0.syntax.aliases }
  #expect(Set(names).count == names.count)
}
