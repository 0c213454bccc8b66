import Commands
import Jobs
import LibC
import Platform
import Synchronization
import TestSupport

extension Workforce {
  /// Workers that do all of their work before the statement continues, one after the other, into a folder that is gone with
  /// the environment; there is no cluster.
  static var inPlace: Workforce { inPlace { _ in true } }

  /// Workers of which each is asked whether it starts.
  static func inPlace(_ starts: @escaping @Sendable (Int) -> Bool) -> Workforce {
    let folder = LazyFolder()
    return Workforce(build: { "0.1.0+test" }, results: folder.path) { order throws(ProgramFailure) in
      guard order.driver == nil else { throw .closed("there is no cluster here") }
      folder.isUsed.store(true, ordering: .relaxed)
      for number in 0..<order.workers where starts(number) {
        do throws(FileError) {
          _ = try JobWorker.run(order.folder, in: DiskFiles(), name: "node-\(4711 + number)", number: number) { _ in
            .fixed()
          }
        } catch { throw .failed(error.message) }
      }
      return { false }
    }
  }
}

/// A folder that is made by its user, and removed with this value.
private final class LazyFolder: Sendable {
  private static let next = Atomic(0)
  let path: String
  let isUsed = Atomic(false)

  init() { path = "/tmp/tas-jobs-\(getpid())-\(Self.next.wrappingAdd(1, ordering: .relaxed).newValue)" }

  deinit { if isUsed.load(ordering: .relaxed) { TemporaryFolder.remove(path) } }
}
