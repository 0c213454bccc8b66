import JSON

extension OutputFormat {
  /// One JSON object a result: on one line for a program that reads along, indented in a file.
  public static let json = OutputFormat("json", title: "JSON", fileEnding: "json", hasRecords: true) {
    result, context in
    var keys: [(String, JSONValue)] = [("kind", .string(result.kind))]
    keys += context.keysBefore
    keys.append(("data", result.data(isStopped: context.isStopped)))
    if context.isStopped() {
      Leftovers.release(&keys, leaving: [])
      return ""
    }
    let record = JSONValue.object(keys + context.keysAfter)
    if context.isFile { return record.prettyWrite() }
    let text = record.write(isStopped: context.isStopped)
    return text.isEmpty ? "" : text + "\n"
  }
}
