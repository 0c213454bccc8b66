import JSON
import LibC
import Presentation

/// A program next to this one that answers a line of JSON with one: TA-Lib in Python.
final class Peer {
  fileprivate let process: pid_t
  private let requests: Int32
  private let answers: UnsafeMutablePointer<FILE>

  /// Starts a program whose standard input and output are the conversation; nil if it does not start.
  init?(_ program: String, _ arguments: [String]) {
    var request: [Int32] = [0, 0]
    var answer: [Int32] = [0, 0]
    guard pipe(&request) == 0, pipe(&answer) == 0 else { return nil }
    // The program ends when it reads the end of its input, so no copy of our end may stay open in it.
    for descriptor in [request[1], answer[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var vector: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for pointer in vector { free(pointer) } }
    vector.append(nil)
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, request[0], 0)
    posix_spawn_file_actions_adddup2(&actions, answer[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    let isStarted = posix_spawnp(&process, program, &actions, nil, vector, environ) == 0
    close(request[0])
    close(answer[1])
    guard isStarted, let stream = fdopen(answer[0], "r") else {
      close(request[1])
      return nil
    }
    // A program that has ended is detected by its missing answer, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    (self.process, requests, answers) = (process, request[1], stream)
  }

  deinit {
    close(requests)
    fclose(answers)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  /// Asks and waits for the answer; nil if the program has ended.
  func ask(_ request: JSONValue) -> JSONValue? {
    let bytes = Array((request.write() + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { send(requests, $0.baseAddress, sent, bytes.count) }
      guard count > 0 else { return nil }
      sent += count
    }
    return next()
  }

  /// The next line of its answer; nil if the program has ended.
  func next() -> JSONValue? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    guard getline(&line, &capacity, answers) > 0, let line else { return nil }
    return try? JSONValue(parsing: String(cString: line))
  }
}

extension Peer {
  /// The most memory that the program has had at a time, in bytes; nil if the system does not report it for other
  /// programs.
  var peakMemory: Int? {
    guard let stream = fopen("/proc/\(process)/status", "r") else { return nil }
    defer { fclose(stream) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, stream) > 0, let line {
      let words = String(cString: line).split { $0 == " " || $0 == "\t" }
      if words.first == "VmHWM:", words.count > 1, let kilobytes = Int(words[1]) { return kilobytes * 1024 }
    }
    return nil
  }
}

/// Writes the bytes from `sent` on.
private func send(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ sent: Int, _ count: Int) -> Int {
  guard let base else { return 0 }
  return write(descriptor, base + sent, count - sent)
}
