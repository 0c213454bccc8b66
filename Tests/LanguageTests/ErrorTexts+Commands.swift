extension ErrorTexts {
  static let commands: [Case] = [
    (
      #"""
      zzzz bar
      """#,
      #"""
      error: there is no command `zzzz` [unknown-command]
        --> s.tas:1:1
         | zzzz bar
         | ^^^^
         = `commands` lists the commands, and a function has parentheses: `zzzz(…)`
      """#
    ),
    (
      #"""
      laod data/x.csv
      """#,
      #"""
      error: there is no command `laod` [unknown-command]
        --> s.tas:1:1
         | laod data/x.csv
         | ^^^^
         = did you mean `load`?
      """#
    ),
    (
      #"""
      shwo close
      """#,
      #"""
      error: there is no command `shwo` [unknown-command]
        --> s.tas:1:1
         | shwo close
         | ^^^^
         = did you mean `show`?
      """#
    ),
    (
      #"""
      rsi 14
      """#,
      #"""
      error: there is no command `rsi` [unknown-command]
        --> s.tas:1:1
         | rsi 14
         | ^^^
         = `commands` lists the commands, and a function has parentheses: `rsi(…)`
      """#
    ),
    (
      #"""
      show close wher a > 3
      """#,
      #"""
      error: there is no clause `wher` here [unknown-clause]
        --> s.tas:1:12
         | show close wher a > 3
         |            ^^^^
         = did you mean `where`?
      """#
    ),
    (
      #"""
      show close last 3 last 4
      """#,
      #"""
      error: a window is given twice [duplicate-clause]
        --> s.tas:1:19
         | show close last 3 last 4
         |                   ^^^^^^
         |            ------ first here
      """#
    ),
    (
      #"""
      show close foo 3
      """#,
      #"""
      error: there is no clause `foo` here [unknown-clause]
        --> s.tas:1:12
         | show close foo 3
         |            ^^^
         = possible here: `where` `sort` `top` `first` `last` `since` `until` `all` `as` `to`
      """#
    ),
    (
      #"""
      show close to x.csv
      """#,
      #"""
      error: the file after `to` must be quoted [unquoted-output]
        --> s.tas:1:15
         | show close to x.csv
         |               ^^^^^
         = write `to "x.csv"`
      """#
    ),
    (
      #"""
      show close to "x.csv" last 3
      """#,
      #"""
      error: expected the end of the statement, found `last` [unexpected-token]
        --> s.tas:1:23
         | show close to "x.csv" last 3
         |                       ^^^^
         |            ---------- the output
         = `to "FILE"` comes last
      """#
    ),
    (
      #"""
      show close since 10
      """#,
      #"""
      error: a window needs dates, but this is not a date [window-needs-dates]
        --> s.tas:1:18
         | show close since 10
         |                  ^^
         = such as `since 2012-01-31`, `since 2012` or `since today - 2y`
      """#
    ),
    (
      #"""
      show close since "2012"
      """#,
      #"""
      error: a window needs dates, but this is not a date [window-needs-dates]
        --> s.tas:1:18
         | show close since "2012"
         |                  ^^^^^^
         = such as `since 2012-01-31`, `since 2012` or `since today - 2y`
      """#
    ),
    (
      #"""
      show close,
      """#,
      #"""
      error: expected an expression, found the end of the input [unexpected-token]
        --> s.tas:1:12
         | show close,
         |            ^
         = `,` needs something on its right
      """#
    ),
    (
      #"""
      set x = 3 as y
      """#,
      #"""
      error: `set` has no result to name [unknown-clause]
        --> s.tas:1:11
         | set x = 3 as y
         |           ^^
      """#
    ),
    (
      #"""
      save foo
      """#,
      #"""
      error: there is no `save foo` [missing-form]
        --> s.tas:1:6
         | save foo
         |      ^^^
         = `save scenario foo` keeps the open model as a scenario, `save session "foo.json"` the session
      """#
    ),
    (
      #"""
      save
      """#,
      #"""
      error: `save` needs one of its forms [missing-form]
        --> s.tas:1:1
         | save
         | ^^^^
         = the forms are `save session`, `save scenario`, `save forecast`, `save scenarios`, `save forecasts`
      """#
    ),
    (
      #"""
      data + 1
      """#,
      #"""
      error: expected the end of the statement, found `+` [unexpected-token]
        --> s.tas:1:6
         | data + 1
         |      ^
         = `data` is a command here; a value of this name is shown by `print data`
      """#
    ),
  ]
}
