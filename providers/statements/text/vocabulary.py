"""Closed vocabularies for rules, as regular-expression alternatives. Small on purpose, and maintained by hand."""

import re


class Vocabulary(str):
    """A pattern of alternatives; `words` are the alternatives, separated by blanks."""

    words: str


def any_of(text: str) -> Vocabulary:
    """Alternatives, longest first; "_" stands for a blank or a hyphen."""
    words = sorted(set(text.split()), key=lambda word: (-len(word), word))
    vocabulary = Vocabulary("(?:" + "|".join(re.escape(word).replace("_", "[ -]") for word in words) + ")")
    vocabulary.words = text
    return vocabulary


KIN_SINGULAR = any_of("""
    sister brother mother father mom mum dad mama papa son daughter wife husband partner girlfriend boyfriend fiance
    fiancee spouse aunt uncle cousin niece nephew grandmother grandfather grandma grandpa granny grandson
    granddaughter stepmother stepfather stepson stepdaughter stepbrother stepsister godmother godfather godson
    goddaughter child kid baby toddler twin mother-in-law father-in-law sister-in-law brother-in-law twin_sister
    twin_brother half-brother half-sister
""")
KIN_PLURAL = any_of("""
    sisters brothers sons daughters kids children aunts uncles cousins nieces nephews grandchildren grandsons
    granddaughters siblings twins parents grandparents stepchildren stepsons stepdaughters boys girls toddlers
""")
KIN_TRAITS = any_of("""
    older younger little big elder twin half adult small grown-up teenage oldest youngest eldest baby only late step
    dear middle
""")
NUMBERS = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|several)"

PETS = any_of("""
    dog cat puppy kitten parrot hamster horse pony rabbit bunny guinea_pig goldfish fish tortoise turtle snake
    lizard gecko canary budgie bird chicken hen goat ferret rat mouse chinchilla hedgehog donkey sheep cow duck
    goose pig beagle labrador poodle dachshund terrier corgi collie greyhound retriever golden_retriever husky
    bulldog pug shepherd german_shepherd spaniel tabby siamese cockatoo cockatiel iguana tarantula dogs cats puppies
    kittens parrots hamsters horses ponies rabbits bunnies guinea_pigs tortoises turtles snakes lizards geckos
    canaries budgies birds chickens hens goats ferrets rats mice chinchillas hedgehogs donkeys cows ducks geese pigs
    beagles labradors poodles terriers corgis alpacas
""")

RELATIONSHIPS = any_of("""
    married single divorced widowed engaged separated unmarried in_a_relationship in_a_long-term_relationship
    in_an_open_relationship
""")

JOBS = any_of("""
    accountant actor actress actuary adviser advisor analyst anaesthetist animator archaeologist architect archivist
    artist astronomer attorney auditor author baker banker barber barista bartender beautician biochemist biologist
    blogger bookkeeper bookseller botanist bricklayer broker builder butcher carer caregiver caretaker carpenter
    cartoonist cashier chef chemist choreographer cleaner clerk coach comedian composer conductor consultant cook
    copywriter counsellor counselor courier critic curator dancer dentist dermatologist designer detective developer
    dietician dietitian diplomat director diver doctor driver economist editor electrician engineer entrepreneur
    epidemiologist estate_agent executive farmer filmmaker firefighter fisherman fitter florist foreman founder
    freelancer gardener geographer geologist goldsmith hairdresser handyman historian housekeeper illustrator
    inspector intern apprentice trainee instructor interpreter inventor investigator janitor jeweller jeweler joiner
    journalist judge lawyer lecturer librarian lifeguard linguist locksmith logistician machinist magician manager
    mason mathematician mechanic microbiologist midwife miner model musician nanny neurologist novelist nurse
    nutritionist optician optometrist organist orthodontist paediatrician painter paramedic pastor pathologist
    pediatrician pharmacist philosopher photographer physician physicist physiotherapist pianist pilot planner
    plumber podiatrist poet policeman policewoman police_officer politician porter postman potter presenter priest
    principal producer professor programmer psychiatrist psychologist psychotherapist publisher radiologist realtor
    receptionist recruiter reporter researcher roofer sailor salesman saleswoman salesperson scientist screenwriter
    sculptor secretary shepherd shopkeeper singer sociologist soldier solicitor statistician steward stewardess
    streamer student surgeon surveyor sysadmin tailor tattooist tax_adviser teacher technician therapist trader
    trainer translator tutor vet veterinarian videographer violinist waiter waitress watchmaker web_developer welder
    writer youtuber zoologist social_worker product_manager project_manager data_scientist software_engineer
""")

