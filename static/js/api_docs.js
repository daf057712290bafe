// Swagger UI with a search over everything, a key alone to authorize with, and a person of the visitor's workspace in the examples.
"use strict";
const EXAMPLE_PERSON = "01a20000-0000-7000-8000-000000000001";

const text = (operation) =>
  [`${operation.get("method")} ${operation.get("path").replace("/api/v1", "")}`, operation.get("path"), ...["summary", "operationId"].map((name) => operation.getIn(["operation", name], ""))].join(" ").toLowerCase();

const search = (groups, typed) => {
  const words = typed.toLowerCase().trim();
  const has = (group, tag) =>
    tag.toLowerCase().includes(words) ? group : group.update("operations", (all) => all.filter((one) => text(one).includes(words)));
  return groups.map(has).filter((group) => group.get("operations").size);
};

// `filter` is true as long as nothing is typed.
const isFound = (state, [kind]) => kind === "operations-tag" && typeof state.get("filter") === "string";

const plugin = (system) => ({
  fn: { opsFilter: search },
  statePlugins: {
    layout: {
      wrapSelectors: {
        // What is found is seen without opening its group.
        isShown: (original) => (state, thing, usual) => isFound(state, [].concat(thing)) || original(thing, usual),
      },
    },
  },
  wrapComponents: {
    operations: (Original) => (props) =>
      system.specSelectors.taggedOperations().size
        ? system.React.createElement(Original, props)
        : system.React.createElement("p", { className: "nothing", role: "status" }, "Nothing matches."),
    // A login is the browser's own: there is nothing to type.
    auths: (Original) => (props) => system.React.createElement(Original, { ...props, definitions: props.definitions.delete("session") }),
  },
});

const addContents = () => {
  const headings = [...document.querySelectorAll(".info h3")];
  const links = headings.map((heading) => {
    heading.id = heading.textContent.toLowerCase().replaceAll(/\W+/g, "-");
    const link = Object.assign(document.createElement("a"), { href: `#${heading.id}`, textContent: heading.textContent });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  const list = Object.assign(document.createElement("ul"), { className: "contents" });
  list.append(...links);
  headings[0]?.before(list);
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

// `personId` is empty for who is not signed in, or has nobody to try a call with.
const showDocumentation = (settings, { url, csrfHeader, csrfToken, personId }) => {
  const isDescription = (response) => new URL(response.url, location).pathname === new URL(url, location).pathname;
  window.ui = SwaggerUIBundle({
    url,
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    layout: "BaseLayout",
    requestInterceptor: (request) => {
      if (request.method && request.method !== "GET" && !request.headers.Authorization) request.headers[csrfHeader] = csrfToken;
      return request;
    },
    responseInterceptor: (response) => {
      if (personId && isDescription(response)) response.text = response.text.replaceAll(EXAMPLE_PERSON, personId);
      return response;
    },
    onComplete: () => { addContents(); addCopyButtons(); },
    ...settings,
  });
};
