import Presentation

/// A report in sections: everything that a reader who has never seen the program needs to judge a result.
package struct ReportResult: ShapedResult {
  /// A part of a report under its own heading.
  package struct Section: Sendable {
    package var title: String
    package var blocks: [Document.Block]

    package init(_ title: String, _ blocks: [Document.Block]) {
      self.title = title
      self.blocks = blocks
    }

    /// A part of blocks that are written one after the other.
    package init(_ title: String, @DocumentBuilder blocks: () -> [Document.Block]) {
      self.init(title, blocks())
    }
  }

  package var title: String
  /// The subject, and the caveats to know before the numbers are trusted.
  package var opening: [Document.Block]
  package var sections: [Section]

  package init(title: String, opening: [Document.Block], sections: [Section]) {
    self.title = title
    self.opening = opening
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  package static let shape = ResultShape<ReportResult>(
    "report", "The story of a backtest, of a valuation or of a session.",
    [.text("title") { $0.title }, .strings("sections") { $0.sections.map(\.title) }])
  package var document: Document {
    var document = Document([.heading(StyledText(title))] + opening)
    for section in sections {
      document.append(.heading(StyledText(section.title)))
      for block in section.blocks { document.append(block) }
    }
    return document
  }
  /// The figures are in their sections.
  package var picture: Picture? { nil }

  /// Several reports as one.
  package static func binding(_ reports: [ReportResult], title: String) -> ReportResult {
    let sections = reports.flatMap { report in
      [Section(report.title, report.opening)]
        + report.sections.map { Section("\(report.title): \($0.title)", $0.blocks) }
    }
    return ReportResult(
      title: title,
      opening: [.list(reports.map { StyledText($0.title) })], sections: sections)
  }
}

extension ReportResult {
  /// The picture of a study with its remark as the words above it.
  static func figures(of study: (any StatementResult)?) -> [Document.Block] {
    guard let picture = study?.picture else { return [] }
    let remark: [Document.Block] = picture.remark.isEmpty ? [] : [.note(StyledText(picture.remark))]
    return picture.parts.map { .figure($0) } + remark
  }

  /// The parts of a document below its heading; its charts are figures.
  static func blocks(of result: any StatementResult) -> [Document.Block] {
    var hasHeading = false
    return result.document.blocks.compactMap { block in
      switch block {
      case .heading(let text):
        defer { hasHeading = true }
        return hasHeading ? .paragraph(text.styled(.strong)) : nil
      case .chart(let chart): return .figure(Picture.Part("", .chart(chart)))
      case .bars(let bars): return .figure(Picture.Part("", .bars(bars)))
      // They are at the top, and among the findings.
      case .warning: return nil
      default: return block
      }
    }
  }
}
