"""Closed lists of English words that more than one reader and writer needs."""

from providers.statements.words import word_set

PRONOUNS = word_set("""
    i me my myself you your yours yourself yourselves he him his himself she her hers herself it its
    itself we us our ours ourselves they them their theirs themselves themself
""")
IRREGULAR_PAST = word_set("""
    was were had did became began bought broke brought built came caught chose cut did drank drew drove
    ate fell felt flew forgot fought found gave got grew heard held hit hurt kept knew laid led learnt
    left lent let lost made meant met paid put quit ran rode rose said sang sat saw sent set shot shut
    slept sold sought spent spoke stood stole swam taught thought told took understood undertook went
    withdrew woke won wore wrote
""")
# The base forms that people use of themselves; none of them is also the past of another verb.
BASE_VERBS = word_set("""
    accept admire admit adore agree aim appreciate ask attend avoid bake believe belong bike bring build buy call care
    carry check choose clean climb coach collect come commute compete consider cook count crave create cycle dance
    decide depend describe design dislike dream drink drive eat edit enjoy exercise expect explore face feel find
    finish fish focus follow forget garden get give go grow handle hate have help hike hold hope intend invest jog join
    keep know lead lean learn leave like listen live look lose love maintain make manage mean meet meditate mentor miss
    need notice offer open organise organize own paint pay plan play practice practise prefer produce promise publish
    raise remember rent repair research respect ride run say see seek seem sell send sing sketch sleep speak spend
    stand start stay stop struggle study suffer support suppose swim take talk teach tell tend think track train travel
    treasure trust try understand use value visit volunteer wait wake walk want watch wear wish wonder work worry write
""")
