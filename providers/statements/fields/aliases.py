"""The spellings of each field of a person, and which fields hold one value or many (R13).

Aliases are written squashed: small letters and digits, no separators, so that "Call me", "call-me" and "callMe" are one
entry.
"""

from collections.abc import Mapping
from typing import NamedTuple

from providers.statements.text.words import word_set


class Address(NamedTuple):
    """The address of a fact: 002's category and a canonical key."""

    category: str
    key: str


CATEGORIES: Mapping[str, str] = {
    spelling: category
    for category, spellings in {
        "identity": "identity identities profile profiles personal person user about basics bio",
        "preference": "preference preferences pref prefs likes tone style interests goals",
        "constraint": "constraint constraints restriction restrictions limitation limitations",
        "instruction": "instruction instructions rule rules standinginstructions workflow workflows",
    }.items()
    for spelling in spellings.split()
}

_SPELLINGS: Mapping[Address, str] = {
    Address("identity", "preferred_name"): """
        name names nickname nicknames nick callme calledas calls firstname forename givenname fullname lastname
        surname familyname middlename displayname screenname alias realname legalname truename birthname propername
        namepreferred preferrednames nameused usedname namegiven goesby goby goingby knownas aka addressas
        addressedas referredtoas refertoas formofaddress shortname petname moniker salutation greetingname
        nameofuser whoami identityname called tobecalled likestobecalled preferstobecalled wantstobecalled myname
        yourname hisname hername theirname handle whattocall howtoaddress howtocall addressby greetas
        nombre nombrepreferido apodo apellido apellidos nom prenom surnom nomdefamille vorname nachname spitzname
        rufname nome sobrenome apelido alcunha soprannome cognome nomepreferito nomepreferido
        """,
    Address("identity", "pronouns"): """
        pronoun pronouns genderpronoun genderpronouns preferredpronoun preferredpronouns pronounset personalpronouns
        pronounspreferred mypronouns addresspronouns genderedforms genderforms genderedlanguage grammaticalgender
        pronombre pronombres pronom pronoms pronomen pronome pronomes pronomi""",
    Address("identity", "city"): """
        city cities town towns village livesin livein livingin location locations locality home homecity
        homelocation homeplace residence residency residencecity placeofresidence cityofresidence townofresidence
        residesin residein residingin basedin base homebase whereabouts municipality metro cityname townname
        currentcity currenttown currentlocation loc abode currentresidence livingplace placeofliving wheretheylive
        geo geolocation gps latlong coordinates wherelives whereuserlives wherelives place region domicile dwelling
        movedto relocatedto mycity mytown placelived
        metropolis weathercity localecity timezonecity
        ciudad domicilio residencia viveen ville domicile habitea wohnort stadt wohnsitz heimatstadt cidade moraem citta
        residenza abitaa
        """,
    Address("identity", "home_address"): """
        address homeaddress postaladdress streetaddress mailingaddress fulladdress shippingaddress deliveryaddress
        billingaddress residentialaddress street zip zipcode postcode postalcode postal streetname housenumber
        doorcode apartmentnumber flatnumber
        """,
    Address("identity", "language"): """
        lang spokenlanguage languagespoken nativelanguage firstlanguage mothertongue nativetongue tongue locale
        localelang localelanguage langcode languagecode preferredlanguage preferredlang languagepreference
        preferencelanguage mainlanguage primarylanguage naturallanguage humanlanguage uilanguage interfacelanguage
        languageofchoice conversationlanguage replylanguage responselanguage chatlanguage nativespeakerof
        speakinglanguage mylanguage idiom replyin answerin respondin writein speakin talkin
        idioma lengua lenguamaterna langue languematernelle sprache muttersprache lingua linguamaterna linguamadre
        """,
    Address("identity", "languages_spoken"): """
        languages spokenlanguages speaks speak otherlanguages languageskills foreignlanguages secondlanguage
        secondarylanguage additionallanguages fluentin
        """,
    Address("identity", "birthday"): "birthdate dateofbirth dob borndate bornon birthdayon",
    Address("identity", "age"): "ageyears yearsold userage",
    Address("identity", "nationality"): "citizenship citizen nationalities",
    Address("identity", "hometown"): "origin placeoforigin birthplace placeofbirth bornin comesfrom grewupin",
    Address("identity", "occupation"): "job jobtitle profession work role career position occupations",
    Address("identity", "employer"): "company worksat worksfor workplace organisation organization placeofwork",
    Address("identity", "education"): "degree studies school university college almamater fieldofstudy major",
    Address("identity", "relationship_status"): "maritalstatus relationship civilstatus",
    Address("identity", "family"): """
        familymember familymembers relatives partner spouse husband wife children child kids siblings sibling sister
        brother parents mother father
        """,
    Address("identity", "religion"): """
        faith religiousbelief religiousbeliefs religiousaffiliation denomination creed religiousviews
        religionname konfession glaube religione religiao""",
    Address("identity", "gender"): """
        sex genderidentity biologicalsex assignedsex geschlecht genero sexo sesso transgender""",
    Address("identity", "sexual_orientation"): """
        orientation sexuality sexualpreference sexualpreferences sexualidentity sexlife attractedto romanticorientation
        orientacionsexual orientationsexuelle sexuelleorientierung orientamentosessuale""",
    Address("identity", "political_views"): """
        politics politicalview politicalopinion politicalopinions politicalaffiliation politicalorientation
        politicalleaning politicalleanings politicalparty partymembership votesfor votedfor ideology
        politica politique opinionpolitique""",
    Address("identity", "ethnicity"): """
        ethnicorigin ethnicbackground ethnicgroup ancestry racialorigin ethnie etnia raca raza descent heritage""",
    Address("identity", "union_membership"): """
        union tradeunion laborunion labourunion unionmember unionstatus syndicat gewerkschaft sindicato sindacato""",
    Address("identity", "biometrics"): """
        biometric biometricdata fingerprint fingerprints faceid faceprint irisscan retinascan voiceprint dna dnaprofile
        genome genetics geneticdata""",
    Address("identity", "criminal_record"): """
        criminalrecords criminalhistory criminalconvictions conviction convictions arrests arrest arrestrecord felony
        felonies policerecord priors""",
    Address("identity", "government_ids"): """
        governmentid governmentnumber nationalid nationalidnumber idnumber idcard idcardnumber passport passportnumber
        passportno ssn socialsecurity socialsecuritynumber nationalinsurancenumber nino taxid taxidnumber taxnumber tin
        driverslicense driverslicence driverlicense drivinglicence drivinglicense driverslicensenumber nhsnumber oib
        jmbg dni nie nif cpf codicefiscale bsn pesel personnummer aadhaar steuerid steuernummer residencepermit
        visanumber
        licenseplate numberplate reisepass pasaporte passeport passaporto insurancenumber healthinsurancenumber""",
    Address("identity", "account_numbers"): """
        accountnumber accountno bankaccount bankaccountnumber bankaccounts iban bic swift sortcode routingnumber
        creditcard creditcardnumber debitcard cardnumber bankcard bankdetails kontonummer walletaddress
        bitcoinaddress""",
    Address("identity", "income"): """
        salary annualincome monthlyincome yearlyincome annualsalary monthlysalary wage wages earnings netincome
        grossincome householdincome networth compensation hourlyrate paycheck pension gehalt einkommen salario sueldo
        salaire stipendio renda creditscore debt debts""",
    Address("identity", "immigration_status"): """
        immigrationstate residencestatus residencystatus visastatus asylumstatus aufenthaltsstatus""",
    Address("identity", "home_access"): """
        doorcode gatecode alarmcode entrycode garagecode buildingcode keysafecode lockboxcode safecombination
        frontdoorcode housecode homealarmcode""",
    Address("identity", "violence"): "domesticviolence domesticabuse sexualviolence",
    Address("identity", "email"): "emailaddress mail mailaddress emails contactemail",
    Address(
        "identity", "phone"
    ): "phonenumber telephone telephonenumber mobile mobilenumber cell cellphone contactphone",
    Address("identity", "vehicle"): "car cars vehicles bike motorcycle drives",
    Address("identity", "pets"): "pet petnames animals animal dog dogs cat cats",
    Address("preference", "programming_language"): """
        programminglanguage programminglanguages codinglanguage codelanguage preferredprogramminglanguage
        favoriteprogramminglanguage favouriteprogramminglanguage codesin programsin""",
    Address("preference", "timezone"): "timezone tz timezonename timezoneoffset zoneinfo",
    Address("preference", "units"): "unitsystem systemofunits measurementunits measurementsystem",
    Address(
        "preference", "tone"
    ): "communicationtone tonepreference communicationstyle responsestyle writingtone toneofvoice",
    Address(
        "preference", "coding_style"
    ): "codestyle codestyling codingconventions styleguide programmingstyle codeformat",
    Address("preference", "hobbies"): "hobby interests interest pastime pastimes leisure enjoys",
    Address("preference", "likes"): "like loves love enjoy",
    Address("preference", "dislikes"): "dislike hates hate",
    Address("preference", "goals"): "goal goalsadd addedgoals aim aims objective objectives ambition ambitions",
    Address("constraint", "diet"): """
        diets dietary dietarypreference dietarypreferences eatinghabits wayofeating ernahrung ernahrungsweise dieta
        alimentacion regimealimentaire""",
    Address("constraint", "avoided_foods"): """
        avoidedfood avoids avoidfood avoidfoods avoidedingredients doesnteat doesnoteat donteat canteat cannoteat
        foodstoavoid foodrestriction foodrestrictions dietrestriction dietrestrictions dietaryrestriction
        dietaryrestrictions dietaryneeds dietaryrequirements nogofoods""",
    Address("constraint", "allergies"): """
        allergy allergicto allergens allergen intolerance intolerances foodallergy foodallergies foodintolerances
        allergie allergien lebensmittelallergien nahrungsmittelallergien unvertraglichkeit unvertraglichkeiten alergia
        alergias alergiasalimentarias intolerancia intolerancias allergiesalimentaires""",
    Address("constraint", "health_conditions"): """
        health healthcondition condition conditions medicalcondition medicalconditions illness illnesses disease
        diseases diagnosis diagnoses disability disabilities medication medications medicine medicines prescription
        prescriptions
        medical medicalhistory healthstatus healthissue healthissues healthnotes mentalhealth bloodtype bloodgroup
        symptoms therapy surgery surgeries pregnancy pregnant hivstatus covidstatus vaccination
        vaccinations weight bmi gesundheit krankheit salud sante maladie enfermedad saude salute""",
    Address("constraint", "availability"): "available availabletimes workinghours schedule officehours freetime",
    Address(
        "instruction", "standing_instructions"
    ): "standinginstruction instruction instructions rule rules alwaysdo neverdo",
}

