extension ErrorTexts {
  static let mixed: [Case] = [
    (
      #"""
      a ? b : c
      """#,
      #"""
      error: `?` is the unknown of `solve` only [misplaced-unknown]
        --> s.tas:1:3
         | a ? b : c
         |   ^
         = a condition is `if(c, a, b)`
      """#
    ),
    (
      #"""
      a AND b
      """#,
      #"""
      error: `AND` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:3
         | a AND b
         |   ^^^
         = write `and`
      """#
    ),
    (
      #"""
      a + not b
      """#,
      #"""
      error: `not` binds looser than the operator before it [unexpected-token]
        --> s.tas:1:5
         | a + not b
         |     ^^^
         = put parentheses around it: `(not …)`
      """#
    ),
    (
      #"""
      +3
      """#,
      #"""
      error: a number takes no leading `+` [unexpected-token]
        --> s.tas:1:1
         | +3
         | ^
         = leave out the `+`
      """#
    ),
    (
      #"""
      backtest cross(fast 3)
      """#,
      #"""
      error: expected `=` after the parameter `fast`, found `3` [unexpected-token]
        --> s.tas:1:21
         | backtest cross(fast 3)
         |                     ^
      """#
    ),
    (
      #"""
      backtest cross(3)
      """#,
      #"""
      error: expected a parameter such as `fast = 8`, found `3` [unexpected-token]
        --> s.tas:1:16
         | backtest cross(3)
         |                ^
      """#
    ),
    (
      #"""
      use
      """#,
      #"""
      error: expected the name of a series, found the end of the input [unexpected-token]
        --> s.tas:1:4
         | use
         |    ^
         = the form is `use NAME [timeframe TF] [session regular|extended|HH:MM-HH:MM|all] [adjusted for splits [and dividends] | nothing [and dividends]]`
      """#
    ),
    (
      #"""
      use (x)
      """#,
      #"""
      error: expected the name of a series, found `(` [unexpected-token]
        --> s.tas:1:5
         | use (x)
         |     ^
         = a word with such signs must be quoted
      """#
    ),
    (
      #"""
      describe close of meen
      """#,
      #"""
      error: expected `count` or `mean` or `stdev` or `min` or `p5` or `p25` or `median` or `p75` or `p95` or `max` or `sum`, found `meen` [unexpected-token]
        --> s.tas:1:19
         | describe close of meen
         |                   ^^^^
         = did you mean `mean`?
      """#
    ),
    (
      #"""
      let x = f(a,, b)
      """#,
      #"""
      error: expected an expression, found `,` [unexpected-token]
        --> s.tas:1:13
         | let x = f(a,, b)
         |             ^
      """#
    ),
    (
      #"""
      a \ b
      """#,
      #"""
      error: `\` is allowed only at the end of a line that continues on the next [invalid-character]
        --> s.tas:1:3
         | a \ b
         |   ^
      """#
    ),
    (
      #"""
      f("a" "b")
      """#,
      #"""
      error: expected `,` or `)`, found a string [unexpected-token]
        --> s.tas:1:7
         | f("a" "b")
         |       ^^^
         = `f("a", "b")`
      """#
    ),
    (
      #"""
      trades where
      """#,
      #"""
      error: expected an expression, found the end of the input [unexpected-token]
        --> s.tas:1:13
         | trades where
         |             ^
         = the form is `trades [RESULT] [page N] [size N] [where COND] [sort by EXPR [desc]] [top N] [WINDOW]`
      """#
    ),
    (
      #"""
      rsi(14, )
      """#,
      #"""
      error: expected an expression, found `)` [unexpected-token]
        --> s.tas:1:9
         | rsi(14, )
         |         ^
      """#
    ),
    (
      #"""
      load sample
      """#,
      #"""
      error: expected the name of a sample, found the end of the input [unexpected-token]
        --> s.tas:1:12
         | load sample
         |            ^
         = the form is `load sample NAME [timeframe TF] [calendar CODE] [repair ["NAME, …"]] [session HOURS] [published DURATION] [adjusted] [as NAME]`
      """#
    ),
  ]
}
