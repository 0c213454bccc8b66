import Research
import Testing

@Suite("Concepts of filings")
struct FactConceptTests {
  @Test("Every name in the tables of items is a concept that is read")
  func known() {
    #expect(FactChains.unknown == [])
    #expect(FactChains.plain.allSatisfy { !$0.concepts.isEmpty })
    #expect(FactConcept.cover.name == "EntityCommonStockSharesOutstanding")
  }
}
