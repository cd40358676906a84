// SPDX-License-Identifier: MIT
// What may stand at a place of a configuration, by its schema. The text may be unfinished: it is read as far as it goes.
(function () {
  "use strict";
  const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|[{}[\],:]|[^\s{}[\],:"/]+/g;

  // The values of a text as a tree: {kind, begin, end, members: [{key, keyBegin, keyEnd, value}], items: [value], text}.
  function parse(text) {
    const tokens = [...text.matchAll(TOKEN)]
      .filter((match) => !match[0].startsWith("/"))
      .map((match) => ({ text: match[0], begin: match.index, end: match.index + match[0].length }));
    let at = 0;
    const peek = () => (at < tokens.length ? tokens[at].text : "");

    function value() {
      const token = tokens[at];
      if (!token || "}],:".includes(token.text)) return null;
      at += 1;
      if (token.text === "{") return object(token);
      if (token.text === "[") return array(token);
      return { kind: "scalar", begin: token.begin, end: token.end, text: token.text };
    }
    function close(node, bracket) {
      node.end = peek() === bracket ? tokens[at].end : text.length + 1; // an end that is missing is behind the text
      if (peek() === bracket) at += 1;
      return node;
    }
    function object(open) {
      const node = { kind: "object", begin: open.begin, end: 0, members: [] };
      while (at < tokens.length && peek() !== "}" && peek() !== "]") {
        const token = tokens[at];
        at += 1;
        if (!token.text.startsWith('"')) continue;
        const member = { key: token.text.replace(/^"|"$/g, ""), keyBegin: token.begin, keyEnd: token.end, value: null };
        if (peek() === ":") {
          member.colon = tokens[at].end;
          at += 1;
          member.value = value();
        }
        node.members.push(member);
      }
      return close(node, "}");
    }
    function array(open) {
      const node = { kind: "array", begin: open.begin, end: 0, items: [] };
      while (at < tokens.length && peek() !== "]" && peek() !== "}") {
        const item = value();
        if (item) node.items.push(item);
        else at += 1;
      }
      return close(node, "]");
    }
    return value();
  }

  const isInside = (node, offset) => node !== null && node.begin < offset && (offset < node.end || node.kind === "scalar" && offset <= node.end);
  const scalarOf = (node) => {
    if (!node || node.kind !== "scalar") return undefined;
    try {
      return JSON.parse(node.text);
    } catch (error) {
      return undefined;
    }
  };

  // The alternatives that a schema has for a value, without those that contradict what the value says already.
  function alternatives(schema, node) {
    if (!schema) return [];
    const parts = schema.oneOf || schema.anyOf;
    if (!parts) return [schema];
    const all = parts.flatMap((part) => alternatives(part, node));
    if (!node || node.kind !== "object") return all;
    const fitting = all.filter((part) =>
      node.members.every((member) => {
        const expected = part.properties && part.properties[member.key] && part.properties[member.key].const;
        const found = scalarOf(member.value);
        return expected === undefined || found === undefined || expected === found;
      }));
    return fitting.length > 0 ? fitting : all;
  }

  const propertiesOf = (schemas, key) =>
    schemas.map((schema) => (schema.properties && schema.properties[key]) || (typeof schema.additionalProperties === "object" ? schema.additionalProperties : null))
      .filter((part) => part !== null);

  // Where the offset is: the schemas of the value there, its node, and the object and member around it.
  function place(root, schema, offset) {
    let [node, schemas, member] = [root, alternatives(schema, root), null];
    for (;;) {
      if (node.kind === "object") {
        const inner = node.members.find((m) => offset > m.keyBegin && (m.colon === undefined ? offset <= m.keyEnd : offset < m.colon || isInside(m.value, offset) || (m.value === null && offset >= m.colon) || (m.value !== null && offset <= m.value.begin)));
        if (!inner) return { node, schemas, member: null, inKey: false };
        if (inner.colon === undefined || offset < inner.colon) return { node, schemas, member: inner, inKey: true };
        const value = inner.value;
        const below = propertiesOf(schemas, inner.key).flatMap((part) => alternatives(part, value));
        if (value === null || value.kind === "scalar" || !isInside(value, offset)) return { node, schemas: below, member: inner, inKey: false, value };
        [node, schemas, member] = [value, below, inner];
      } else if (node.kind === "array") {
        const item = node.items.find((i) => isInside(i, offset));
        const below = schemas.flatMap((part) => (part.items ? alternatives(part.items, item || null) : []));
        if (!item || item.kind === "scalar") return { node, schemas: below, member, inKey: false, value: item || null, isItem: true };
        [node, schemas] = [item, below];
      } else {
        return { node, schemas, member, inKey: false, value: node };
      }
    }
  }

  // What a value of this schema may begin as.
  function startOf(schema) {
    const first = alternatives(schema, null)[0] || {};
    if (first.const !== undefined) return JSON.stringify(first.const);
    if (first.type === "object" || first.properties) {
      const type = first.properties && first.properties.type && first.properties.type.const;
      return type === undefined ? "{}" : `{"type": ${JSON.stringify(type)}}`;
    }
    if (first.type === "array") return "[]";
    return "";
  }

  function keysFor(found) {
    const present = new Set(found.node.members.filter((m) => m !== found.member).map((m) => m.key));
    const offered = new Map();
    for (const schema of found.schemas) {
      for (const [key, part] of Object.entries(schema.properties || {})) {
        if (present.has(key) || offered.has(key)) continue;
        const unit = part["x-unit"] && part["x-unit"] !== "-" ? ` [${part["x-unit"]}]` : "";
        const isRequired = (schema.required || []).includes(key);
        offered.set(key, { text: JSON.stringify(key), value: startOf(part), shown: key + unit, meaning: part.description || "", isRequired });
      }
    }
    return [...offered.values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  }

  function valuesFor(found) {
    const offered = new Map();
    const add = (text, meaning) => offered.has(text) || offered.set(text, { text, shown: text, meaning: meaning || "" });
    for (const schema of found.schemas) {
      if (schema.const !== undefined) add(JSON.stringify(schema.const), schema.description);
      for (const value of schema.enum || []) add(JSON.stringify(value), schema.description);
      if (schema.type === "boolean") ["true", "false"].forEach((text) => add(text, schema.description));
      const type = schema.properties && schema.properties.type;
      if (type && type.const !== undefined) add(`{"type": ${JSON.stringify(type.const)}}`, type.description);
    }
    return [...offered.values()];
  }

  // {begin, end, offers: [{text, value, shown, meaning, isRequired}], isKey} for an offset of the text.
  function complete(text, schema, offset) {
    const root = parse(text);
    if (!root || root.kind !== "object" || !isInside(root, offset)) return { begin: offset, end: offset, offers: [], isKey: false };
    const found = place(root, schema, offset);
    const isKey = found.inKey || (found.node.kind === "object" && !found.member);
    if (isKey) {
      const written = found.member;
      const [begin, end] = written ? [written.keyBegin, written.keyEnd] : [offset, offset];
      const start = text.slice(begin, offset).replace(/"/g, "");
      const offers = keysFor(found).filter((offer) => offer.shown.startsWith(start));
      return { begin, end, offers, isKey: true, hasColon: Boolean(written && written.colon !== undefined) };
    }
    const value = found.value && found.value.kind === "scalar" ? found.value : null;
    const [begin, end] = value ? [value.begin, value.end] : [offset, offset];
    const start = text.slice(begin, offset).replace(/"$/, "");
    const all = valuesFor(found);
    const fitting = all.filter((offer) => offer.text.startsWith(start));
    return { begin, end, offers: fitting.length > 0 ? fitting : all, isKey: false };
  }

  const exported = { parse, complete };
  if (typeof module !== "undefined") module.exports = exported;
  else window.BeltDynCompletion = exported;
})();
