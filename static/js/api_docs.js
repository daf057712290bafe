// Swagger UI with a search over everything, a key alone to authorize with, a person of the caller's workspace in the examples,
// and, for who is not signed in, what a call needs.
"use strict";
const EXAMPLE_PERSON = "01a20000-0000-7000-8000-000000000001";

const heading = (operation) =>
  [`${operation.get("method")} ${operation.get("path").replace("/api/v1", "")}`, operation.get("path"), ...["summary", "operationId"].map((name) => operation.getIn(["operation", name], ""))].join(" ").toLowerCase();

// What a call and all that it takes and answers with say of themselves: descriptions, names of parameters and properties.
const TOLD = ["description", "name"];
const PASSED_OVER = ["example", "examples", "default"]; // a default answer is the same problem for all
const sayings = (value, schemas, seen) => {
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (PASSED_OVER.includes(name)) return [];
    if (TOLD.includes(name) && typeof inner === "string") return [inner];
    if (name !== "$ref") return [...(name === "properties" ? Object.keys(inner) : []), ...sayings(inner, schemas, seen)];
    if (seen.has(inner)) return [];
    seen.add(inner);
    return sayings(schemas[inner.split("/").pop()], schemas, seen);
  });
};

// By its id, as nothing that it says changes.
const told = new Map();
const body = (operation, schemas) => {
  const id = operation.getIn(["operation", "operationId"]);
  if (!told.has(id)) told.set(id, sayings(operation.get("operation").toJS(), schemas(), new Set()).join(" ").toLowerCase());
  return told.get(id);
};

// A word is found in the singular and in the plural.
const forms = (word) => [word.replace(/(ies|y)$/, "y"), word.replace(/(ies|y)$/, "ies"), word.replace(/([^s])s$/, "$1")];
const holds = (text, words) => words.every((word) => forms(word).some((form) => text.includes(form)));

const found = (groups, isFound) =>
  groups.map((group, tag) => group.update("operations", (all) => all.filter((one) => isFound(one, tag)))).filter((group) => group.get("operations").size);

// All words, in the address, summary and group of a call; where no call has them there, in all that it says.
const search = (groups, typed, schemas) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const named = found(groups, (one, tag) => holds(`${tag} ${heading(one)}`, words));
  return named.size ? named : found(groups, (one, tag) => holds(`${tag} ${heading(one)} ${body(one, schemas)}`, words));
};

// Swagger calls it a filter by tag; here it finds the words of guides and calls.
const nameFilter = () => document.querySelector(".operation-filter-input")?.setAttribute("placeholder", "Search the guides and calls");

const headings = () => [...document.querySelectorAll(".info h3")];
const guideOf = (heading) => {
  const parts = [heading];
  for (let next = heading.nextElementSibling; next && next.tagName !== "H3"; next = next.nextElementSibling) parts.push(next);
  return parts.map((part) => part.textContent).join(" ").toLowerCase();
};
const guidesFound = (typed) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length ? headings().filter((heading) => holds(guideOf(heading), words)) : [];
};

// `filter` is true as long as nothing is typed.
const isFound = (state, [kind]) => kind === "operations-tag" && typeof state.get("filter") === "string";

// The person of the examples: the one that the reader chose last, else themselves, else whom most was written about lately.
let shownPerson = EXAMPLE_PERSON;
const CHOSEN = "api-docs-person";

// With a key, or else as who is signed in.
const ask = (key, path) => fetch(`/api/v1${path}`, key ? { headers: { Authorization: `Bearer ${key}` }, credentials: "omit" } : {});
const listed = async (key, path) => {
  const answer = await ask(key, path);
  return answer.ok ? (await answer.json()).results : [];
};

// Where the server cannot be asked, calls will tell.
const isRefused = (key) => ask(key, "/users?limit=1").then((answer) => answer.status === 401, () => false);

const mostWrittenAbout = (memories, people) => {
  const counts = new Map(people.map((person) => [person.id, 0]));
  memories.forEach(({ user_id: id }) => counts.has(id) && counts.set(id, counts.get(id) + 1));
  return [...counts].reduce((most, one) => (one[1] >= most[1] ? one : most))[0]; // of equals the oldest, who comes last
};

const showPerson = (id, system) => {
  if (id === shownPerson) return;
  const renamed = (text) => text.replaceAll(shownPerson, id);
  system.specActions.updateSpec(renamed(system.specSelectors.specStr()));
  // Bodies that are open to be edited keep their text.
  system.getState().getIn(["oas3", "requestData"])?.forEach((methods, path) => methods.forEach((call, method) => {
    const value = call.get("bodyValue");
    if (typeof value === "string") system.oas3Actions.setRequestBodyValue({ value: renamed(value), pathMethod: [path, method] });
  }));
  shownPerson = id;
};

