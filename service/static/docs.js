// Draws /openapi.json: every call with its parameters, its body with an example, and its replies.

const schema = await (await fetch("/openapi.json")).json();
const calls = document.getElementById("calls");
document.getElementById("about").textContent = `${schema.info.description} Version ${schema.info.version}; `;
document.getElementById("about").append(link("/openapi.json", "the same as OpenAPI"));

for (const [path, methods] of Object.entries(schema.paths)) {
  for (const [method, call] of Object.entries(methods)) {
    const title = element("h2", element("span", method.toUpperCase(), "method"), element("code", path));
    title.id = call.operationId;
    calls.append(title, ...(call.description ?? "").split("\n\n").map((text) => element("p", text)));
    if (call.parameters?.length) calls.append(table(call.parameters.map(parameterRow)));
    if (call.requestBody) calls.append(...body(call.requestBody));
    calls.append(table(Object.entries(call.responses).map(([status, reply]) => [status, reply.description])));
  }
}

function parameterRow({ name, in: place, required, schema: kind, description }) {
  return [name, place + (required ? ", required" : ""), summary(kind), description ?? ""];
}

function body({ content }) {
  const parts = [element("p", "Body: " + Object.keys(content).join(", "))];
  const model = resolve(content["application/json"]?.schema);
  if (model?.properties) {
    parts.push(table(Object.entries(model.properties).map(([name, kind]) => [name, summary(kind), kind.description ?? ""])));
  }
  for (const example of model?.examples ?? []) parts.push(element("pre", JSON.stringify(example)));
  return parts;
}

function resolve(kind) {
  return kind?.$ref ? schema.components.schemas[kind.$ref.split("/").pop()] : kind;
}

function summary(kind) {
  if (!kind) return "";
  if (kind.$ref) {
    const inner = resolve(kind);
    return inner.properties ? `{${Object.keys(inner.properties).join(", ")}}` : inner.type;
  }
  if (kind.anyOf) return kind.anyOf.map(summary).filter((text) => text !== "null").join(" | ");
  if (kind.enum) return kind.enum.join(" | ");
  if (kind.const !== undefined) return String(kind.const);
  const range = ["minimum", "maximum", "exclusiveMinimum", "default"]
    .filter((key) => kind[key] !== undefined)
    .map((key) => `${key} ${JSON.stringify(kind[key])}`);
  const type = kind.type === "array" ? `[${summary(kind.items)}]` : kind.type ?? "";
  return [type, ...range].join(", ");
}

function table(rows) {
  const drawn = document.createElement("table");
  for (const row of rows) drawn.append(element("tr", ...row.map((text) => element("td", text))));
  return drawn;
}

function link(address, text) {
  const anchor = element("a", text);
  anchor.href = address;
  return anchor;
}

function element(kind, ...content) {
  const made = document.createElement(kind);
  if (kind === "span") made.className = content.pop();
  made.append(...content);
  return made;
}
