"""Which questions are about a person's needs."""

import pytest

from providers.statements import NEED_KEYS
from retrieval.needs.questions import FOOD, need_words_for, requested_needs, searched_needs
from retrieval.query_context import _needs_of

OF_FOOD = [
    "what can I not eat", "What can't I eat?", "what am I allergic to", "allergies", "food intolerances",
    "What can she not eat?", "Is Ana allergic to nuts?", "What can I not have?", "What should I tell the restaurant?",
    "Does Ana eat meat?", "What can Ana eat for dinner?", "Can I put nuts in the dessert for Ana?",
    "Can we serve her shrimp?", "Darf Ana Nüsse essen?", "¿Puede Ana comer nueces?", "Isst Ana Fleisch?",
    "was esse ich nicht", "qué no como", "¿Qué no come Ana?", "cosa non mangio", "Qu'est-ce que je ne mange pas ?",
    "Was darf ich nicht essen?", "Worauf bin ich allergisch?", "¿Qué no puedo comer?",
    "Qu'est-ce que je ne peux pas manger ?", "À quoi suis-je allergique ?",
    "What does she like to eat?", "Was esse ich gern?",
    "What should I cook?", "What can I cook for Ana?", "Can Ana have the carbonara?", "Is the pad thai safe for Ana?",
    "Can Ana have a latte?", "Can Ana drink milk?", "Are strawberries ok for Ana?", "dietary restrictions",
    "Is a peanut butter sandwich ok for Ana?", "Suggest a dinner recipe for Ana", "Which restaurant for Ana tonight?",
    "What should I bake for Ana's birthday?", "What can we grill on Saturday?", "What shall I make for Ana?",
    "What should we order in for Ana tonight?", "Lunch ideas for Ana", "Is it safe for Ana to eat sushi?",
    "Plan a breakfast menu for Ana", "What can I serve Ana?", "Which snack is good for her?",
    "Where can we eat with Ana?",
    "What should Ana order at the restaurant?", "Please recommend a restaurant for Ana's birthday dinner",
    "Would the tiramisu be fine for Ana?", "What can Ana do for dinner?",
    "Can I give Ana a brownie?", "Can you suggest a dessert for Ana?", "dinner for Ana", "cake for Ana's birthday",
    "Could she try the satay?", "What to cook for Ana", "Find a restaurant where Ana can eat",
    "Was kann ich für Ana kochen?", "Was soll ich Ana kochen?", "Was koche ich für Ana?", "Rezept für Ana",
    "Welches Restaurant passt für Ana?", "Ist das Pad Thai für Ana sicher?", "Kann Ana Carbonara essen?",
    "¿Qué puedo cocinar para Ana?", "¿Qué le cocino a Ana?", "Una receta de cena para Ana",
    "¿Es seguro el pad thai para Ana?", "¿Puede Ana tomar leche?", "Que puis-je cuisiner pour Ana ?",
    "Quel restaurant pour Ana ce soir ?", "Cosa posso cucinare per Ana?", "O que posso cozinhar para a Ana?",
]  # fmt: skip
OF_DISHES = [
    "How do I make pancakes?", "How to make pancakes", "How do I bake bread?", "How can I make tiramisu?",
    "How do I make a curry?", "Pancake recipe", "Give me a recipe for curry", "Is there milk in pancakes?",
    "Are there nuts in pesto?", "Does pesto contain nuts?", "What is in pesto?", "Suggest a wine",
    "What should I buy at the supermarket?",
    "Was soll ich einkaufen?", "Wie mache ich Pfannkuchen?", "Wie backt man einen Kuchen?", "Pfannkuchenrezept",
    "Gibt es Milch in Pfannkuchen?", "Enthält Pesto Nüsse?", "Empfiehl mir einen Wein",
    "Receta de tortilla", "¿Cómo hago tortitas?", "¿Cómo se hace una paella?", "¿Hay leche en las tortitas?",
    "Recomiéndame un vino", "¿Qué compro en el supermercado?",
    "Recette de crêpes", "Comment faire des crêpes ?", "Comment préparer un gâteau ?", "Propose un vin",
    "Y a-t-il du lait dans les crêpes ?", "Que dois-je acheter au supermarché ?",
]  # fmt: skip
OF_NO_DISHES = [
    "How do I make a backup?", "How do I prepare for the interview?", "Is there milk in the fridge?",
    "How did Ana make pancakes?", "How does Ana make pancakes?", "Where is the recipe?", "Suggest a book",
    "How do I make the bed?", "Does the file contain numbers?", "How do I make Rita's cake?",
    "Was soll ich kaufen, ein Auto?", "Wie mache ich ein Backup?", "Wie mache ich einen Termin?",
    "¿Cómo hago una copia de seguridad?", "Comment faire une sauvegarde ?",
]  # fmt: skip
OF_MEALS = [
    "restaurant", "restaurants nearby", "restaurant nearby", "birthday cake", "picnic", "barbecue on Sunday", "dinner",
    "What's for lunch?", "Italian restaurant in Porto", "brunch ideas", "business dinner", "Dinner for Ana",
    "Was gibt es zum Mittagessen?", "Was gibt's zum Abendessen?", "resto", "Abendessen",
    "Dessertrezept", "Geburtstagskuchen", "Günstiges Restaurant",
    "Picknick am Sonntag", "¿Qué hay de comer?", "cena", "quiero pedir comida a domicilio", "restaurante cerca",
    "tarta de cumpleaños", "barbacoa el domingo", "idée de dîner", "pique-nique", "gâteau d'anniversaire",
]  # fmt: skip
OF_MEALS_PAST = [
    "When did I have dinner with Rita?", "Who came to the picnic?", "dinner with Rita", "Rita's birthday cake",
    "How was the dinner?", "Where is the bakery?", "Is the restaurant open?", "picnic photos",
    "Was gab es zum Mittagessen?",
    "¿Quién vino al picnic?", "¿Qué pedimos de cena?", "Qui est venu au pique-nique ?", "lunch with my brother",
    "What time is dinner?", "dinner last week", "What was the cake like?", "Essen gestern", "lunch break",
]  # fmt: skip
# The second half of each was kept for counting only.
TO_EAT = [
    "Book a restaurant in Lisbon", "Book a table for Friday", "Make a shopping list", "What food does she like?",
    "What gift should I bring, chocolates?", "Reserve a table for two tonight", "Reserva una mesa para el viernes",
    "Kannst du einen Tisch für Freitag reservieren?", "Réserve un restaurant à Lyon", "Order pizza for tonight",
    "What snacks should I buy?", "Einkaufsliste für das Wochenende", "Haz la lista de la compra",
    "Should I bring a bottle of wine?", "What does she like to eat?", "Can you order us some sushi?",
    "Is a satay sauce safe?", "Kann ich ihr Milchreis machen?", "Was isst Ana gern?", "¿Qué comida le gusta?",
    "Find us a place to eat in Porto", "Get a dinner reservation for Saturday", "Write a grocery list for the week",
    "Which chocolates should I give her?", "What are her favourite foods?", "Bestell Essen für heute Abend",
    "Buche ein Restaurant in Lissabon", "Schreib mir eine Einkaufsliste", "Welche Pralinen kann ich ihr schenken?",
    "Reserva un restaurante en Lisboa", "Pide algo de comer para esta noche", "¿Le regalo bombones?",
    "Réserve une table pour vendredi", "Fais une liste de courses", "Quels chocolats lui offrir ?",
    "Plan the catering for the party", "Would she enjoy a cheese fondue?", "What should we have for dessert?",
    "Pick up some groceries for her", "Bake cookies for the office",
]  # fmt: skip
NOT_TO_EAT = [
    "Book a table saw", "restaurant jobs", "Book a flight to Lisbon", "Make a list of tasks",
    "What music does she like?", "What gift should I bring, a book?", "Reserve a meeting room for Friday",
    "Reserva un vuelo para el viernes", "Kannst du einen Termin für Freitag machen?", "Make a table of the results",
    "What books should I buy?", "Shopping for shoes", "What does she like to do?", "When is the restaurant booking?",
    "Order a new laptop", "Order the rows by date", "Is the garage safe?", "Kann ich ihr eine Mail machen?",
    "Was macht Ana gern?", "¿Qué música le gusta?", "Find us a place to stay in Porto",
    "Get a train reservation for Saturday", "Write a packing list for the week", "Which flowers should I give her?",
    "What are her favourite films?", "Bestell ein Taxi für heute Abend", "Buche ein Hotel in Lissabon",
    "Schreib mir eine Aufgabenliste", "Welche Blumen kann ich ihr schenken?", "Reserva un hotel en Lisboa",
    "Pide una cita para mañana", "¿Le regalo un libro?", "Réserve une chambre pour vendredi",
    "Fais une liste de tâches", "Quelles fleurs lui offrir ?", "Plan the agenda for the party",
    "Would she enjoy a jazz concert?", "What should we have for homework?", "Pick up some parcels for her",
    "Invoice of the restaurant in Lisbon",
]  # fmt: skip
ALLOWED = [
    "What is she allowed to eat?", "What's Ana allowed to drink?", "What am I allowed to eat?", "¿Qué come ella?",
    "¿Qué pido para Ana?", "¿Puede comer remolacha?", "¿Qué puede comer?", "¿Qué puede comer ella?",
    "¿Qué no puede comer?", "Qu'est-ce que je peux lui offrir comme dessert ?", "Que puis-je lui offrir à manger ?",
    "Que cuisiner pour Ana ce soir ?", "Qu'est-ce que je cuisine ce soir ?",
    "Que faire à manger ce soir ?", "Que manger ce soir ?", "Sushi for Ana?", "Sushi for her?",
    "Was darf sie essen?", "Was koche ich heute Abend?", "Was bestelle ich für Ana?", "Sushi für Ana?",
    "Sushi pour Ana ?", "¿Sushi para Ana?", "Que commander pour Ana ?", "Qu'est-ce qu'on mange ce soir ?",
    "Qu'est-ce que je commande pour Ana ?", "Peut-elle manger de la betterave ?",
    "Elle peut manger des betteraves ?", "Qu'est-ce qu'elle peut manger ?", "Was essen wir heute?",
    "¿Qué cenamos hoy?", "¿Qué hago de comer?", "¿Qué hago para cenar?", "Was mache ich zum Abendessen?",
    "Was mache ich heute zu essen?", "Can I make duck for Ana?", "Does she eat pork?", "Darf Ana Grapefruit essen?",
    "Qu'est-ce qu'elle a le droit de manger ?", "¿Qué tiene permitido comer?",
    "Qu'est-ce que je fais à manger ce soir ?", "On mange quoi ce soir ?", "What can I cook for her?",
    "Can I have duck?", "Kann ich Ana Ente machen?", "¿Puede comer Ana remolacha?", "Ratatouille for Ana?",
    "Darf sie Rote Bete essen?", "¿Come cerdo?", "¿Come Ana cerdo?", "Mange-t-elle du porc ?",
    "Est-ce qu'elle mange du porc ?", "Isst sie Schweinefleisch?", "Is beetroot ok for Ana?", "Can she eat lamb?",
    "Que servir à Ana ?", "Que préparer à manger pour Ana ?",
]  # fmt: skip
NOT_ALLOWED = [
    "What do cats eat?", "What are cats allowed to eat?", "¿Qué comen los gatos?", "Was fressen Katzen?",
    "Que mangent les chats ?", "¿Qué puede comer un gato?", "¿Puede comer Rita gambas?", "Sushi for Rita?",
    "¿Sushi para Rita?", "Milk for the cat?", "What is Rita allowed to eat?", "What is she allowed to do?",
    "¿Qué pido para la oficina?", "Que préparer pour la réunion ?", "Que faire ce soir ?",
    "Qu'est-ce que je fais ce soir ?", "¿Qué hago hoy?", "Was mache ich heute?", "¿Qué cenamos ayer?",
    "Who ordered sushi for Ana?", "Book for Ana?", "¿Puede venir ella?", "Que mange le chat ?",
    "¿Qué come el gato?", "Was frisst der Hund?", "What do dogs drink?", "What is my dog allowed to eat?",
    "What can penguins eat?", "Peut-elle prendre le train ?", "¿Puede tomar el tren?", "Come home with Ana",
    "Can my dog eat chocolate?", "Where is the sushi for Ana?", "Que préparer pour Ana ?",
]  # fmt: skip
OF_HEALTH = [
    "what must doctors know", "What should a paramedic know about Ana?", "which medicines do I take", "medicines",
    "What is dangerous for me?", "What foods should Ana avoid?", "Was müssen Ärzte wissen?",
    "Which illnesses do I have?",
]  # fmt: skip
OF_NEITHER = [
    "What can Rita not eat?", "What is Tiago allergic to?", "what can my brother not eat", "doctor", "physician visit",
    "When is my doctor's appointment?",
    "What did I eat yesterday?", "Can Rita eat nuts?", "Can I put the meeting with Ana on Tuesday?",
    "What do I usually eat for breakfast?", "Do I have an appointment?",
    "¿Cómo no te llamas?", "¿Qué como hoy?",
    "What did Ana cook last week?", "Which restaurant did Ana like in Porto?", "When is the dinner with Ana?",
    "Who cooks dinner for Ana?", "What is Ana's favourite recipe?", "How does Ana bake her bread?", "Can Ana cook?",
    "Where is the restaurant?", "Is Tuesday ok for Ana?", "Is 3 pm good for Ana?", "Can I have Ana's address?",
    "Can Ana have a meeting on Friday?", "What can I cook for Rita?", "Is the pad thai safe for Tiago?",
    "Can I serve Rita shrimp?", "What should I bake for my brother?", "Suggest a dinner recipe for Rita",
    "Can my colleague have the carbonara?", "What was for dinner yesterday?", "Was hat Ana gestern gekocht?",
    "¿Qué cocinó Ana ayer?", "Which restaurant does Ana prefer?", "Did Ana book the restaurant?",
    "What can I do for Ana?", "Is the new office good for Ana?", "What can I make of the report?",
    "Which roads are not open?", "what must Rita's doctor know", "penicillin", "What do I not like?", "",
]  # fmt: skip


