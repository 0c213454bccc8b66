import JSON

/// What a job is: the document `job.json` of its folder.
package struct JobManifest: Sendable, Hashable {
  /// The name that it is called by: that of its result, else its command.
  package var name: String
  /// The hash of what decides its answer: the build, the work of each cell with its data, the day.
  package var hash: String
  /// The build of the program that made the plan; workers of another one are left out.
  package var build: String
  /// The statement as typed, which `resume` runs again.
  package var statement: String
  package var command: String
  /// The name of the engine that runs it.
  package var engine: String
  /// The number of workers that it was started with.
  package var workers: Int
  /// How often a shard is tried.
  package var retries: Int
  /// The seconds of a core after which no further shard is begun; nil for no limit.
  package var budget: Double?
  /// The seconds of a core that it was expected to take.
  package var estimate: Double
  /// The time at which it was begun, in milliseconds since 1970.
  package var began: Int64
  /// How often it was started: attempts of earlier rounds do not count against the limit.
  package var round = 1
  /// The meaning of `today` in its expressions.
  package var today: String
  /// The folder that relative paths of its data begin at.
  package var folder: String
  /// What a piece is, in the plural: `combinations`.
  package var pieces: String
  package var plan: JobPlan

  package init(
    name: String, hash: String, build: String, statement: String, command: String, engine: String, workers: Int,
    retries: Int, budget: Double?, estimate: Double, began: Int64, today: String, folder: String, pieces: String,
    plan: JobPlan
  ) {
    (self.name, self.hash, self.build, self.statement, self.command) = (name, hash, build, statement, command)
    (self.engine, self.workers, self.retries, self.budget) = (engine, workers, retries, budget)
    (self.estimate, self.began, self.today, self.folder) = (estimate, began, today, folder)
    (self.pieces, self.plan) = (pieces, plan)
  }

  /// The name of its folder: `big-5f2c61d0`.
  package var title: String { "\(name)-\(hash.prefix(8))" }

  /// The name of a shard: `5f2c-00731`.
  package func id(of shard: Int) -> String {
    let digits = "\(shard)"
    return "\(hash.prefix(4))-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  package var json: JSONValue {
    [
      "program": "tas", "schema": 1, "name": .string(name), "hash": .string(hash), "build": .string(build),
      "statement": .string(statement), "command": .string(command), "engine": .string(engine),
      "workers": .integer(workers), "retries": .integer(retries), "budget_seconds": .number(budget),
      "estimated_seconds": .number(estimate), "began": .integer(Int(began)), "round": .integer(round),
      "today": .string(today), "folder": .string(folder), "pieces": .string(pieces),
      "cells": .array(plan.cells.map { [.integer($0.count), .integer($0.block)] }),
    ]
  }

  /// Reads the document; nil for one that is not a job of this schema.
  package init?(_ json: JSONValue) {
    func text(_ key: String) -> String? { json[key]?.stringValue }
    guard json["program"]?.stringValue == "tas", json["schema"]?.intValue == 1, let name = text("name"),
      let hash = text("hash"), hash.utf8.count >= 8, let build = text("build"), let statement = text("statement"),
      let command = text("command"), let engine = text("engine"), let workers = json["workers"]?.intValue,
      let retries = json["retries"]?.intValue, let began = json["began"]?.intValue,
      let round = json["round"]?.intValue, let today = text("today"), let folder = text("folder"),
      let pieces = text("pieces"), let cells = json["cells"]?.elements
    else { return nil }
    var plan: [JobPlan.Cell] = []
    plan.reserveCapacity(cells.count)
    for cell in cells {
      guard let count = cell[0]?.intValue, let block = cell[1]?.intValue, count >= 0, block > 0 else { return nil }
      plan.append(JobPlan.Cell(count: count, block: block))
    }
    self.init(
      name: name, hash: hash, build: build, statement: statement, command: command, engine: engine, workers: workers,
      retries: retries, budget: json["budget_seconds"]?.doubleValue,
      estimate: json["estimated_seconds"]?.doubleValue ?? 0, began: Int64(began), today: today, folder: folder,
      pieces: pieces, plan: JobPlan(plan))
    self.round = round
  }
}
