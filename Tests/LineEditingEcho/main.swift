// Reads entries with the line editor and prints each, for the tests to drive through a pseudo-terminal.
//
// Its language: an entry with an open bracket is not complete; the completion key knows a few words.

import LibC
import LineEditing

let words: [CompletionCandidate] = [
  CompletionCandidate(text: "backtest", detail: "runs a strategy"),
  CompletionCandidate(text: "describe", detail: "counts and means"),
  CompletionCandidate(text: "drawdowns", detail: "falls from a peak"),
  CompletionCandidate(text: "stats", detail: "figures of a run"),
  CompletionCandidate(text: "strategy", detail: "rules with a name"),
  CompletionCandidate(text: "stochrsi(", detail: "stochastic of RSI"),
  CompletionCandidate(text: "übersicht", detail: "Überblick"),
]

func complete(_ text: String, _ cursor: Int) -> Completions {
  let head = Array(text.utf8.prefix(cursor))
  let start = head.lastIndex { $0 == 0x20 || $0 == 0x0A || $0 == 0x28 }.map { $0 + 1 } ?? 0
  let typed = String(decoding: head[start...], as: UTF8.self)
  if typed.hasPrefix("n") {
    let many = (100..<160).map { CompletionCandidate(text: "name_\($0)") }
    return Completions(replaceStart: start, candidates: many.filter { $0.text.hasPrefix(typed) })
  }
  return Completions(replaceStart: start, candidates: words.filter { $0.text.hasPrefix(typed) })
}

func isComplete(_ text: String) -> Bool {
  text.count { $0 == "(" } <= text.count { $0 == ")" }
}

func escaped(_ text: String) -> String {
  text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
}

extension String {
  func replacing(_ character: Character, with replacement: String) -> String {
    reduce(into: "") { $0 += $1 == character ? replacement : String($1) }
  }
}

var configuration = LineEditorConfiguration(readsEditrc: false)
var hasHints = false
var prompt = "tas> "

/// Events, one each tenth of a second, the last with another prompt.
final class Events {
  var left = 0
  private var count = 0

  func next() -> LineNews? {
    count += 1
    guard left > 0, count % 4 == 0 else { return nil }
    left -= 1
    return LineNews(text: "event \(count / 4)\n", prompt: left == 0 ? "live> " : nil)
  }
}
let events = Events()
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--history": configuration.historyFile = arguments.popFirst()
  case "--limit": configuration.historyLimit = arguments.popFirst().flatMap { Int($0) } ?? 100
  case "--prompt": prompt = arguments.popFirst() ?? prompt
  case "--no-color": configuration.isColorEnabled = false
  case "--editrc": configuration.readsEditrc = true
  case "--hints": hasHints = true
  case "--news": events.left = arguments.popFirst().flatMap { Int($0) } ?? 0
  default:
    print("unknown argument \(argument)")
    exit(2)
  }
}

guard let editor = LineEditor(configuration: configuration, program: "line-editing-echo") else {
  print("no editor")
  exit(2)
}
editor.complete = complete
editor.isComplete = isComplete
if hasHints {
  editor.hint = { text in
    guard text.hasPrefix("sma") && !text.contains("(") else { return nil }
    return LineHint(text: "sma(close, 20)".dropFirst(text.count).description, isInsertable: true)
  }
}

reading: while true {
  let input =
    events.left > 0
    ? editor.read(prompt: prompt, continuationPrompt: "...> ", news: events.next)
    : editor.read(prompt: prompt, continuationPrompt: "...> ")
  switch input {
  case .entry("sleep"):
    Interrupts.clear()
    print("sleeping")
    fflush(nil)
    for _ in 0..<1000 where !Interrupts.isPending { usleep(10_000) }
    print(Interrupts.isPending ? "woken" : "slept")
  case .entry(let text):
    print("entry: \(escaped(text))")
  case .interrupted:
    print("interrupted")
  case .endOfInput:
    print("end")
    break reading
  }
}
