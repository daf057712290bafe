"""Small word lists, maintained by hand. Cities and personal names are recognised by grammar, never by a list."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text, separated by blanks; "_" stands for a blank within a name."""
    return frozenset(word.replace("_", " ") for word in text.split())


PROGRAMMING_LANGUAGES = word_set("""
    python python3 python_3 java javascript js typescript ts c c++ cpp c# csharp f# go golang rust ruby php perl
    scala kotlin swift objective-c haskell ocaml erlang elixir clojure lisp scheme racket common_lisp lua r julia
    matlab fortran cobol pascal delphi ada sql bash shell powershell zsh html css dart groovy zig nim crystal prolog
    smalltalk assembly vba visual_basic apl solidity elm purescript coffeescript node node.js nodejs
""")
COMMON_WORD_LANGUAGES = word_set("""
    c d r go swift scheme basic ada julia ruby nim elm dart crystal pascal prolog rust scala lua shell assembly
    delphi lisp node racket groovy bash apl cobol zig php sql
""")

LANGUAGES = word_set("""
    afrikaans albanian amharic arabic armenian assamese azerbaijani basque belarusian bengali bosnian bulgarian
    burmese cantonese catalan cebuano chinese corsican croatian czech danish dutch english british_english
    american_english esperanto estonian farsi filipino finnish flemish french frisian galician georgian german greek
    guarani gujarati haitian_creole hausa hawaiian hebrew hindi hmong hungarian icelandic igbo indonesian irish
    italian japanese javanese kannada kazakh khmer kinyarwanda korean kurdish kyrgyz lao latin latvian lithuanian
    luxembourgish macedonian malagasy malay malayalam maltese mandarin mandarin_chinese maori marathi mongolian
    nepali norwegian pashto persian polish portuguese brazilian_portuguese european_portuguese punjabi quechua
    romanian russian samoan sanskrit scots_gaelic serbian sesotho shona sindhi sinhala slovak slovenian somali
    spanish castilian swahili swedish tagalog tajik tamil tatar telugu thai tibetan tigrinya turkish turkmen
    ukrainian urdu uyghur uzbek vietnamese welsh xhosa yiddish yoruba zulu swiss_german american_sign_language
    british_sign_language sign_language asl bsl deutsch francais espanol portugues italiano nederlands svenska norsk
    dansk suomi polski cestina magyar turkce romana
""")

LOCALES = word_set("""
    en de fr es pt it nl sv no nb da fi pl cs sk hu ro bg el tr ru uk ar he fa hi bn ur zh ja ko vi th id ms en-us
    en-gb de-de de-at de-ch fr-fr fr-ca es-es es-mx pt-pt pt-br it-it nl-nl zh-cn zh-tw ja-jp ko-kr ru-ru sv-se
    pl-pl
""")

PERSON_NOUNS = word_set("user customer client human owner speaker subject member interlocutor person")

SELF = word_set("i we im ive")
PRONOUNS = word_set("he she they")

ADVERBS = word_set("""
    also just really actually currently now still always usually mostly mainly basically only simply recently
    finally originally officially definitely absolutely personally generally normally typically often sometimes
    primarily largely pretty quite very so presently nowadays today lately permanently happily proudly already both
    all apparently obviously clearly certainly indeed probably likely maybe perhaps truly strictly fully totally
    completely entirely partially temporarily even then here too kind_of super extremely severely badly highly
    deathly terribly mildly slightly fairly somewhat kinda incredibly awfully seriously mind well please kindly
    forever long since rather
""")
BE = word_set("am is are 'm 's 're be been m isn ain was were im") - {"was", "were"}
HAVE = word_set("have has 've had having") - {"had"}
NEUTRAL = word_set("can ca may")
PAST = word_set("was were had used did formerly previously once wasn weren")
DO = word_set("do does done")
NEGATIONS = word_set("not n't never neither nor hardly barely cannot no longer nobody without dont doesnt isnt arent")
HYPOTHETICAL = word_set("""
    would could should might will wo shall must 'd 'll wanna want wants wish wishes hope hopes plan plans planning
    gonna going try tries trying to if unless whether let's imagine pretend suppose supposing were ought can't_wait
    considering
""")
CLAUSE_OPENERS = word_set("""
    and but or so because since as that while then plus though although yet when where who which whom , ; : ( ) - "
    [ ] . ! ? > | & also /
""")

