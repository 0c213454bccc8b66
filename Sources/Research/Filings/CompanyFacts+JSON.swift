import JSON

extension CompanyFacts {
  /// Reads the facts of the concepts that are used here; all others are checked as JSON and not kept.
  init(json bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    var name: String?
    var facts: [String: [String: Concept]]?
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch key {
      case "entityName": name = try reader.string()
      case "facts": facts = try Self.taxonomies(&reader)
      default: try reader.skip()
      }
    }
    try reader.finish()
    guard let name else { throw reader.missing("entityName") }
    guard let facts else { throw reader.missing("facts") }
    entityName = name
    self.facts = facts
  }

  private static func taxonomies(_ reader: inout JSONReader) throws(JSONError) -> [String: [String: Concept]] {
    var taxonomies: [String: [String: Concept]] = [:]
    try reader.openObject()
    while let taxonomy = try reader.nextKey() {
      guard FactConcept.taxonomies.contains(taxonomy) else {
        try reader.skip()
        continue
      }
      var concepts: [String: Concept] = [:]
      try reader.openObject()
      while let name = try reader.nextKey() {
        if FactConcept.named(name) != nil || currencyConcepts.contains(name) {
          concepts[name] = try concept(&reader)
        } else {
          try reader.skip()
        }
      }
      taxonomies[taxonomy] = concepts
    }
    return taxonomies
  }

  private static func concept(_ reader: inout JSONReader) throws(JSONError) -> Concept {
    var units: [String: [Fact]]?
    try reader.openObject()
    while let key = try reader.nextKey() {
      guard key == "units" else {
        try reader.skip()
        continue
      }
      var found: [String: [Fact]] = [:]
      try reader.openObject()
      while let unit = try reader.nextKey() {
        var facts: [Fact] = []
        try reader.openArray()
        while try reader.nextElement() { facts.append(try fact(&reader)) }
        found[unit] = facts
      }
      units = found
    }
    guard let units else { throw reader.missing("units") }
    return Concept(units: units)
  }

  private static func fact(_ reader: inout JSONReader) throws(JSONError) -> Fact {
    var start, end, accession, form, filed: String?
    var value: Double?
    try reader.openObject()
    while let key = try reader.nextKey() {
      switch key {
      case "start": start = try reader.null() ? nil : reader.string()
      case "end": end = try reader.string()
      case "val": value = try reader.double()
      case "accn": accession = try reader.string()
      case "form": form = try reader.string()
      case "filed": filed = try reader.string()
      default: try reader.skip()
      }
    }
    guard let end else { throw reader.missing("end") }
    guard let value else { throw reader.missing("val") }
    guard let accession else { throw reader.missing("accn") }
    guard let form else { throw reader.missing("form") }
    guard let filed else { throw reader.missing("filed") }
    return Fact(start: start, end: end, val: value, accn: accession, form: form, filed: filed)
  }
}
