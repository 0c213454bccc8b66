/// A session that `undo` or `redo` goes to.
///
/// The list of them is copied with each statement, so that a failed one changes nothing: an instance costs one
/// reference there, where a session would cost one for each of its parts.
final class KeptSession: Sendable {
  let session: Session

  init(_ session: Session) { self.session = session }
}
