import Shell

/// The completions of bash, zsh and fish, made from the table of options.
package enum ShellCompletion {
  private static var tools: String { ProgramOption.tools.map(\.name).joined(separator: " ") }
  private static var names: String { ProgramOption.all.map(\.name).joined(separator: " ") }

  package static var bash: String {
    var cases: [String] = []
    for option in ProgramOption.all where option.value != nil {
      let words =
        option.choices.isEmpty
        ? (option.takesFile ? "compopt -o default" : "")
        : "COMPREPLY=($(compgen -W '\(option.choices.joined(separator: " "))' -- \"$word\"))"
      cases.append("    \(option.name)) \(words.isEmpty ? ":" : words); return ;;")
    }
    return """
      # Completion of tas for bash; made by `tas --manual bash`.
      _tas() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        case $before in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W '\(names)' -- "$word"))
          return
        fi
        if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W '\(tools)' -- "$word")); fi
        COMPREPLY+=($(compgen -f -X '!*.tas' -- "$word") $(compgen -d -- "$word"))
      }
      complete -o filenames -F _tas tas

      """
  }

  package static var zsh: String {
    let options = ProgramOption.all.map { option in
      var text = "\(option.name)[\(quoted(option.summary))]"
      if let value = option.value {
        let action =
          option.choices.isEmpty ? (option.takesFile ? "_files" : " ") : "(\(option.choices.joined(separator: " ")))"
        text += ":\(value):\(action)"
      }
      return "  '\(text)' \\"
    }
    return """
      #compdef tas
      # Completion of tas for zsh; made by `tas --manual zsh`.
      _tas_file() { _alternative 'tools:tool:(\(tools))' 'scripts:script:_files -g "*.tas"' }
      _arguments -s \\
      \(options.joined(separator: "\n"))
        '1:script:_tas_file' \\
        '*:script:_files'

      """
  }

  package static var fish: String {
    var lines = ["# Completion of tas for fish; made by `tas --manual fish`."]
    for option in ProgramOption.all {
      let dashes = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
      var line = "complete -c tas \(dashes) -d '\(quoted(option.summary))'"
      if !option.choices.isEmpty {
        line += " -x -a '\(option.choices.joined(separator: " "))'"
      } else if option.takesFile {
        line += " -r -F"
      } else if option.value != nil {
        line += " -x"
      }
      lines.append(line)
    }
    for tool in ProgramOption.tools {
      lines.append("complete -c tas -n __fish_use_subcommand -a \(tool.name) -d '\(quoted(tool.summary))'")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A summary inside of single quotes and of brackets.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "").replacing("`", with: "").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: ";")
  }
}
