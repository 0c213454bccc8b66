import LibC

/// A run of a program to its end, with its output into nothing.
struct ProgramRun {
  /// The most memory that it had at a time, in bytes.
  let peakMemory: Int

  /// Runs the program.
  init(_ binary: String, _ arguments: [String]) throws(Workplace.Failure) {
    var vector: [UnsafeMutablePointer<CChar>?] = ([binary] + arguments).map { strdup($0) }
    defer { for pointer in vector { free(pointer) } }
    vector.append(nil)
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    guard posix_spawn(&process, binary, &actions, nil, vector, environ) == 0 else {
      throw Workplace.Failure(description: "cannot start \(binary)")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
    guard status == 0 else { throw Workplace.Failure(description: "\(binary) \(arguments) failed") }
    #if os(Linux)
      peakMemory = usage.ru_maxrss * 1024
    #else
      peakMemory = usage.ru_maxrss
    #endif
  }
}
