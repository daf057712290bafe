"""The table of categories: what each is for and which roles read it, previewed before it is saved."""

import re
from collections import defaultdict
from html.parser import HTMLParser

import pytest

from interfaces.admin.categories.table import stored_table
from memories.models import History
from workspaces import category_config
from workspaces.models import Allowlist, Category
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
URL = "/admin/categories/"


@pytest.fixture
def form(in_home):
    """What a browser would send of the page as it is; the named fields are changed."""

    def _form(**changed):
        with in_home():
            table = stored_table()
        fields = {f"read:{role}": [row.name for row in table.rows if role in row.readers] for role in table.roles}
        fields |= {f"context:{row.name}": row.context for row in table.rows}
        fields |= {f"length:{row.name}": str(row.rag_length) for row in table.rows}
        return fields | {"new_name": "", "new_role": "", "new_context": "rag", "new_length": "30"} | changed

    return _form


@pytest.fixture
def listed(in_home):
    def _listed(role):
        with in_home():
            return set(Allowlist.objects.get(role=role).categories)

    return _listed


def test_saving_an_untouched_page_changes_nothing(owner, form, in_home):
    with in_home():
        before = category_config.parse(category_config.dump())

    assert owner.post(URL, form(save="1")).status_code == 302

    with in_home():
        after = category_config.parse(category_config.dump())
    assert after.categories == before.categories
    assert {role: set(names) for role, names in after.allowlists.items()} == {
        role: set(names) for role, names in before.allowlists.items()
    }


def test_that_others_cannot_read_what_nobody_files_is_told_where_there_is_something(owner, note):
    warning = "cannot read what is filed here"
    assert warning not in owner.get(URL).content.decode()

    note(category="general")

    assert warning in row_of(owner.get(URL).content.decode(), "general")


def test_a_preview_tells_what_a_role_would_gain_and_saves_nothing(owner, note, form, listed):
    note(category="knowledge")
    changed = {"read:planner": [*sorted(listed("planner")), "knowledge"], "try": "1"}

    response = owner.post(URL, form(**changed))

    [planner] = [row for row in response.context["preview"] if row.role == "planner"]
    assert (planner.before, planner.after, planner.gains) == (0, 1, ["knowledge"])
    assert "knowledge" not in listed("planner")
    assert 'aria-label="Planner reads and writes Knowledge" checked' in response.content.decode()


def test_nobody_loses_a_category_that_was_not_there(owner, form):
    response = owner.post(URL, form(new_name="garden", new_readers=["planner"], **{"try": "1"}))

    rows = {row.role: (row.gains, row.losses) for row in response.context["preview"] if row.gains or row.losses}
    assert rows == {"planner": (["garden"], [])}


def test_a_preview_tells_who_loses_what_another_role_gains(owner, form, in_home):
    """The supervisor reads what no list names, also before there is a memory of it."""
    with in_home():
        Category.objects.create(name="garden")

    response = owner.post(URL, form(**{"read:planner": ["garden"], "try": "1"}))

    [supervisor] = [row for row in response.context["preview"] if row.role == "supervisor"]
    assert supervisor.losses == ["garden"]
    assert '<td data-label="Loses">Garden</td>' in response.content.decode()


def test_a_preview_tells_whose_box_was_unticked(owner, form, listed):
    kept = sorted(listed("planner") - {"goals"})

    response = owner.post(URL, form(**{"read:planner": kept, "try": "1"}))

    [planner] = [row for row in response.context["preview"] if row.role == "planner"]
    assert (planner.gains, planner.losses) == ([], ["goals"])


def test_boxes_and_numbers_are_saved_and_stand_in_the_history(owner, form, listed, in_home):
    owner.post(URL, form(**{"read:planner": ["goals"], "length:goals": "7", "context:tone": "rag", "save": "1"}))

    assert listed("planner") == {"goals"}
    with in_home():
        assert Category.objects.get(name="goals").rag_length == 7
        assert Category.objects.get(name="tone").context == "rag"
        assert History.objects.filter(meta__what="categories", meta__done="changed").count() == 1


