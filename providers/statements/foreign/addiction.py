"""Constructions for drinking, gambling and drugs, and for quitting them."""

from collections.abc import Mapping
from typing import Final

_GAMES: Final = (
    r"(?:automaten?|spielautomat\w*|spielothek|spielhalle|kasino|(?:online-?)?casinos?|roulette|sportwetten"
    r"|wettburo|pokern?"
    r"|tragaperras|(?:las |en )?apuestas(?: deportivas| online)?|casa de apuestas|ruleta|bingo|quiniela|tragamonedas"
    r"|machines? a sous|paris (?:sportifs|en ligne)|pmu|tierce|cartes a gratter|caca-niqueis|apostas|raspadinhas"
    r"|slot|scommesse|gratta e vinci)"
)
_LOST: Final = (
    r"(?:verlor\w*|verzock\w*|verspiel\w*|verballer\w*|gelassen|perd\w+|gast\w+|pul\w+|fundi\w*|dej(?:e|o|ado)"
    r"|claque\w*|flambe\w*"
    r"|perdu\w*|jou(?:e|ais|er)|depens\w+|cram\w+|gastei|gastou|perso|spes[oi]|bruciat[oi])"
)
_DRINK: Final = (
    r"(?:flaschen?|bier|biere|wein|wodka|vodka|schnaps|whisk\w+|korn|botellas?|cervezas?|vino|ron|ginebra"
    r"|cubatas?|bouteilles?"
    r"|vin|pastis|rhum|garrafas?|vinho|cachaca|bottigli[ae]|birre|litros?|litres?|liter)"
)
_DAILY: Final = (
    r"(?:jeden (?:abend|tag)|jede nacht|taglich|am tag|pro tag|abends|cada (?:dia|noche|tarde)"
    r"|todas las noches|todos los dias"
    r"|al dia|por noche|diari[ao]s?|chaque (?:soir|jour|nuit)|tous les (?:soirs|jours)|par (?:jour|soir)"
    r"|por dia|toda noite"
    r"|todos os dias|ogni (?:sera|giorno|notte)|al giorno)"
)
_BOOZE: Final = (
    r"(?:drink\w*|trink\w*|trank|getrunken|sauf\w*|beb\w+|tom[oa]\w*|boi[st]?|buvais|buvait|bu|descends|siffle"
    r"|bev\w+)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\b{_LOST}\b[^.;!?]{{0,40}}?\b{_GAMES}\b(?! (?:en el |im |du |dans le |no )(?:mapa|juego|nivel|spiel"
        rf"|level|jeu|jogo))|\b{_GAMES}\b[^.;!?]{{0,40}}?\b{_LOST}\b"
        r"|\b(?:gehalt|lohn|geld|erspart\w+|miete)\b[^.;!?]{0,30}?\b(?:verzockt|verspielt|verwettet)\b",
        r"\b(?:zock\w*|spiel\w*|sitz\w*|hang\w*|enganchad[oa]|vici[oa]|juego|juega|accro|joue|apost[oa]"
        r"|gioc[oa])\b [^.;!?]{0,25}?"
        r"\b(?:automaten?|spielothek|spielhalle|um geld|online-?casino|sportwetten|tragaperras|apuestas"
        r"|ruleta online|machines a sous"
        r"|paris sportifs|caca-niqueis|slot machine|scommesse)\b",
        rf"\b{_DRINK}\b[^.;!?]{{0,25}}?\b{_DAILY}|{_DAILY} [^.;!?]{{0,20}}?\b{_BOOZE}\b[^.;!?]{{0,20}}?\b{_DRINK}\b|"
        rf"\b{_BOOZE} (?:\w+ )?(?:zu viel|demasiado|mas de la cuenta|trop(?= ?[,.;!]|$| depuis| en ce)|demais"
        r"|troppo)(?! (?:kaffee|cafe|wasser|agua|eau|te|tee|the)\b)",
        r"\b(?:n'ai|n'a) (?:pas|plus|rien) (?:bu|touche a (?:rien|l'alcool|une goutte)|consomme|replonge"
        r"|rechute|fume de)\b(?!"
        r" (?:de cafe|d'eau|mon|assez))|\b(?:ne bois|ne boit) plus\b(?! de (?:cafe|lait|the))",
        r"\b(?:zieh\w*|leg\w*|hago|hace|meto|mete|fais|fait|prends|sniffe?) (?:mir |me "
        r"|se )?(?:[\w,]+ ){0,6}?(?:lines?|nasen koks|rayas?|traces?|rails?|ecstasy|pillen|pastis|speed"
        r"|keta)\b(?! (?:de (?:code|codigo|texto))|\w)",
        r"\b(?:rechut\w+|replong(?:e|er) dans|ruckfall|ruckfallig|recaid[ao]|recai|recayo|recaer|entzug"
        r"|entgiftung|sevrage"
        r"|desengancha\w*|disintossica\w*|abstinen[cz]i?a)\b",
        r"\b(?:anonymen? (?:alkoholiker\w*|spieler\w*)|aa-(?:treffen|gruppe|meeting)|(?:alcooliques"
        r"|narcotiques|joueurs) anonymes"
        r"|(?:alcoholicos|narcoticos|jugadores) anonimos|reuniones de (?:aa|na)|reunions? des aa"
        r"|alcolisti anonimi|alcoolicos anonimos"
        r"|suchtberat\w+|suchthilfe|suchtgruppe)\b",
        r"\b(?:seit|llev[oa]|llevamos|hace|depuis|fait|ha|faz|da) (?:\w+[ -]){1,5}?(?:trocken|clean|nuchtern"
        r"|limpi[oa]|sobri[oa]|sobre|clean"
        r"|sin (?:beber|consumir|jugar|probar|meterme|apostar)|sans (?:boire|alcool|jouer|consommer)"
        r"|sem (?:beber|usar)|senza bere)\b",
        r"\b(?:kiff\w*|koks\w*|gekokst|zieh\w* (?:eine )?lines?|spritz\w* (?:heroin|mir)|drogen genommen"
        r"|nehm\w* drogen|me (?:meto|meti|drogo)"
        r"|fumo (?:porros|marihuana|hierba)|porros|me drogue|se drogue|prends? de la (?:coke|cocaine|drogue)"
        r"|fume (?:des joints|du shit)"
        r"|fumo (?:maconha|ganza|canne)|uso drogas)\b",
    ),
}
