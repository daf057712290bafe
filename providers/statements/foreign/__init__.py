"""Special categories, gender and pronouns in German, Spanish, French, Portuguese and Italian.

`languages` identifies which of them a sentence is in, by its stop words. `mentions` searches it for that language's
terms (`data/foreign_words.tsv`) and for constructions. The constructions are grouped by subject, all five languages
together: `health`, `pregnancy`, `addiction`, `love_and_gender`, `beliefs`, `origin`, `papers`, `money_and_law`,
`violence` and `home`. `people` distinguishes the person, a relative and a thing; `topics` recognises what a person only
writes, reads or works on. `slots` reads the values for the rules of `rules.gate_foreign`. All patterns read letters
without accents.
"""
