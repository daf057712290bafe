"""Cue words: does a place, language or name in a sentence belong to the person, or to something or someone else?"""

from typing import Final

from providers.statements.text.words import word_set

# A sentence with these words alone does not say that the person lives in the city: they like it, wish to see it, or
# have seen it.
LIKING: Final = word_set("""
    like likes liked love loves loved adore adores adored visit visited see toured tour explored explore
    enjoyed
""")
NON_RESIDENCE: Final = LIKING | word_set("""
    really also always very much lot too so most best better more would wants want hopes hope to dreams dream of once
    twice last next year month in the a spring summer autumn winter fall january february march april may june july
    august september october november december rain snow sun sunshine on by foot bike boat with friend friends than
""")
# Cues that the sentence is about where a person lives or comes from.
HOME: Final = word_set("""
    home hometown lives living live flat apartment house household lease mortgage rents renting rented neighbours
    neighbors neighbourhood neighborhood resides residing resided residence resident residency raising relocated
    relocating relocation moved moving move settled settling resettled emigrated immigrated base based whereabouts
    location located address citizen native local doorstep unpacked hails hailing grew born raised originally roots
    wohnung wohnt wohnen haus lebt zuhause daheim casa piso hogar vive viven maison appartement habite domicile foyer
    chez morada mora abita appartamento quartiere barrio quartier bairro dwells dwelling residential inhabitant
    inhabitants homeowner place abode quarters quarter district suburb suburbs walk-up condo studio villa cottage digs
    bungalow townhouse houseboat farmhouse
    townhouse nearby postcode zip domiciled
""")
# Cues that the sentence is about a journey, work, goods or a story instead.
ELSEWHERE: Final = word_set("""
    trip trips travel travels traveling travelling travelled traveled visit visits visited visiting vacation vacations
    holiday holidays flight flights fly flying flew hotel hotels hostel airbnb weekend weekends conference conferences
    talk talks venue meeting meetings office offices supplier suppliers client clients postcards museum museums
    restaurant restaurants concert concerts festival festivals marathon match game tour tours ticket tickets train
    trains plane airport novel film films movie movies book books song songs series author authors shoes server
    servers rack datacenter datacentre cloud honeymoon wedding exhibition semester university college course wine food
    cuisine dish recipe recipes band team summit stopover layover cruise hike hiking itinerary booked booking expo
    workshop article articles documentary painting architecture stadium derby championship league embassy flagship
    store branch headquarters headquartered company startup customer customers vendor vendors deploy deployed
    deployment deployments cluster bucket warehouse shipment delivery package parcel factory tournament sightseeing
    backpacking souvenirs lived guide cities compared dinner lunch breakfast brunch tonight tomorrow photo photos
    picture pictures quote map maps race races regatta reise reisen reist fahrt fahren fliegt flug urlaub besuch
    besucht konferenz viaje viaja viajar vuelo
    vacaciones visita visitar conferencia voyage voyager vol vacances visite visiter viagem viajou voo ferias
    viaggio volo
    vacanze visitare gita trasferta kunde lieferant cliente proveedor fournisseur fornecedor oficina bureau ufficio
    buro
    party parties reunion gala picnic retreat bootcamp hackathon meetup webinar gig podcast podcasts
    history landed landing price prices market economy population
""")
# Two of these beside a bare place name indicate a journey: "Évora. By train, a window seat, two nights."
JOURNEY: Final = word_set("""
    train trains flight flights plane seat seats window aisle night nights hotel hotels hostel airbnb ticket tickets
    trip trips luggage suitcase itinerary booked booking sightseeing airport holiday vacation weekend
""")
# What people have where they live: "Ana's flat in Como".
HOME_NOUNS: Final = word_set("""
    home flat house apartment place city town village location whereabouts household base address neighbours neighbors
    relocation move hometown residence doorstep family lease condo studio villa cottage digs
    bungalow townhouse houseboat farmhouse country area district
    neighbourhood neighborhood suburb roots birthplace lodging dwelling pad abode origin origins boxes rent
    mortgage garden balcony time
""")
# Other possessions and attributes of the person.
OWN_ATTRIBUTES: Final = HOME_NOUNS | word_set("""
    name nickname handle alias pronouns set gender language tongue signature profile bio account holder texts messages
    emails replies mails identity locale footer email mail initials surname
""")
# The assistant, and properties of its answers that the person may want changed: "wants the assistant to answer in ...".
ASSISTANT_WORDS: Final = word_set("""
    assistant agent ai chat chats conversation conversations replies reply answer answers response responses
    output outputs summaries summary text drafts interface
""")
PERSONAL_RELATIONS: Final = word_set("""
    neighbour neighbor friend friends sister brother mother father mom mum dad son daughter wife husband partner
    girlfriend boyfriend fiance fiancee spouse aunt uncle cousin cousins niece nephew grandmother grandfather grandma
    grandpa sisters brothers parents kids children colleague colleagues boss manager client customer roommate flatmate
    accountant teacher doctor dentist therapist author supplier mate ex mentor coach coworker co-worker in-laws
    mother-in-law father-in-law sister-in-law brother-in-law stepson stepdaughter grandson granddaughter twin student
    students contractor intern lawyer hairdresser contact candidate tenant nanny babysitter tutor landlord landlady
    sibling child baby teenager toddler character protagonist hero heroine persona godson goddaughter godmother
    godfather housemate flatmates roommates stepmother stepfather vet coworkers teammate teammates employee employees
    professor plumber
""")
# Things that have names of their own.
NAMED_THINGS: Final = word_set("""
    project dog cat puppy kitten pet horse parrot turtle car boat company startup function method variable file server
    team band song book film app product feature repo repository branch bot plant restaurant hotel street school
    group club game magazine blog newsletter pup guinea-pig
    hamster rabbit hamsters chicken chickens hen pony gecko snake parrots budgie tortoise goldfish dogs cats starter
    column field table package library tool script class module domain channel playlist recipe guitar bike
""")
# The person is learning, reading or hearing the language: not yet one that they speak or want to be addressed in.
STUDY: Final = word_set("""
    learn learns learning learned learnt studying studies study studied course courses class classes lesson lessons
    duolingo exam exams film films movie movies subtitles subtitled essay thesis linguistics variable variables
    dialect tokenizer book books novel novels song songs choir performs performing sings menu food cuisine restaurant
    wine dish recipe recipes translate translates translated translation translating website document documents
    article audiobook podcast podcasts lyrics poem poetry author dictionary keyboard dubbed textbook tutor teaches
    taught app series opera label labels manual code docstring docstrings identifiers commit commits
""")
# After a language's name, which only qualifies them: "French fries".
GOODS: Final = word_set("""
    bakery bean beer bread breakfast bulldog cake car cars cheese chocolate cigars coffee cooking cuisine curry dessert
    dishes door doors dressing food fries garden gardens ham horn kiss knot leather mustard noodles olive omelette onion
    opera oven pancakes pasta pastries pastry pizza poodle porcelain press restaurant restaurants rice rugs salad salads
    sauce sausage sausages shepherd shoes silk soup spaniel tea terrier tiles toast toffee vodka whisky wine wines
    yoghurt yogurt braid braids
""")
SPEAKING_CUES: Final = word_set("""
    speaker speakers speaking replies responses answers language please fluently natively well easier easiest best
    clearer ones
""")
PREPOSITIONS: Final = word_set("""
    with to for from by of at in on near about around after before between than like via as beside against without
    and or inside outside within
""")
VERBS: Final = word_set("is are was were has had been be does did will would can could do have got gets")
ORIGIN_VERBS: Final = word_set("is was 's hails comes originates")
# What may follow a place or language without making it an attribute: "Zagreb is ...", "Spanish with ...".
FUNCTION_WORDS: Final = (
    VERBS
    | PREPOSITIONS
    | word_set("""
    a an the it its that which who where when since because so but if then while also too not no never over instead
    there here now today these this her his their my our your she he they i we you suits feels calls seems makes works
    only both again more better long officially finally every each until during once all any some most anyway though
""")
)
# Documents that state a name: "her passport says Juniper Hale".
IDENTITY_PAPERS: Final = word_set("passport passports id licence license")
CALENDAR: Final = word_set("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december christmas easter english
""")