def test_a_category_and_a_role_are_added_and_removed(owner, form, in_home, listed):
    owner.post(URL, form(new_name="garden", new_length="5", new_readers=["planner"], new_role="gardener", save="1"))
    with in_home():
        garden = Category.objects.get(name="garden")
        assert (garden.rag_length, garden.is_system) == (5, False)
    assert "garden" in listed("planner") and listed("gardener") == set()

    owner.post(URL, form(remove="garden", save="1"))

    with in_home():
        assert not Category.objects.filter(name="garden").exists()
    assert "garden" not in listed("planner")


class Sent(HTMLParser):
    """The fields that a browser would send of a page: inputs, ticked boxes and chosen options."""

    def __init__(self, html):
        super().__init__()
        self.fields, self.select = defaultdict(list), ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.select = given.get("name", "") if tag == "select" else self.select
        if tag == "input" and given.get("name") and (given.get("type") != "checkbox" or "checked" in given):
            self.fields[given["name"]].append(given.get("value") or "")
        if tag == "option" and "selected" in given and self.select:
            self.fields[self.select].append(given["value"])


@pytest.fixture
def preview_and_save(owner):
    """Preview a form, then save what the page holds."""

    def _preview_and_save(fields):
        page = owner.post(URL, fields | {"try": "1"}).content.decode()
        return owner.post(URL, {**Sent(page).fields, "save": "1"})

    return _preview_and_save


def test_what_a_preview_added_is_saved(preview_and_save, form, in_home, listed):
    preview_and_save(form(new_name="garden", new_length="5", new_readers=["planner"], new_role="gardener"))

    with in_home():
        assert Category.objects.get(name="garden").rag_length == 5
    assert "garden" in listed("planner") and listed("gardener") == set()


def test_what_is_filed_already_under_a_new_name_is_counted(owner, form, note):
    note(category="pets")
    rows = {row.name: row.memories for row in owner.get(URL).context["table"].rows}
    assert rows["pets"] == 1

    previewed = owner.post(URL, form(new_name="Pets", **{"try": "1"})).context["table"]

    assert [row.memories for row in previewed.rows if row.name == "pets"] == [1]


def test_a_name_that_is_taken_is_refused(owner, form, in_home):
    response = owner.post(URL, form(new_name="goals", save="1"))

    assert "There is a category “goals” already." in response.content.decode()
    with in_home():
        assert Category.objects.get(name="goals").is_system


def test_a_category_of_memories_alone_is_listed_and_can_be_set_up(owner, note, form, in_home):
    note(category="travel")

    assert "travel" in owner.get(URL).content.decode()
    owner.post(URL, form(new_name="travel", new_length="7", save="1"))

    with in_home():
        assert Category.objects.get(name="travel").rag_length == 7


def row_of(page, name):
    return next(row for row in page.split("<tr") if f'<code class="hint">{name}</code>' in row)


def test_an_empty_row_says_that_the_supervisor_reads_it(owner, login, note):
    note(category="travel")

    row = row_of(owner.get(URL).content.decode(), "travel")
    assert "read by the supervisor alone" in row and "reads it" not in row
    assert row_of(login(Role.VIEWER).get(URL).content.decode(), "travel").count("yes") == 1


def test_the_table_says_that_a_tick_lets_a_role_write_too(owner):
    page = owner.get(URL).content.decode()

    assert "Categories, and who reads and writes there" in page and "Planner reads and writes Tasks" in page
    assert "what it would write there is refused (403)" in page and "The supervisor writes everywhere." in page


def test_a_row_that_a_role_lists_says_nothing_of_the_supervisor(owner):
    assert "supervisor alone" not in row_of(owner.get(URL).content.decode(), "tasks")


