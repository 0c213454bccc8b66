import Platform
import Presentation
import Sessions
import Shell

/// A document about the program, made from its tables: the man page, the shells' completions, the reference as a page.
///
/// `tas --manual NAME` prints one; `scripts/install` puts each in its usual place.
public struct ProgramManual: Sendable {
  /// The word that `--manual` is asked with.
  public let name: String
  private let make: @Sendable () -> String

  /// The text.
  public var text: String { make() }

  /// All of them.
  public static let all: [ProgramManual] = [
    ProgramManual(name: "man") { manPage },
    ProgramManual(name: "bash") { ShellCompletion.bash },
    ProgramManual(name: "zsh") { ShellCompletion.zsh },
    ProgramManual(name: "fish") { ShellCompletion.fish },
    ProgramManual(name: "html") { ReferenceSite.page },
  ]

  /// The document of a name; nil if there is none.
  public static func named(_ name: String) -> ProgramManual? { all.first { $0.name == name } }

  private init(name: String, make: @escaping @Sendable () -> String) {
    self.name = name
    self.make = make
  }

  // MARK: The man page

  private static var manPage: String {
    var lines = [
      ".TH TAS 1 \"\" \"tas \(Environment.version)\" \"User commands\"", ".SH NAME",
      "tas \\- charts, backtests and valuations in one language", ".SH SYNOPSIS", ".nf",
      "\\fBtas\\fR [\\fIoptions\\fR]", "\\fBtas\\fR [\\fIoptions\\fR] \\fIfile.tas\\fR [\\fIname=value\\fR ...]",
      "\\fBtas\\fR [\\fIoptions\\fR] \\fB\\-c\\fR \\fIstatements\\fR",
    ]
    lines += ProgramOption.tools.map {
      "\\fBtas \($0.name)\\fR \\fI\($0.files.rawValue)\\fR\($0.files == .session ? "" : " ...")"
    }
    lines += [
      ".fi", ".SH DESCRIPTION",
      roff(
        """
        tas is an analysis shell for people who read markets and value companies: a prompt and a small language over \
        indicators, a backtester and discounted cash flows. Without a file it opens the prompt where standard input is a \
        terminal, and runs standard input elsewhere. Real data are inside: `load sample SPY`, then `rsi(14)`.
        """),
      ".SH OPTIONS",
    ]
    for option in ProgramOption.all {
      let value = option.value.map { " \\fI\($0)\\fR" } ?? ""
      let choices = option.choices.isEmpty ? "" : " One of \(option.choices.joined(separator: ", "))."
      lines += [".TP", "\\fB\(roff(option.name))\\fR\(value)", roff(option.summary + choices)]
    }
    lines.append(".SH SCRIPTS")
    for tool in ProgramOption.tools { lines += [".TP", "\\fBtas \(tool.name)\\fR", roff("To \(tool.summary).")] }
    lines.append(".SH COMMANDS")
    for category in Command.Category.allCases {
      lines.append(".SS \(category.rawValue)")
      for entry in entries(of: category) { lines += [".TP", "\\fB\(roff(entry.name))\\fR", roff(entry.summary)] }
    }
    lines.append(".SH LANGUAGE")
    for page in LanguagePage.all { lines += [".TP", "\\fB\(roff(page.name))\\fR", roff(page.summary)] }
    lines += [
      ".SH EXIT STATUS",
      roff("0 if all statements succeeded, 1 if one failed, 2 for wrong usage, 130 if interrupted."),
      ".SH FILES", ".TP", "\\fI$XDG_CONFIG_HOME/tas/rc.tas\\fR, \\fI~/.config/tas/rc.tas\\fR",
      "Statements that the prompt runs at its start.", ".TP", "\\fI$XDG_STATE_HOME/tas\\fR, \\fI~/.local/state/tas\\fR",
      "The history and the sessions of the prompt.", ".SH SEE ALSO",
      roff("`help` in the prompt has the whole reference, and `tas --manual html` prints it as one page."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command or a definition with its summary, as lists of them show it.
  package static func entries(of category: Command.Category) -> [(name: String, summary: String)] {
    HelpPages.definitions.filter { $0.category == category }.map { ($0.name, $0.summary) }
      + CommandTable.all.filter { $0.category == category }.map { ($0.name, $0.summary) }
  }

  /// A text with roff's own syntax escaped.
  private static func roff(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\n", with: " ")
    if let first = result.first, first == "." || first == "'" { result = "\\&" + result }
    return result
  }
}
