/// Another program on this machine.
public enum OtherProcess {
  /// True if a process is at work: one that was killed and that its parent has not asked about is not.
  public static func isAlive(_ pid: Int) -> Bool {
    guard let pid = pid_t(exactly: pid), pid > 0, kill(pid, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      // The state comes after the name, which is in parentheses and may have others inside.
      guard let text = SystemMemory.contents(of: "/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
        return true
      }
      return text[name...].dropFirst(2).first != "Z"
    #else
      return true
    #endif
  }
}
