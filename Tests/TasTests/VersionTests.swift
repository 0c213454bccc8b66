import PseudoTerminalSupport
import Testing

@Test("The program can be found")
func programExists() throws { _ = try BuiltProducts.executable("tas") }