const offerPeople = async (key, system) => {
  const people = await listed(key, "/users?limit=100");
  if (!people.length) return;
  const chosen = [localStorage.getItem(CHOSEN), shownPerson].find((id) => people.some((person) => person.id === id));
  showPerson(chosen ?? mostWrittenAbout(await listed(key, "/memories?limit=100"), people), system);
  const select = document.querySelector("#person select");
  select.replaceChildren(...people.map(({ id, name }) => new Option(name, id, false, id === shownPerson)));
  select.onchange = () => { localStorage.setItem(CHOSEN, select.value); showPerson(select.value, system); };
  document.getElementById("person").hidden = false;
};

// What an answer means: of a success as its call describes it.
const REFUSED = "The call was not carried out. “detail” says why, “errors” which fields do not fit, and “type” leads to a page about it.";
const meaning = ({ path, method, response, specSelectors }) => {
  const status = response.get("status");
  if (!(status >= 200)) return "";
  const told = specSelectors.specJson().getIn(["paths", path, method, "responses", String(status), "description"], "");
  return `${status}: ${status >= 400 ? REFUSED : told.replaceAll("`", "")}`;
};

const whatItNeeds = (system, signIn) => {
  const h = system.React.createElement;
  const open = () => system.authActions.showDefinitions(system.authSelectors.definitionsToAuthorize());
  return h("p", { className: "needs", role: "note" }, "To send this, ", h("button", { type: "button", onClick: open }, "enter an agent’s key"), " or ", h("a", { href: signIn }, "sign in"), ".");
};

// A login is no part of the command: whoever copies it sends a key. Swagger UI puts what begins with - in no quotes, so the shell fills it in.
const withKey = (system, request, csrfHeader) => {
  const headers = request.get("headers", system.Im.Map()).filterNot((_value, name) => name.toLowerCase() === csrfHeader.toLowerCase());
  const shown = request.set("headers", headers);
  return headers.has("Authorization") ? shown : shown.set("curlOptions", system.Im.List(['-H "Authorization: Bearer $MEMORY_KEY"']));
};

const plugin = (signIn, csrfHeader) => (system) => ({
  fn: { opsFilter: (groups, typed) => search(groups, typed, () => system.specSelectors.specJson().getIn(["components", "schemas"]).toJS()) },
  statePlugins: {
    auth: {
      wrapActions: {
        // A key that the server refuses is not taken for one.
        authorize: (original) => async (payload) => {
          const key = payload.apiKey?.value?.trim() ?? "";
          system.errActions.clear({ authId: "apiKey", type: "auth" });
          if (await isRefused(key)) {
            system.errActions.newAuthErr({ authId: "apiKey", message: "The server does not know this key: it is wrong, expired or revoked." });
            return undefined;
          }
          const done = original({ ...payload, apiKey: { ...payload.apiKey, value: key } });
          offerPeople(key, system);
          return done;
        },
      },
    },
    layout: {
      wrapActions: {
        // The address names the call that was opened last, so that it can be passed on.
        show: (original) => (thing, isOpen) => {
          const [kind, ...names] = [].concat(thing);
          if (kind === "operations") history.replaceState(null, "", isOpen ? `#/${names.map(encodeURIComponent).join("/")}` : location.pathname + location.search);
          return original(thing, isOpen);
        },
      },
      wrapSelectors: {
        // What is found is seen without opening its group.
        isShown: (original) => (state, thing, usual) => isFound(state, [].concat(thing)) || original(thing, usual),
      },
    },
  },
  wrapComponents: {
    operations: (Original) => (props) => {
      const h = system.React.createElement;
      const typed = system.layoutSelectors.currentFilter();
      const guides = typeof typed === "string" ? guidesFound(typed) : [];
      const links = guides.flatMap((guide) => [" ", h("a", { key: guide.id, href: `#${guide.id}` }, guide.textContent)]);
      const hasCalls = system.specSelectors.taggedOperations().size;
      return h(system.React.Fragment, null,
        guides.length ? h("p", { className: "found-guides", role: "status" }, "Guides:", ...links) : null,
        hasCalls ? h(Original, props) : null,
        hasCalls || guides.length ? null : h("p", { className: "nothing", role: "status" }, "Nothing matches."));
    },
    execute: (Original) => (props) => {
      const isReady = !signIn || system.authSelectors.authorized().size;
      return system.React.createElement(system.React.Fragment, null, isReady ? null : whatItNeeds(system, signIn), system.React.createElement(Original, props));
    },
    liveResponse: (Original) => (props) => system.React.createElement(system.React.Fragment, null,
      system.React.createElement("p", { className: "meaning", role: "status" }, meaning(props)), system.React.createElement(Original, props)),
    curl: (Original) => (props) => system.React.createElement(Original, { ...props, request: withKey(system, props.request, csrfHeader) }),
    authError: () => ({ error }) => system.React.createElement("p", { className: "refused", role: "alert" }, error.get("message")),
    // A login is the browser's own: there is nothing to type.
    auths: (Original) => (props) => system.React.createElement(Original, { ...props, definitions: props.definitions.delete("session") }),
  },
});

