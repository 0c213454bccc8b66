import JSON
import LibC
import LineEditing
import Platform
import Presentation
import Reports
import Shell

/// A script whose streams live on without a prompt, for a service manager.
struct Watch {
  let program: Program
  let path: String

  /// The longest sleep between two looks at the streams, in microseconds.
  private static let pause: useconds_t = 20_000

  func run() throws(FileError) -> ExitStatus {
    let script = try program.environment.files.read(path)
    Interrupts.install()
    EndingRequest.install()
    let log = try program.options.log.map { path throws(FileError) in try WatchLog(path, in: program.environment.files)
    }
    var interpreter: Interpreter
    switch program.makeInterpreter(overrides: [], mayCreateSession: true) {
    case .success(let made): interpreter = made
    case .failure(let refusal): return refusal.status
    }
    let worked = interpreter.runScript(script, named: path, keepGoing: false) { program.show($0, $1) }
    guard worked else { return .failure }
    // What came while no program watched, as far as the provider has it.
    if let log { tell(log.missed(in: interpreter), log) }
    tell(interpreter.takeLive(), log)
    while !interpreter.isQuitting, !EndingRequest.isPending, !Interrupts.isPending, !Console.isOutputGone {
      let lines = interpreter.takeLive()
      tell(lines, log)
      if !interpreter.isWatching || interpreter.isLive && interpreter.isLiveOver { break }
      if lines.isEmpty { usleep(Self.pause) }
    }
    interpreter.settleNotices()
    tell(interpreter.takeLive(), log)
    let isRefused = interpreter.isLiveRefused
    interpreter.endLive()
    return isRefused ? .failure : .success
  }

  private func tell(_ lines: [LiveLine], _ log: WatchLog?) {
    let isJSON = program.options.format.isForPrograms
    for line in lines where log?.isNews(line) ?? true {
      program.console.write((isJSON ? line.json.write() : line.text) + "\n")
      log?.add(line)
    }
  }
}

/// The file of events of `tas watch`: what was logged before a kill is not logged again.
final class WatchLog {
  private let file: any AppendedFile
  private var last: [String: String]

  init(_ path: String, in files: any FileSystem) throws(FileError) {
    var known: [String: String] = [:]
    if files.exists(path) {
      for line in try files.read(path).split(separator: UInt8(ascii: "\n")) {
        guard let data = (try? JSONValue(parsing: Array(line)))?["data"], data["type"] == "bar" else { continue }
        Self.note(data, &known)
      }
    }
    last = known
    file = try files.openForAppending(path)
  }

  private static func note(_ data: JSONValue, _ last: inout [String: String]) {
    guard let series = data["series"]?.stringValue, let time = data["time"]?.stringValue else { return }
    if last[series].map({ $0 < time }) ?? true { last[series] = time }
  }

  /// True for a line that is not there yet: bars come in the order of time, corrections at any time.
  func isNews(_ line: LiveLine) -> Bool {
    let data = line.json["data"]
    guard line.kind == .bar, data?["revised"] == nil, let series = data?["series"]?.stringValue,
      let time = data?["time"]?.stringValue, let known = last[series]
    else { return true }
    return known < time
  }

  func add(_ line: LiveLine) {
    guard let data = line.json["data"] else { return }
    if line.kind == .bar { Self.note(data, &last) }
    try? file.append(Array((line.json.write() + "\n").utf8))
  }

  /// The bars of the live series after those that were logged before the program was ended.
  func missed(in interpreter: Interpreter) -> [LiveLine] {
    interpreter.liveBars(after: last)
  }
}

/// SIGTERM as a question: the program ends between two bars, when it is looked at.
enum EndingRequest {
  nonisolated(unsafe) private static var flag: sig_atomic_t = 0

  static var isPending: Bool { flag != 0 }

  static func install() {
    flag = 0
    for number in [SIGTERM, SIGHUP] { signal(number) { _ in EndingRequest.flag = 1 } }
  }
}
