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
        ? (option.takesFile ? "_tas_files" : ":") : "_tas_words \(option.choices.joined(separator: " "))"
      cases.append("    \(option.name)) \(words); return ;;")
    }
    let valued = ProgramOption.all.filter { $0.value != nil }.map(\.name).joined(separator: " | ")
    let tools = ProgramOption.tools.map { tool in
      "    \(tool.name)) _tas_files \(tool.files.ending ?? "-") ;;"
    }
    return """
      # Completion of tas for bash; made by `tas --manual bash`.
      #
      # bash ends words at `:` and `=`, so that a word is put together here, and what it has before its last colon is not
      # given twice.
      _tas_add() {
        local colons=
        [[ $word == *:* && $COMP_WORDBREAKS == *:* ]] && colons=${word%"${word##*:}"}
        COMPREPLY+=("${1#"$colons"}")
      }
      _tas_words() {
        local one
        for one in "$@"; do [[ $one == "$word"* ]] && _tas_add "$one"; done
      }
      # All files, those with an ending and folders, or with `-` folders alone.
      _tas_files() {
        local one
        compopt -o filenames 2>/dev/null
        while IFS= read -r one; do
          if [[ -d ${one/#~\\//$HOME/} || -z $1 || $1 != - && $one == *."$1" ]]; then _tas_add "$one"; fi
        done < <(compgen -f -- "$word")
      }
      _tas() {
        local i word before= first=
        local -a words=()
        COMPREPLY=()
        for ((i = 1; i <= COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $word == = ]]; then
            ((i < COMP_CWORD)) || words+=("")
          elif ((i > 1)) && [[ $word == :* || ${COMP_WORDS[i-1]} == *: ]]; then
            words[${#words[@]}-1]+=$word
          else
            words+=("$word")
          fi
        done
        for word in "${words[@]:0:${#words[@]}-1}"; do
          case $before in
            \(valued)) ;;
            *) [[ -n $first || $word == -* ]] || first=$word ;;
          esac
          before=$word
        done
        word=${words[${#words[@]}-1]}
        # Text typed with a quote or a backslash means the name without them.
        word=${word#[\\"\\']}
        word=${word//\\\\/}
        case $before in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $word == -* ]]; then
          _tas_words \(names)
          return
        fi
        if [[ -z $first ]]; then
          _tas_words \(Self.tools)
          _tas_files tas
          return
        fi
        case $first in
      \(tools.joined(separator: "\n"))
          *) _tas_files tas ;;
        esac
      }
      complete -F _tas tas

      """
  }

  package static var zsh: String {
    let options = ProgramOption.all.map { option in
      // `=` says that the value may follow the option or be the next word.
      let isLong = option.name.hasPrefix("--")
      var text = "\(option.name)\(isLong && option.value != nil ? "=" : "")[\(quoted(option.summary))]"
      if let value = option.value {
        let action =
          option.choices.isEmpty ? (option.takesFile ? "_files" : " ") : "(\(option.choices.joined(separator: " ")))"
        text += ":\(value):\(action)"
      }
      return "  '\(text)' \\"
    }
    let tools = ProgramOption.tools.map { tool in
      "    \(tool.name)) \(tool.files.ending.map { "_files -g \"*.\($0)(-.)\"" } ?? "_files -/") ;;"
    }
    let words = ProgramOption.tools.map { "'\($0.name):\(quoted($0.summary))'" }
    return """
      #compdef tas
      # Completion of tas for zsh; made by `tas --manual zsh`.
      _tas_tools() { local -a tools=(\(words.joined(separator: " "))); _describe 'tool' tools }
      _tas_first() { _alternative 'tools:tool:_tas_tools' 'scripts:script:_files -g "*.tas(-.)"' }
      _tas_rest() {
        case ${line[1]} in
      \(tools.joined(separator: "\n"))
          *) _files -g "*.tas(-.)" ;;
        esac
      }
      _tas() {
        local -a line
        local curcontext="$curcontext" state
        typeset -A opt_args
        _arguments -s \\
      \(options.joined(separator: "\n"))
          '1:script:_tas_first' \\
          '*:file:_tas_rest'
      }
      if [ "$funcstack[1]" = "_tas" ]; then _tas "$@"; else compdef _tas tas; fi

      """
  }

  package static var fish: String {
    var lines = [
      """
      # Completion of tas for fish; made by `tas --manual fish`.
      # Folders, and the files with an ending where one is given.
      function __tas_files
        set -l word (commandline -ct | string replace -r '^["\\']' '' | string replace -a '\\\\' '')
        set -l folder (string replace -r '[^/]*$' '' -- $word)
        set -l real (string replace -r '^~/' "$HOME/" -- $folder)
        for file in $real*/
          string replace -- "$real" "$folder" $file
        end
        test -n "$argv[1]"; or return
        for file in $real*.$argv[1]
          string replace -- "$real" "$folder" $file
        end
      end
      complete -c tas -f
      """
    ]
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
    for tool in ProgramOption.tools {
      let files = "__tas_files\(tool.files.ending.map { " \($0)" } ?? "")"
      lines.append("complete -c tas -n '__fish_seen_subcommand_from \(tool.name)' -a '(\(files))'")
    }
    let names = ProgramOption.tools.map(\.name).joined(separator: " ")
    lines.append("complete -c tas -n 'not __fish_seen_subcommand_from \(names)' -a '(__tas_files tas)'")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A summary inside of single quotes and of brackets.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "").replacing("`", with: "").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: ";")
  }
}