const addContents = () => {
  const links = headings().map((heading) => {
    heading.id = heading.textContent.toLowerCase().replaceAll(/\W+/g, "-");
    const link = Object.assign(document.createElement("a"), { href: `#${heading.id}`, textContent: heading.textContent });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  const list = Object.assign(document.createElement("ul"), { className: "contents", id: "guides" });
  list.append(...links);
  headings()[0]?.before(list);
};

const addCopyButtons = () => {
  document.querySelectorAll(".info pre > code").forEach((code, number) => {
    code.id = `code-${number}`;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
    Object.assign(button.dataset, { copy: `code-${number}`, done: "Copied" });
    button.addEventListener("click", () => copy(button));
    code.after(button);
  });
};

// What Swagger UI leaves without a name, or out of reach of keys and links.
const LEFT_OUT = [
  [".filter", "id", "calls"],
  [".auth-wrapper > .authorize", "id", "authorize"],
  [".close-modal", "aria-label", "Dismiss"],
  [".auth-btn-wrapper button[type=submit]", "aria-label", "Authorize: apply credentials"],
  [".examples-select-element", "aria-label", "Example"],
  [".body-param__text", "aria-label", "Body"],
  [".microlight", "tabindex", "0"],
];

const put = (element, attribute, value) => element.getAttribute(attribute) === value || element.setAttribute(attribute, value);

// An id to be filled in says where it is from, as its description does.
const sayWhereFrom = (row) => {
  const [from] = /from GET \S*[^\s.]/.exec(row.querySelector(".renderedMarkdown")?.textContent) ?? [];
  const field = row.querySelector("input");
  if (from && field) put(field, "placeholder", from);
};

const nameControls = (page) => {
  const complete = () => {
    LEFT_OUT.forEach(([selector, attribute, value]) => page.querySelectorAll(selector).forEach((one) => put(one, attribute, value)));
    page.querySelectorAll("tr[data-param-in=path]").forEach(sayWhereFrom);
  };
  new MutationObserver(complete).observe(page, { childList: true, subtree: true });
};

// Swagger UI takes the part of an address after # for itself. Whoever wants to authorize enters a key, and whoever wants the calls searches.
const LEADS = { "#guides": (part) => part.querySelector("a").focus(), "#calls": (part) => part.querySelector("input").focus(), "#authorize": (part) => part.click() };
// `#/retrieval/memory_query` names a call, anything else a part of the page; both are drawn late.
const FRAMES = 120;
const scrollOnceDrawn = (id, frames = FRAMES) => {
  const part = document.getElementById(id);
  if (part) part.scrollIntoView();
  else if (frames) requestAnimationFrame(() => scrollOnceDrawn(id, frames - 1));
};
const leadToAddress = () => {
  const [tag, call] = location.hash.startsWith("#/") ? location.hash.slice(2).split("/").map(decodeURIComponent) : [];
  if (!tag) return document.getElementById(location.hash.slice(1))?.scrollIntoView();
  const { layoutActions } = window.ui.getSystem();
  layoutActions.show(["operations-tag", tag], true);
  if (call) layoutActions.show(["operations", tag, call], true);
  return scrollOnceDrawn(["operations", call ? tag : "tag", call || tag].join("-"));
};
const leadByLinks = (links) => links.addEventListener("click", (event) => {
  const { hash = "" } = event.target;
  const part = hash && document.querySelector(hash);
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  LEADS[hash](part);
});

// The box stays at the top while somebody types: what is found stands below it.
const showWhatIsFound = (page) => page.addEventListener("input", ({ target }) => {
  if (target.matches(".operation-filter-input")) target.scrollIntoView({ block: "start" });
});

// `signIn` is empty for who is signed in; `personId` for who is not, or has nobody to try a call with. Whose login is that of a
// person (`isThemselves`) asks and writes about nobody else.
const showDocumentation = (settings, { url, csrfHeader, csrfToken, signIn, personId, isThemselves }) => {
  const isDescription = (response) => new URL(response.url, location).pathname === new URL(url, location).pathname;
  nameControls(document.getElementById("swagger-ui"));
  leadByLinks(document.querySelector(".on-this-page"));
  showWhatIsFound(document.getElementById("swagger-ui"));
  addEventListener("hashchange", leadToAddress);
  window.ui = SwaggerUIBundle({
    url,
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin(signIn, csrfHeader)],
    layout: "BaseLayout",
    requestInterceptor: (request) => {
      if (request.method && request.method !== "GET" && !request.headers.Authorization) request.headers[csrfHeader] = csrfToken;
      return request;
    },
    responseInterceptor: (response) => {
      if (personId && isDescription(response)) {
        response.text = response.text.replaceAll(EXAMPLE_PERSON, personId);
        shownPerson = personId;
      }
      return response;
    },
    // Again after each change of the description.
    onComplete: () => {
      if (!document.getElementById("guides")) { addContents(); addCopyButtons(); nameFilter(); requestAnimationFrame(leadToAddress); }
      if (personId && !isThemselves && document.getElementById("person").hidden) offerPeople("", window.ui.getSystem());
    },
    ...settings,
  });
};