# Software that people migrate to; none is also a city's name.
PRODUCTS = word_set("""
    airtable alpine_linux android angular ansible arch arch_linux astro asana aws azure backbone bitbucket bitwarden
    bootstrap brave buildkite bun cassandra celery chrome chromium circleci clickhouse cloudflare cmake confluence
    couchdb datadog debian deno discord django docker dropbox duckdb dynamodb eclipse elasticsearch emacs esbuild
    eslint evernote excel express fastapi fastmail fedora figma firebase firefox flask flutter gatsby gcp github
    gitlab gmail gnome google_docs gradle grafana graphql grpc hadoop helix heroku hetzner icloud intellij ios
    jekyll jenkins jest jira jquery kafka kde keras keycloak kubernetes laravel lastpass linear linux logseq macos
    mariadb mastodon mattermost maven mercurial mongodb mongoose mysql neovim netlify nextcloud next.js nixos nginx
    notion npm numpy nuxt obsidian office_365 okta onedrive openapi outlook pandas parcel pip pnpm podman poetry
    polars postgres postgresql postman prettier prisma proton protonmail pycharm pytest pytorch rabbitmq rails react
    redis redux remix roam rollup ruff safari salesforce selenium shopify signal slack spark sqlite sqlalchemy
    stripe subversion sublime supabase svelte sveltekit swiftui sway tailwind telegram tensorflow terraform
    thunderbird todoist traefik trello tslint turborepo typescript ubuntu uv vercel vim vite vitest vivaldi vscode
    vs_code vue vue.js vuex webpack whatsapp windows wordpress xcode yaml yarn zapier zed zotero zoom zulip zustand
""")

NOT_A_PLACE = PRODUCTS | word_set("""
    fear peace harmony hope poverty luxury sin denial town cities sync memory cache production prod staging dev real
    reality general particular fact mind case order time silence exile hiding isolation constant permanent different
    separate another one two three many some any every each all both several various my your his her its our their
    this that these those a an what which apartment apartments house houses flat flats dorms tents caves trees water
    air land space caravans vans me you him them it us color person theory practice style color advance theirs ours
    here there where now then today tomorrow downtown uptown with and but or so because since as while for from to
    at by on off about into over under near within without of is are was were be been being has have had do does did
    not no yes ok okay please thanks i we he she they src etc data json yaml code files file folder folders db
    database server servers docker kubernetes git github memory module repo monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december english
    french german spanish italian portuguese meetings spirit love debt pairs groups herds colonies sight interesting
    hard uncertain strange difficult modern ancient rural urban comfort pain shape touch charge control doubt
    trouble need progress moment present past future
    detail details place places abroad overseas home alone together nearby bed work school
    college university countryside suburbs mountains part parts full
""")
NOT_AN_ORGANISATION = word_set("""
    i we he she they it you my his her their our user monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december christmas easter mom mum dad
""")
SMALL_PLACE_OPENERS = word_set(
    "new san los las sao santa saint st el la le den rio cape hong kuala mexico buenos tel fort mount port north "
    "south east west salt baton little upper lower great"
)
PLACE_LINKS = word_set(
    "de da do dos das del la le les los las el al der den am im an upon on of sur en und y e in the town"
)
NAME_LINKS = word_set("de da do dos das del la van von der den di bin ibn al el o' mc")