DEMONYMS = any_of("""
    afghan albanian algerian american andorran angolan argentinian argentine armenian australian austrian
    azerbaijani bahraini bangladeshi belarusian belgian bolivian bosnian brazilian british bulgarian burmese
    cambodian cameroonian canadian catalan chilean chinese colombian congolese croatian cuban cypriot czech danish
    dutch ecuadorian egyptian english eritrean estonian ethiopian fijian filipino finnish french georgian german
    ghanaian greek guatemalan haitian honduran hungarian icelandic indian indonesian iranian iraqi irish israeli
    italian ivorian jamaican japanese jordanian kazakh kenyan korean south_korean kosovan kurdish kuwaiti lao
    latvian lebanese libyan lithuanian luxembourgish macedonian malagasy malaysian maltese mexican moldovan
    mongolian montenegrin moroccan mozambican namibian nepalese nepali new_zealander nicaraguan nigerian norwegian
    omani pakistani palestinian panamanian paraguayan peruvian polish portuguese puerto_rican qatari romanian
    russian rwandan salvadoran samoan saudi scottish senegalese serbian singaporean slovak slovenian somali
    south_african spanish sri_lankan sudanese swedish swiss syrian taiwanese tanzanian thai tibetan tunisian turkish
    ugandan ukrainian uruguayan uzbek venezuelan vietnamese welsh yemeni zambian zimbabwean basque
""")

RELIGIONS = any_of("""
    catholic protestant christian orthodox orthodox_christian anglican lutheran baptist methodist evangelical
    presbyterian quaker mormon muslim sunni shia jewish hindu buddhist sikh jain taoist atheist agnostic pagan bahai
    shinto
""")

CONDITIONS = (
    r"(?:(?:type (?:1|2|one|two)|severe|mild|chronic|seasonal|high|low|bad|early-onset|social|clinical|celiac|"
    r"coeliac|crohn's|parkinson's|lyme|multiple|rheumatoid|irritable|heart|kidney|thyroid|chronic back|chronic "
    r"fatigue|bipolar|panic|obsessive-compulsive|post-traumatic|restless|sleep|tourette's|down) ){0,4}"
    + any_of("""
    diabetes asthma migraine migraines adhd add autism epilepsy hypertension blood_pressure depression anxiety
    arthritis insomnia ibs psoriasis eczema hay_fever tinnitus disease pain disorder syndrome sclerosis cholesterol
    dyslexia anemia anaemia osteoporosis endometriosis fibromyalgia hypothyroidism hyperthyroidism hemophilia
    haemophilia ptsd ocd copd hiv cancer glaucoma vertigo narcolepsy apnea apnoea lupus gout sciatica scoliosis pcos
    condition stress_disorder pollen_allergy heart_condition pacemaker
""")
)
CONDITION_ADJECTIVES = any_of("""
    diabetic asthmatic epileptic dyslexic autistic color_blind colour_blind colorblind colourblind deaf blind
    bipolar anemic anaemic hypertensive short-sighted nearsighted neurodivergent hard_of_hearing
""")

FIELDS = any_of("""
    physics chemistry biology law economics medicine mathematics maths math computer_science informatics engineering
    mechanical_engineering electrical_engineering civil_engineering history philosophy psychology sociology
    linguistics literature architecture art art_history music theology political_science politics business
    business_administration finance accounting marketing nursing pharmacy dentistry veterinary_medicine geography
    geology astronomy anthropology archaeology education journalism communication design graphic_design statistics
    data_science robotics biochemistry environmental_science agriculture film theatre languages english german
    french spanish italian translation international_relations
""")

DEGREES = (
    r"(?:phd|ph\.d|doctorate|(?:master|bachelor)(?:'?s)?(?: degree)?(?: of \w+)?|mba|m\.?sc|b\.?sc|b\.?a\b|m\.?a\b|"
    r"degree|diploma|minor|major)"
)

SPORTS_AND_INSTRUMENTS = any_of("""
    tennis football soccer basketball volleyball handball rugby cricket golf hockey ice_hockey badminton squash
    table_tennis baseball softball padel chess go poker bridge darts snooker video_games board_games computer_games
    dungeons_and_dragons minecraft guitar piano violin viola cello bass drums flute clarinet saxophone trumpet
    trombone harp ukulele accordion keyboard banjo mandolin oboe organ recorder harmonica bass_guitar
    electric_guitar double_bass
""")

