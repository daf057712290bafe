"""What German, Spanish, French, Portuguese and Italian tell of a special category, a gender or pronouns.

`languages` says in which of these a sentence is, by its small words. `mentions` looks in it for the words of that
language (`data/foreign_words.tsv`) and for constructions. These stand by what they tell, all five languages side by
side: `health`, `pregnancy`, `addiction`, `love_and_gender`, `beliefs`, `origin`, `papers`, `money_and_law`, `violence`
and `home`. `people` tells the person, a relative and a thing apart, `topics` what somebody only writes, reads or works
on. `slots` reads the values for the rules of `rules.gate_foreign`. All of it reads letters without accents.
"""
