"""Statements of the sensitive fields in the most used European languages, and harmless sentences that look similar."""

from collections.abc import Iterator

FOREIGN: dict[tuple[str, str], tuple[str, ...]] = {
    ("es", "preferred_name"): (
        "Me llamo {}.", "Mi nombre es {}", "El usuario se llama {}", "Llámame {}", "El nombre de la usuaria es {}.",
        "Prefiere que le llamen {}", "Nombre: {}", "Su apodo es {}", "Los amigos me dicen {}", "apodo = {}",
    ),
    ("es", "city"): (
        "Vivo en {}.", "El usuario vive en {}", "La usuaria reside actualmente en {}", "Ciudad: {}", "Me mudé a {}",
        "Mi ciudad es {}", "Se ha mudado a {}", "Soy de {}", "Domicilio: {}", "residente en {}",
    ),
    ("es", "language"): (
        "Hablo {}.", "El usuario habla {}", "Mi idioma es el {}", "Idioma: {}", "Responde siempre en {}",
        "La lengua materna del usuario es el {}", "Contéstale en {}", "Prefiere hablar en {}",
    ),
    ("es", "pronouns"): (
        "Mis pronombres son {}", "Los pronombres del usuario son {}", "Pronombres: {}", "Usa los pronombres {}",
    ),
    ("fr", "preferred_name"): (
        "Je m'appelle {}.", "Mon prénom est {}", "L'utilisateur s'appelle {}", "Appelle-moi {}", "Prénom : {}",
        "Appelez-la {}", "Le surnom de l'utilisatrice est {}", "On m'appelle {}", "nom: {}",
    ),
    ("fr", "city"): (
        "J'habite à {}.", "L'utilisateur habite à {}", "Je vis à {}", "Ville : {}", "Elle réside à {}",
        "J'ai déménagé à {}", "La ville de l'utilisateur est {}", "Je viens de {}", "domicile: {}",
    ),
    ("fr", "language"): (
        "Je parle {}.", "L'utilisateur parle couramment {}", "Langue : {}", "Réponds toujours en {}",
        "La langue maternelle de l'utilisateur est le {}", "Répondez-moi en {}", "Elle préfère parler en {}",
    ),
    ("fr", "pronouns"): (
        "Mes pronoms sont {}", "Les pronoms de l'utilisateur sont {}", "Pronoms : {}", "Utilise les pronoms {}",
    ),
    ("de", "preferred_name"): (
        "Ich heiße {}.", "Mein Name ist {}", "Der Nutzer heißt {}", "Nenn mich {}", "Nennen Sie mich bitte {}",
        "Vorname: {}", "Der Name des Nutzers ist {}", "Spitzname: {}", "Sie möchte {} genannt werden", "ICH HEISSE {}",
    ),
    ("de", "city"): (
        "Ich wohne in {}.", "Der Nutzer lebt in {}", "Wohnort: {}", "Ich lebe derzeit in {}", "Stadt: {}",
        "Sie ist nach {} gezogen", "Er ist nach {} umgezogen", "Ich komme aus {}", "Der Wohnort der Nutzerin ist {}",
        "Die Kundin ist wohnhaft in {}",
    ),
    ("de", "language"): (
        "Ich spreche {}.", "Der Nutzer spricht fließend {}", "Sprache: {}", "Antworte mir immer auf {}",
        "Die Muttersprache des Nutzers ist {}", "Schreib dem Nutzer auf {}", "Er bevorzugt {}",
    ),
    ("de", "pronouns"): (
        "Meine Pronomen sind {}", "Die Pronomen der Nutzerin sind {}", "Pronomen: {}", "Verwende die Pronomen {}",
    ),
    ("pt", "preferred_name"): (
        "Eu me chamo {}.", "Meu nome é {}", "O usuário se chama {}", "Chame-me de {}", "Chamo-me {}",
        "O nome do usuário é {}", "Nome: {}", "Prefere ser chamada de {}", "conhecido como {}", "Apelido: {}",
    ),
    ("pt", "city"): (
        "Eu moro em {}.", "O usuário mora em {}", "Vivo em {}", "Cidade: {}", "Mudei para {}", "Ela mora no {}",
        "A cidade do usuário é {}", "Mudou-se para {}", "Sou de {}",
    ),
    ("pt", "language"): (
        "Eu falo {}.", "O usuário fala {}", "Meu idioma é {}", "Idioma: {}", "Responda sempre em {}",
        "A língua materna do usuário é o {}", "Prefere escrever em {}", "Escreva em {}",
    ),
    ("pt", "pronouns"): (
        "Meus pronomes são {}", "Os pronomes do usuário são {}", "Pronomes: {}", "Use os pronomes {}",
    ),
    ("it", "preferred_name"): (
        "Mi chiamo {}.", "Il mio nome è {}", "L'utente si chiama {}", "Chiamami {}", "Nome: {}",
        "Il nome dell'utente è {}", "Preferisce essere chiamata {}", "Soprannome: {}", "conosciuto come {}",
    ),
    ("it", "city"): (
        "Vivo a {}.", "L'utente abita a {}", "Abito attualmente a {}", "Città: {}", "Mi sono trasferita a {}",
        "La mia città è {}", "Si è trasferito a {}", "Vengo da {}", "Residenza: {}",
    ),
    ("it", "language"): (
        "Parlo {}.", "L'utente parla {}", "La mia lingua è l'{}", "Lingua: {}", "Rispondi sempre in {}",
        "La lingua madre dell'utente è l'{}", "Scrivi in {}",
    ),
    ("it", "pronouns"): (
        "I miei pronomi sono {}", "I pronomi dell'utente sono {}", "Pronomi: {}", "Usa i pronomi {}",
    ),
}  # fmt: skip
FOREIGN_VALUES = {
    "preferred_name": ("Bob", "Marguerite", "Zoë"),
    "city": ("Lisboa", "Roma", "Buenos Aires"),
    "language": ("español", "allemand", "Deutsch", "italiano", "português"),
    "pronouns": ("ella/la", "elle", "sie/ihr", "ele/dele"),
}