def test_a_built_in_category_stays(owner, form, in_home):
    owner.post(URL, form(remove="profile", save="1"))

    with in_home():
        assert Category.objects.filter(name="profile", is_system=True).exists()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"new_name": "Garden & Co"}, "“Garden &amp; Co” cannot be a category"),
        ({"new_name": "Garden & Co"}, 'name="new_name" value="Garden &amp; Co"'),
        ({"new_role": "Bad Role!!"}, "“Bad Role!!” cannot be a role"),
        ({"new_role": "Bad Role!!"}, 'name="new_role" value="Bad Role!!"'),
        ({"length:goals": "0"}, "Goals: the most items are a number from 1 to 1,000."),
        ({"length:goals": "many"}, "Goals: the most items are a number from 1 to 1,000."),
        ({"length:goals": ""}, "Goals: the most items are a number from 1 to 1,000."),
        ({"length:activity": "-3"}, "Daily life (activity): the most items are a number from 1 to 1,000."),
        ({"length:goals": "-3"}, 'name="length:goals" value="-3" aria-invalid="true"'),
        ({"length:goals": ""}, 'name="length:goals" value="" aria-invalid="true"'),
        ({"new_name": "garden", "new_length": ""}, 'name="length:garden" value="" aria-invalid="true"'),
        ({"context:goals": "sometimes"}, "Goals: choose when it enters a context."),
    ],
)
def test_what_is_wrong_is_said_in_words(owner, form, in_home, fields, text):
    response = owner.post(URL, form(save="1", **fields))

    assert response.status_code == 200 and text in response.content.decode()
    with in_home():
        assert Category.objects.get(name="goals").rag_length == 30


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_who_only_reads_sees_the_table_without_boxes(login, form, listed, role):
    client = login(role)
    page = client.get(URL).content.decode()

    assert "Owners and admins change them." in page and 'type="checkbox" name="read' not in page
    assert client.post(URL, form(**{"read:planner": [], "save": "1"})).status_code == 403
    assert listed("planner")


def test_an_admin_changes_it(login, form, listed):
    login(Role.ADMIN).post(URL, form(**{"read:planner": ["goals"], "save": "1"}))

    assert listed("planner") == {"goals"}


def test_nobody_else_changes_it(outsider, colleague, form, listed):
    before = listed("planner")
    for client in (outsider, colleague):
        client.post(URL, form(**{"read:planner": [], "save": "1"}))

    assert listed("planner") == before


def test_the_headings_say_what_the_numbers_are(owner):
    page = owner.get(URL).content.decode()

    assert ">When agents get it</th>" in page and ">At most (items)</th>" in page
    assert "and at most so many items of the category." in page


def test_adding_a_category_is_offered_at_the_top_with_the_rule_for_names(owner):
    page = owner.get("/admin/categories/").content.decode()

    assert '<a class="button" href="#new-category">Add a category</a>' in page
    assert 'id="new-category"' in page and "Use small letters, digits and _." in page


@pytest.mark.parametrize(("field", "place"), [("new_name", "new-category"), ("new_role", "new-role")])
def test_a_name_that_cannot_be_is_told_with_the_way_to_its_field(owner, form, field, place):
    page = owner.post(URL, form(save="1", **{field: "Garden & Co"})).content.decode()

    assert f'<a href="#{place}">Go to the field</a>' in page and f'id="{place}"' in page


def test_the_page_says_what_to_do_instead_of_renaming_or_hiding(owner, login):
    said = "A category keeps its name, because memories are filed under it. To hide one from agents, untick its roles"
    assert said in owner.get(URL).content.decode()
    assert said not in login(Role.VIEWER).get(URL).content.decode()


def test_a_preview_names_the_category_that_would_be_removed(owner, form, in_home):
    with in_home():
        Category.objects.create(name="garden")
    page = owner.post(URL, form(remove="garden", **{"try": "1"})).content.decode()
    assert "Category Garden removed" in page
    with in_home():
        assert Category.objects.filter(name="garden").exists()


def test_a_preview_of_many_changes_counts_those_below_the_fold_and_holds_all(owner, form, in_home):
    with in_home():
        names = [row.name for row in stored_table().rows if row.is_category]
    page = owner.post(URL, form(**{f"length:{name}": "77" for name in names}, **{"try": "1"})).content.decode()

    assert f"<summary>and {len(names) - 5} more</summary>" in page
    assert page.count("→ 77</li>") == len(names)


