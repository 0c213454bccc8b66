import CLibEdit

/// The interrupt key (Ctrl-C) as a flag that long work can look at.
///
/// The handler only sets the flag, which is safe in a signal handler. Work that may take long looks at
/// `isPending` now and then and ends itself; whoever started the work clears the flag before it starts.
/// While a line is being edited, the key drops the line instead (`LineEditor.Input.interrupted`).
public enum Interrupts {
  /// Makes SIGINT set the flag instead of ending the program.
  ///
  /// Further calls change nothing.
  public static func install() {
    cle_install_interrupts()
  }

  /// True if an interrupt has come since the flag was last cleared.
  ///
  /// One atomic load.
  public static var isPending: Bool {
    cle_interrupt_is_pending()
  }

  /// The number of interrupts that have come, those which were cleared among them: if it has grown, there is a new one.
  public static var count: UInt32 {
    cle_interrupt_count()
  }

  /// Forgets an interrupt that has come.
  public static func clear() {
    cle_clear_interrupt()
  }
}
