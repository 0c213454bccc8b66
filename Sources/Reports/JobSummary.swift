import JSON

/// The job that an engine computed a result as; nothing else of a result depends on the engine.
package struct JobSummary: Sendable, Hashable {
  package var id: String
  package var engine: String
  package var shards: Int
  package var retried: Int
  package var coreSeconds: Double

  package init(id: String, engine: String, shards: Int, retried: Int, coreSeconds: Double) {
    (self.id, self.engine, self.shards, self.retried, self.coreSeconds) = (id, engine, shards, retried, coreSeconds)
  }

  static let fields: [Field<Self>] = [
    .text("id") { $0.id }, .text("engine") { $0.engine }, .integer("shards") { $0.shards },
    .integer("retried") { $0.retried }, .number("core_seconds") { $0.coreSeconds },
  ]
}
