import JSON
import Platform

extension SessionFile {
  /// Writes a session to a file that its owner alone may read; the times in it come from the environment's clock.
  package static func write(
    _ session: Session, _ trials: Trials, to path: String, in environment: Environment, _ options: WriteOptions = []
  ) throws(FileError) {
    let place = SessionPlace(of: path, in: environment.files)
    let document = json(of: session, trials, savedAt: environment.now(), at: place)
    try environment.files.write(document.prettyWrite(sortedKeys: true), to: path, options.union(.ownerOnly))
  }
}
