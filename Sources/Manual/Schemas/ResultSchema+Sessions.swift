import Sessions
import Shell

extension ResultSchema {
  /// Recorded from the results of all transcripts; a test holds it against them.
  package static let ofSessions: [ResultSchema] = [
    ResultSchema(
      "defined", "A name that was defined.",
      [
        .always("name", [.string]),
        .always("type", [.string]),
        .always("replaced", [.boolean]),
        .always("used_by", [.list]),
      ]),
    ResultSchema(
      "done", "A statement that did something and has nothing else to tell.", isOpen: true,
      [
        .always("action", [.string])
      ]),
    ResultSchema(
      "printed", "The values of `print`.",
      [
        .always("values", [.list])
      ]),
    ResultSchema(
      "written", "A file that was written.",
      [
        .always("file", [.string]),
        .always("format", [.string]),
        .always("rows", [.number, .null]),
      ]),
    ResultSchema(
      "assertion", "A condition that held, or a number near to the one that is expected.",
      [
        .always("passed", [.boolean]),
        .sometimes("value", [.number]),
        .sometimes("target", [.number]),
        .sometimes("distance", [.number]),
      ]),
    ResultSchema(
      "explanation", "How a value comes about.", isOpen: true,
      [
        .always("expression", [.string])
      ]),
    ResultSchema(
      "help", "A page of help.",
      [
        .always("topic", [.string]),
        .always("text", [.string]),
      ]),
    ResultSchema(
      "strategy", "The text of a strategy.",
      [
        .always("name", [.string]),
        .always("text", [.string]),
      ]),
    ResultSchema(
      "replay", "The numbers of a saved session beside those that are computed again.",
      [
        .always("file", [.string]),
        .always("numbers", [.number]),
        .always(
          "results", [.list],
          [
            .always("name", [.string]),
            .always("kind", [.string]),
            .always("numbers", [.number]),
            .always("same", [.boolean, .null]),
            .always(
              "differs", [.object, .null],
              [
                .always("name", [.string]),
                .always("kept", [.number, .string, .boolean, .null]),
                .always("now", [.number, .string, .boolean, .null]),
              ]),
            .always("reason", [.string, .null]),
          ]),
      ]),
    ResultSchema(
      "error", "A statement that failed.",
      [
        .always("code", [.string]),
        .always("message", [.string]),
        .always("hint", [.string, .null]),
        .always("hints", [.list]),
        .always("severity", [.string]),
        .always(
          "span", [.object, .null],
          [
            .always("start", [.number]),
            .always("end", [.number]),
          ]),
        .sometimes("assumptions", [.list]),
        .sometimes(
          "place", [.object],
          [
            .always("source", [.string]),
            .always("line", [.number]),
            .always("column", [.number]),
          ]),
        .sometimes(
          "runs", [.list],
          [
            .always("source", [.string]),
            .always("line", [.number]),
            .always("column", [.number]),
          ]),
      ]),
  ]
}
