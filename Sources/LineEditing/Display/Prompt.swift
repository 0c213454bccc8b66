/// A prompt taken apart into characters and the colours that they have.
package struct Prompt: Equatable {
  /// A run of characters with the parameters of the `ESC [ … m` before them.
  package struct Run: Equatable {
    package var text: String
    package var parameters: String
  }

  /// The runs in order.
  package var runs: [Run] = []

  /// The text without its escape sequences.
  package var visible: String { runs.map(\.text).joined() }

  /// Takes a prompt apart that may hold colours (`ESC [ … m`) and newlines; other escape sequences are dropped.
  package init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var parameters = ""
    var run = ""
    var index = 0
    func flush(_ runs: inout [Run]) {
      if !run.isEmpty { runs.append(Run(text: run, parameters: parameters)) }
    }
    while index < scalars.count {
      if scalars[index] == "\u{1B}", index + 1 < scalars.count, scalars[index + 1] == "[" {
        let start = index + 2
        index = start
        while index < scalars.count, !("@"..."~").contains(scalars[index]) { index += 1 }
        if index < scalars.count, scalars[index] == "m" {
          flush(&runs)
          run = ""
          let added = String(scalars[start..<index])
          // 0 or nothing ends all colours; others add to those before.
          parameters = added.isEmpty || added == "0" ? "" : parameters.isEmpty ? added : parameters + ";" + added
        }
        index += 1
        continue
      }
      if scalars[index].value >= 0x20 || scalars[index] == "\n" { run.unicodeScalars.append(scalars[index]) }
      index += 1
    }
    flush(&runs)
  }
}