PASTIMES = any_of("""
    hiking painting reading writing cooking baking gardening dancing singing swimming running jogging cycling biking
    climbing bouldering knitting sewing crocheting fishing hunting camping skiing snowboarding skating ice_skating
    rollerblading surfing kitesurfing windsurfing sailing rowing kayaking canoeing diving snorkeling paddling
    drawing sketching sculpting pottery woodworking carving welding brewing gaming birdwatching stargazing
    geocaching travelling traveling photographing filming drumming volunteering meditating stretching weightlifting
    powerlifting boxing wrestling kickboxing fencing bowling golfing horse_riding riding foraging journaling
    blogging vlogging programming coding tinkering restoring quilting embroidering calligraphy origami yoga pilates
    photography chess poetry archery karate judo astronomy trekking backpacking sightseeing spelunking parkour
    acting improvising juggling bird_watching people_watching thrifting antiquing scrapbooking
""")
TONES = any_of("""
    formal informal casual friendly concise brief short blunt direct warm professional polite playful humorous serious
    encouraging detailed verbose terse neutral enthusiastic relaxed laid-back sarcastic gentle honest straightforward
    technical simple plain chatty succinct witty funny respectful kind patient matter-of-fact thorough
""")
ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|summaries|texts?|sentences)"

CODE_WORDS = (
    r"(?:(?:tabs|spaces|\w+ spaces|snake_case|camelcase|pascalcase|kebab-case|type hints|type annotations|(?:single|"
    r"double) quotes|semicolons|functional programming|oop|object-oriented \w+|early returns|(?:small|short|pure) "
    r"functions|pep ?8|docstrings|list comprehensions|tdd|test-driven development|dataclasses|f-strings|composition|"
    r"immutab\w+ \w+|trailing commas|explicit \w+|static typing|dynamic typing|async code|black|prettier|eslint|"
    r"ruff)\b)"
)

VEHICLES = any_of("""
    car truck lorry van motorcycle motorbike scooter vespa moped bike bicycle e-bike suv pickup convertible
    campervan camper_van camper tesla volvo bmw audi toyota honda ford fiat renault peugeot citroen skoda seat
    volkswagen vw mercedes porsche saab opel mazda nissan kia hyundai subaru jeep mini ducati yamaha kawasaki suzuki
    harley lexus chevrolet dacia
""")

MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\b(?:\.(?=,? ?\d))?"
)
DATE = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? "
    rf"{MONTHS}(?:,? \d{{4}})?|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?)"
)
TIMEZONE = (
    r"(?:(?:europe|america|asia|africa|australia|pacific|atlantic|indian|etc)/[a-z_]+(?:/[a-z_]+)?|(?:utc|gmt)(?: "
    r"?[+-] ?\d{1,2}(?::?\d{2})?)?|(?:cet|cest|eet|eest|wet|west|est|edt|cst|cdt|mst|mdt|pst|pdt|ist|jst|kst|aest|"
    r"aedt|bst|msk|hst|akst|nzst)\b|(?:pacific|eastern|central|mountain|central european|eastern european|western "
    r"european|indian|japan|british|greenwich|moscow)(?: standard| summer| daylight| mean)? time)"
)
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
THINGS = any_of("""
    food dish meal cuisine color colour music genre band singer artist song album movie film series show book novel
    author writer drink beer wine tea coffee sport team game season animal number city restaurant dessert snack
    fruit vegetable holiday ice_cream pizza_topping flower subject podcast actor
""")
EMAIL = r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"
PHONE = r"(?:\+|00)?\(?\d[\d ()/.-]{5,18}\d"

# Shared parts of the gate's patterns: the person, the verb that sets a field, the start of a value. A value that opens
# its clause: at the start, after a quote or bracket, after a mark and a blank.
START = r"(?:^|(?<=[\"'(:;,])|(?<=[\"'(:;,>\]-] )|(?<=\bthat ))"
NOUN = r"(?:user|customer|client|human|person|owner|speaker|member)"
USER = rf"(?:(?:the |this |our |my )?{NOUN}|me|us|him|her|them|you)"
OWNED = rf"(?:(?:the |this )?{NOUN}'?s|my|our|your|his|her|their|the)"
OF_USER = rf"(?: (?:of|for) (?:the |this )?{NOUN})"
SET_WORDS = (
    "set change update store save record register remember log note write put fill use make correct edit replace "
    "overwrite modify adjust switch list mark"
)
SET = rf"(?:{'|'.join(SET_WORDS.split())})"
IS = (
    r"(?: is| are|'s|:| =|=| was| as\b| to\b| to be| will be| has been set to| is set to|"
    r" (?:has |have )?changed to| is now| (?:has |have )?become| became)"
)
FIELD = r"(?: field| value| fact)?"
