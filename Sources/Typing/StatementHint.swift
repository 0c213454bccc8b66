import Evaluation
import Indicators
import Language
import OrderedCollections
import Sessions
import Shell
import StandardIndicators
import Workspace

/// The possible continuation, shown after the cursor while a statement is typed: the arguments of the call that has
/// just been opened, or the continuation of a command.
public enum StatementHint {
  /// The hint at the end of a text, or nil if there is nothing to show.
  public static func text(after text: String, session: Session) -> String? {
    guard let last = text.last, "(, ".contains(last) else { return nil }
    let expected = Parser.expectations(in: text, commands: CommandTable.syntaxes)
    guard expected.start == text.utf8.count, !expected.isQuoted else { return nil }
    if let call = expected.call {
      return call.argumentName == nil ? arguments(of: call, in: text, session) : nil
    }
    return last == " " ? usage(after: text) : nil
  }

  /// The arguments that are still to come.
  private static func arguments(of call: Expectations.Call, in text: String, _ session: Session) -> String? {
    let typed = typedArguments(in: text)
    guard let signature = signature(of: call.function, session, leavesOutSeries: typed.first.map(isScalar) ?? false)
    else { return nil }
    let rest = signature.dropFirst(typed.count).filter { parameter in
      !typed.contains { $0.hasPrefix(parameter.prefix { $0 != "=" } + "=") }
    }
    return rest.isEmpty ? ")" : rest.joined(separator: ", ") + ")"
  }

  /// The arguments of a function in order, each with its default.
  private static func signature(of name: String, _ session: Session, leavesOutSeries: Bool) -> [String]? {
    if let strategy = session.strategies[name] { return texts(of: strategy.definition.parameters) }
    if case .indicator(let definition)? = session.names[name]?.meaning { return texts(of: definition.parameters ?? []) }
    if let indicator = Indicator.named(name) {
      let series = leavesOutSeries ? [] : indicator.inputs.map { "[\($0.name)]" }
      return series + indicator.parameters.map { "\($0.name)=\(HelpPages.defaultText($0))" }
    }
    guard let function = BarFunction.named(name) else { return nil }
    return function.parameters + (function.isVariadic ? ["…"] : [])
  }

  private static func texts(of parameters: [ParameterDefinition]) -> [String] {
    parameters.map { "\($0.name)=\($0.defaultValue)" }
  }

  /// The texts of the arguments before the one typed at the end.
  private static func typedArguments(in text: String) -> [String] {
    var depth = 0
    var arguments: [String] = []
    var end = text.endIndex
    var index = text.endIndex
    while index > text.startIndex {
      index = text.index(before: index)
      switch text[index] {
      case ")", "]": depth += 1
      case "(", "[":
        if depth == 0 {
          arguments.append(String(text[text.index(after: index)..<end]))
          return arguments.dropFirst().reversed().map(trimmed)
        }
        depth -= 1
      case "," where depth == 0:
        arguments.append(String(text[text.index(after: index)..<end]))
        end = index
      default: break
      }
    }
    return []
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace))
  }

  /// True for an argument that is not a series, so that the leading series are omitted.
  private static func isScalar(_ argument: String) -> Bool {
    guard let first = argument.first else { return false }
    let name = argument.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    let rest = argument.dropFirst(name.count).drop(while: \.isWhitespace)
    return first.isNumber || first == "\"" || first == "'" || rest.hasPrefix("=") && !rest.hasPrefix("==")
  }

  /// The continuation of a command whose word alone was typed.
  private static func usage(after text: String) -> String? {
    let line = text.split(whereSeparator: { $0 == "\n" || $0 == ";" }).last ?? ""
    let words = line.split(separator: " ")
    guard words.count == 1, let name = words.first.map(String.init) else { return nil }
    let usage =
      CommandTable.command(named: name)?.usage.first
      ?? HelpPages.definitions.first { $0.name == name }?.usage.first
    guard let usage, usage.hasPrefix(name + " ") else { return nil }
    return String(usage.dropFirst(name.count + 1))
  }
}