@pytest.mark.parametrize("question", [*OF_FOOD, *OF_DISHES, *OF_MEALS, *ALLOWED])
def test_what_may_not_be_eaten(question):
    assert requested_needs(question, "Ana Silva") == FOOD


def test_most_questions_for_food_are_known():
    assert sum(_needs_of(question, "Ana Silva") == FOOD for question in TO_EAT) >= 38
    assert sum(_needs_of(question, "Ana Silva") == () for question in NOT_TO_EAT) >= 39


LIKED = [
    "Mag sie Spinat?", "Mag Ana Erdbeeren?", "Isst sie Spinat?", "Schmeckt ihr Ziegenkäse?",
    "Aime-t-elle les noisettes ?",
    "Est-ce qu'elle aime les noix ?", "Elle aime le Nutella ?", "Ana aime les huîtres ?", "Does she like spinach?",
    "Would Ana enjoy a cheese fondue?", "Do I like cashews?", "¿Le gusta el marisco?", "¿Le gustan las espinacas?",
    "¿A Ana le gusta el queso?",
]  # fmt: skip
NOT_LIKED = [
    "Mag sie Jazz?", "Mag Rita Spinat?", "Aime-t-elle le jazz ?", "Rita aime les huîtres ?", "Does she like Lisbon?",
    "Does Rita like spinach?", "Does my brother like cheese?", "¿Le gusta el jazz?", "¿Le gusta a Rita el queso?",
    "What does she like about Lisbon?",
]  # fmt: skip