def test_saving_leads_to_what_was_changed_and_what_was_before(owner, form):
    page = owner.post(URL, form(**{"read:planner": ["goals"], "save": "1"}), follow=True).content.decode()

    place = re.search(r'href="([^"]+)">What was changed, with what was before<', page)[1]
    told = owner.get(place).content.decode()
    assert "Roles that read and write " in told and ">Before<" in told and ">After<" in told


def test_a_preview_says_how_many_memories_stay_under_what_is_removed(owner, form, in_home, note):
    with in_home():
        Category.objects.create(name="garden")
    note("The roses bloom.", category="garden")

    page = owner.post(URL, form(remove="garden", **{"try": "1"})).content.decode()

    assert "1 memory stays filed under Garden" in page
    assert 'href="/admin/memories/memory/?category=garden">See what is filed there</a>' in page


def test_what_still_holds_memories_is_removed_only_on_purpose(owner, form, in_home, note):
    with in_home():
        Category.objects.create(name="garden")
    note("The roses bloom.", category="garden")

    page = owner.post(URL, form(remove="garden", save="1")).content.decode()
    assert "Not saved yet: memories are filed under what you remove." in page and "1 memory stays filed under" in page
    with in_home():
        assert Category.objects.filter(name="garden").exists()

    assert owner.post(URL, form(remove="garden", leaves_memories="on", save="1")).status_code == 302
    with in_home():
        assert not Category.objects.filter(name="garden").exists()


def test_a_removed_category_is_gained_by_nobody(owner, form, in_home, note):
    """What stays filed there is read by the supervisor, once no list names it."""
    with in_home():
        Category.objects.create(name="garden")
        Category.objects.create(name="attic")
    owner.post(URL, form(**{"read:planner": ["garden", "attic"], "save": "1"}))
    note("The roses bloom.", category="garden")

    response = owner.post(URL, form(remove=["garden", "attic"], **{"read:planner": [], "try": "1"}))

    [supervisor] = [row for row in response.context["preview"] if row.role == "supervisor"]
    assert (supervisor.gains, supervisor.inherits) == ([], ["garden"])
    assert "What stays filed under Garden" in response.content.decode()


def test_general_is_in_the_table_before_anything_is_filed_there(owner):
    page = owner.get(URL).content.decode()
    row = page[page.index(">general</code>") :].partition("</tr>")[0]

    assert "What nobody files elsewhere" in row and 'name="context:general"' in row


def test_general_is_set_up_in_its_row(owner, form, in_home):
    owner.post(URL, form(save="1", **{"length:general": "5"}))

    with in_home():
        assert Category.objects.get(name="general").rag_length == 5


@pytest.mark.parametrize(("typed", "name"), [("Pets", "pets"), ("Garden tools", "garden_tools")])
def test_a_name_is_taken_as_it_is_said(owner, form, in_home, typed, name):
    assert owner.post(URL, form(save="1", new_name=typed)).status_code == 302

    with in_home():
        assert Category.objects.filter(name=name).exists()


def test_all_that_is_wrong_is_said_at_once(owner, form):
    wrong = {"new_name": "a&b", "new_role": "c&d", "length:goals": "0", "length:tasks": "x"}
    response = owner.post(URL, form(save="1", **wrong))

    assert len(response.context["problems"]) == 4


def test_the_number_of_memories_leads_to_them(owner, note):
    note(category="knowledge")

    page = owner.get(URL).content.decode()
    address = re.search(r'href="(/admin/memories/memory/\?[^"]*knowledge)"', page).group(1)
    assert owner.get(address).context["cl"].result_count == 1


def test_the_row_of_a_new_category_is_labelled(owner):
    assert '<label class="field first" for="new-category">Add a category</label>' in owner.get(URL).content.decode()


def test_the_rows_are_in_the_order_of_their_names_in_the_reader_s_language(owner):
    page = owner.get(URL, headers={"accept-language": "de"}).content.decode()
    names = [
        " ".join(one.split()) for one in re.findall(r'<tr id="category-[^>]*>\s*<th scope="row">(.*?) <code', page)
    ]

    assert len(names) > 5 and names == sorted(names)