DEFAULT_ALIASES: Mapping[str, Address] = {
    spelling.replace("_", "").lower(): address
    for address, spellings in _SPELLINGS.items()
    for spelling in (address.key, *spellings.split())
} | {
    f"{favourite}{thing}": Address("preference", f"favorite_{thing.replace('colour', 'color')}")
    for favourite in ("favorite", "favourite", "fav")
    for thing in (
        "food",
        "color",
        "colour",
        "music",
        "movie",
        "book",
        "drink",
        "sport",
        "team",
        "band",
        "song",
        "game",
        "show",
    )
}
ROUTINE_PREFIXES = word_set("""
    user users person people my me our the their his her your its profile identity personal current primary main
    actual new updated customer client human owner speaker data info contact self subject account preference
    preferences pref prefs basic
""")
ROUTINE_SUFFIXES = word_set("""
    value field string text str val entry info data new updated current
""")

# 001 §10's fields, and gender, which implies the pronouns.
CORE_KEYS: frozenset[str] = frozenset(
    {"preferred_name", "pronouns", "gender", "city", "home_address", "language", "languages_spoken"}
)
LANGUAGE_KEYS: frozenset[str] = frozenset({"language", "languages_spoken"})
# Fields with values that also state a wider one, by whose name a label may call them.
WIDER_KEYS: Mapping[str, str] = {"home_address": "city", "languages_spoken": "language"}
# Specially protected data (GDPR Art. 9 and 10), and what common decency treats alike.
SPECIAL_KEYS: frozenset[str] = frozenset(
    {
        "health_conditions", "sexual_orientation", "religion", "political_views", "ethnicity", "union_membership",
        "biometrics", "criminal_record", "government_ids", "account_numbers", "income", "immigration_status",
        "home_access", "violence",
    }
)  # fmt: skip
# Also about health, but stored without consent so that no agent suggests what would harm the person (002).
DIET_KEYS: frozenset[str] = frozenset({"diet", "avoided_foods", "allergies"})
# Fields to which rules for another field also apply: a person who lets no diet be stored means excluded foods too.
COVERED_BY: Mapping[str, str] = {"avoided_foods": "diet"}
SENSITIVE_KEYS: frozenset[str] = CORE_KEYS | SPECIAL_KEYS
# The fields that the detector reads, whether or not the default policy requires consent for them.
READ_KEYS: frozenset[str] = SENSITIVE_KEYS | DIET_KEYS
MULTI_VALUED_KEYS: frozenset[str] = frozenset(
    {
        "account_numbers",
        "allergies",
        "availability",
        "avoided_foods",
        "biometrics",
        "criminal_record",
        "dislikes",
        "education",
        "email",
        "ethnicity",
        "family",
        "goals",
        "government_ids",
        "health_conditions",
        "hobbies",
        "home_access",
        "languages_spoken",
        "likes",
        "pets",
        "phone",
        "standing_instructions",
        "vehicle",
        "violence",
    }
)
_CATEGORY_OF: Mapping[str, str] = {address.key: address.category for address in DEFAULT_ALIASES.values()}


def category_of(key: str) -> str:
    """Return 002's category of a canonical key; "identity" for an unknown one."""
    return _CATEGORY_OF.get(key, "identity")