@pytest.mark.parametrize("question", LIKED)
def test_a_question_whether_a_food_is_liked_returns_needs(question):
    assert FOOD in (searched_needs(question, "Ana Silva"), requested_needs(question, "Ana Silva"))


@pytest.mark.parametrize("question", NOT_LIKED)
def test_a_question_whether_anything_else_is_liked_returns_none(question):
    assert not searched_needs(question, "Ana Silva") and not requested_needs(question, "Ana Silva")


@pytest.mark.parametrize("question", OF_HEALTH)
def test_what_who_treats_the_person_must_know(question):
    assert requested_needs(question, "Ana Silva") == NEED_KEYS


@pytest.mark.parametrize("question", [*OF_NEITHER, *OF_NO_DISHES, *OF_MEALS_PAST, *NOT_ALLOWED])
def test_other_questions_and_other_people(question):
    assert requested_needs(question, "Ana Silva") == ()


@pytest.mark.django_db
def test_an_agent_finds_the_allergy_too(state, ask, remember):
    state("constraint", "allergies", "walnuts")
    remember("Ana likes to eat cake.")

    assert "allergies: walnuts" in [item.content for item in ask("What can Ana not eat?").items]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "question", ["What can Ana not eat?", "what do I not eat", "was esse ich nicht", "qué no como"]
)
def test_a_sentence_about_an_allergy_answers_too(remember, texts, question):
    remember("Ana is allergic to walnuts.")
    remember("Inês cannot eat wheat, Ana says.")
    remember("Tiago eats no gluten.")
    for i in range(8):
        remember(f"Ana likes to eat cake number {i} on Sundays.")

    assert "Ana is allergic to walnuts." in texts(question)[:3]


def test_what_is_asked_for_in_other_words():
    assert need_words_for("What can Rita not eat?") == "allergic"
    assert need_words_for("¿Puede comer gambas la madre de Ana?") == "alérgica"
    assert need_words_for("Is Ana allergic to nuts?") == need_words_for("What did I eat yesterday?") == ""
