import JSON

extension OutputFormat {
  /// One JSON object a result: on one line for a program that reads along, indented in a file.
  public static let json = OutputFormat("json", title: "JSON", fileEnding: "json", hasRecords: true) {
    result, context in
    var record = JSONValue.object(
      [("kind", .string(result.kind))] + context.keysBefore + [("data", result.data(isStopped: context.isStopped))]
        + context.keysAfter)
    var text = ""
    if !context.isStopped() {
      text =
        context.isFile
        ? record.prettyWrite(isStopped: context.isStopped) : record.write(isStopped: context.isStopped)
      if !context.isFile, !text.isEmpty { text += "\n" }
    }
    if text.isEmpty || Leftovers.isLong(text) { Leftovers.release(&record, leaving: .null) }
    return text
  }
}