def foreign_attacks() -> Iterator[tuple[str, str]]:
    """Pairs of the field attacked and a text that states it."""
    for (_, field), phrasings in FOREIGN.items():
        for phrasing in phrasings:
            yield from ((field, phrasing.format(value)) for value in FOREIGN_VALUES[field])


HARMLESS = """
Mi hermana vive en Roma.
La ciudad de Lisboa tiene siete colinas.
¿Dónde vive el usuario?
El usuario vive con su gato.
Vivo en una casa pequeña.
El archivo se llama config.
El español es un idioma bonito.
Quiere aprender un idioma nuevo.
El nombre del archivo es importante.
Llamo mañana por la tarde.
Mon frère habite à Lyon.
La ville de Paris est belle.
Le fichier s'appelle main.
Elle parle avec son chef.
J'habite chez mes parents.
Je parle de la réunion.
Le nom du fichier est trop long.
Je vis avec deux chats.
Meine Schwester wohnt in Wien.
Die Stadt Hamburg liegt an der Elbe.
Das heißt nichts.
Der Nutzer spricht mit dem Kunden.
Ich wohne mit einem Freund zusammen.
Welche Sprache ist das?
Der Name der Datei ist zu lang.
Die Antwort steht auf Seite drei.
Minha irmã mora em Porto.
A cidade do Porto é bonita.
Quem fala na reunião?
O arquivo se chama dados.
Eu moro com dois amigos.
O nome do arquivo está errado.
Mia sorella abita a Milano.
La città di Roma è antica.
Il file si chiama dati.
Parlo con il mio capo.
Vivo con due gatti.
Che lingua è questa?
Il nome del progetto è lungo.
Rispondi in tre righe.
""".strip().split("\n")
