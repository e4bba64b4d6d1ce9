"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
let now = 0;

function element(name, text, style) {
  const made = document.createElement(name);
  made.textContent = text;
  if (style) made.className = style;
  return made;
}

function showCode(step) {
  const code = byId("code"), lines = data.files[step.path] || [];
  code.replaceChildren();
  for (let n = Math.max(1, step.line - 8); n <= Math.min(lines.length, step.line + 8); ++n) {
    const row = element("span", "", n === step.line ? "row now" : "row");
    row.append(element("span", String(n), "no"), document.createTextNode(lines[n - 1] || " "));
    code.append(row);
  }
}

function show(number) {
  if (data.steps.length === 0) return;
  now = Math.min(Math.max(number, 0), data.steps.length - 1);
  const step = data.steps[now];
  showCode(step);
  byId("where").textContent = step.file + ", in " + step.function + (step.lanes ? ", " + step.lanes : "");
  byId("facts").replaceChildren(...step.facts.map((fact) => element("li", fact)));
  byId("variables").replaceChildren(...step.variables.map(([name, value, isNew]) => {
    const row = element("tr", "", isNew ? "new" : "");
    row.append(element("th", name), element("td", value));
    return row;
  }));
  byId("number").value = now + 1;
  byId("first").disabled = byId("back").disabled = now === 0;
  byId("next").disabled = byId("last").disabled = now === data.steps.length - 1;
}

byId("stepper").hidden = false;
byId("first").onclick = () => show(0);
byId("back").onclick = () => show(now - 1);
byId("next").onclick = () => show(now + 1);
byId("last").onclick = () => show(data.steps.length - 1);
byId("number").onchange = (event) => show(Number(event.target.value) - 1);
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {ArrowRight: now + 1, ArrowLeft: now - 1, n: now + 1, b: now - 1, Home: 0, End: data.steps.length - 1};
  if (event.key in keys) {
    event.preventDefault();
    show(keys[event.key]);
  }
});
window.addEventListener("beforeprint", () => { document.querySelector("details").open = true; });
show(0);