NOT_A_NAME = (
    PROGRAMMING_LANGUAGES - word_set("ada ruby julia dart pascal crystal")
    | ADVERBS
    | BE
    | HAVE
    | word_set("""
    i me my mine we us our you your yours he him his she her hers they them their it its this that these those there
    here a an the some any no not never one two three four five every each all both either neither another other
    others who whom whose what which when where why how if because since while until unless although though but and
    or so yet nor of in on at by for with from to into onto about over under after before between through during
    without within against per via as like than then too also do does did done doing can could will would shall
    should may might must was were been being be am is are has have had having sir madam boss mate buddy dude friend
    man bro honey dear baby names anything something someone nobody everybody anyone whatever back later tomorrow
    today tonight now again once twice soon maybe please thanks thank hello hi hey yes ok okay sure sorry tired
    vegan vegetarian pescatarian coeliac celiac
    happy sad sick fine good great bad busy free ready late early sorry sure glad excited bored hungry thirsty new
    old young user users assistant agent bot customer client human person people team everyone support help service
    police doctor name names pronouns city language home house town village location unknown none null nil undefined
    n/a true false tbd todo first last next correct wrong right different same long short misspelled spelled spelt
    pronounced important required optional changed looky same nothing something nowhere out over back in taken used
    unique already empty missing given set stored visible hidden invalid valid he/him she/her they/them not just
    something unclear private confidential attention meeting call calls function method api endpoint script test
    tests value values file files list lists string politely quickly slowly kindly nicely properly correctly warmly
    formally briefly gently respectfully train bike bus foot plane boat tram taxi car bicycle crazy silly stupid
    naive paranoid biased old-fashioned daily weekly monthly before after immediately directly first monday tuesday
    wednesday thursday friday saturday sunday january february march april june july august september october
    november december hiv aids adhd ocd ptsd bpd copd ibs lgbt lgbtq
""")
)

# Verbs that begin a tip or a step. None is also a name, as "Mark", "Grant" and "Chase" are.
IMPERATIVES = word_set("""
    add address adjust align allocate allow analyse analyze apply arrange ask assess assign attend avoid begin break
    brainstorm breathe build calculate cancel celebrate check choose clarify clean collect combine communicate compare
    complete conduct confirm consider consult contact continue create cut decide declutter define delegate describe
    determine develop discuss document draft dress eat encourage encrypt engage enjoy ensure establish estimate evaluate
    examine expand explain explore find focus follow gather gauge get give go highlight identify implement improve
    include increase incorporate inform insert inspect invest invite involve join keep launch lead learn leave let limit
    list listen look maintain make manage map measure mention minimise minimize monitor negotiate note offer organise
    organize outline participate pay pick plan practice practise prepare prioritise prioritize promote protect provide
    put read record reduce reflect register remember remove rent replace request require research reserve review
    run save schedule search seek select send set share show simplify specify spend start state stay stick stop store
    stretch structure submit suggest take talk test track train try turn understand update upload use utilise utilize
    verify visit volunteer wake walk watch wear work write
""")
KIN = word_set("""
    sister brother mother father mom mum dad son daughter wife husband partner girlfriend boyfriend fiance fiancee
    spouse aunt uncle cousin niece nephew grandmother grandfather grandma grandpa sisters brothers parents kids
    children friend friends boss colleague neighbour neighbor roommate flatmate team manager
""")
# Single-word relatives in four languages, without accents.
RELATIVES = word_set("""
    sister brother mother father mom mum dad son daughter wife husband partner spouse child grandmother grandfather
    sohn tochter kind frau mann mutter vater bruder schwester oma opa partnerin
    hijo hija mujer marido esposa esposo madre padre hermano hermana pareja abuela abuelo
    fils fille enfant femme mari mere pere frere sœur soeur conjoint conjointe
""")
DUTCH_KIN = word_set("broer zus moeder vader zoon dochter vriend vriendin buurman")
FINITE_PAST = word_set("grew went got bought came became spoke born been")

ANY_PRONOUN = word_set("""
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
# Base forms that people use about themselves; none is also the past of another verb.
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
