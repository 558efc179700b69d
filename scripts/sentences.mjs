import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";

/**
 * `npm run sentences`: how much of each folder is translated, and `-- components/posts` what is
 * not, as lines for lib/language/hi.json. With `--json` it prints all it finds, for the tests.
 */

/**
 * What the sources say: the sentences that are translated in each file, every other text that may
 * be one, as patterns, what is passed to be translated without being a plain string, and what
 * is on screens without being translated.
 * @typedef {{ sentences: [file: string, sentence: string][], texts: string[],
 *   patterns: string[], unclear: string[], untranslated: string[] }} Found
 */

/** @typedef {{ type: string, [key: string]: any }} Node */

/** Screens for those who work on the product. */
const FOR_ENGINEERS = /^app\/(?:api|dev|docs|test)\b|^components\/(?:dev|gallery)\b|opengraph-image/;

/** What is read to or by people, wherever it is the attribute of an element. */
const WORDS =
  /^(?:aria-(?:label|description|roledescription)|alt|confirmLabel|cancelLabel|description|hint|label|note|openLabel|placeholder|sendLabel|submitLabel|subtitle|title)$/;

/** Names, examples, and a line of the legal documents, which have their own languages. */
const SAME_EVERYWHERE = /^(?:WhatsApp|Twitter \/ X|Facebook|you@.*|Aarav Sharma|As of .*)$/;

const IMPORTS_LANGUAGE = /from "@\/lib\/language\/(?:rich|server|translate)"/;

/** @returns {Found} */
function readSources() {
  /** @type {Found} */
  const found = { sentences: [], texts: [], patterns: [], unclear: [], untranslated: [] };
  for (const folder of ["app", "components", "lib"]) {
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
      const file = path.join(folder, name);
      const source = readFileSync(path.join(ROOT, file), "utf8");
      const isTranslated = IMPORTS_LANGUAGE.test(source);
      walk(/** @type {any} */ (parseSync(file, source).program), (node) => {
        const text = textOf(node);
        if (text !== undefined) found.texts.push(text);
        else if (node.type === "TemplateLiteral" && isSentence(node)) found.patterns.push(patternOf(node));
        if (folder !== "lib" && !FOR_ENGINEERS.test(file)) {
          for (const words of shownAsTheyAre(node)) found.untranslated.push(`${file}: ${words}`);
        }
        const argument = isTranslated ? translatedPart(node) : undefined;
        if (!argument) return;
        for (const part of alternatives(argument)) {
          const sentence = textOf(part);
          if (sentence !== undefined) found.sentences.push([file, sentence]);
          else if (part.type === "TemplateLiteral" || part.type === "BinaryExpression")
            found.unclear.push(`${file}: ${source.slice(part.start, part.end)}`);
        }
      });
    }
  }
  // The names of help lines and of who answers complaints.
  JSON.parse(readFileSync(path.join(ROOT, "campus/mits.json"), "utf8"), (_key, value) => {
    if (typeof value === "string") found.texts.push(value);
    return value;
  });
  return found;
}

/**
 * @param {Node} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child.type === "string") walk(child, visit);
    }
  }
}

/**
 * The words that an element shows without translating them: its text, and its attributes.
 * @param {Node} node
 * @returns {string[]}
 */
function shownAsTheyAre(node) {
  const shown = [];
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    for (const child of node.children) {
      if (child.type === "JSXText") shown.push(child);
      else if (child.type === "JSXExpressionContainer") shown.push(...alternatives(child.expression));
    }
  } else if (node.type === "JSXAttribute" && WORDS.test(node.name.name) && node.value) {
    const { value } = node;
    shown.push(...alternatives(value.type === "JSXExpressionContainer" ? value.expression : value));
  }
  return shown
    .map(
      (part) => textOf(part) ?? (part.type === "TemplateLiteral" && isSentence(part) ? patternOf(part) : ""),
    )
    .filter((words) => /\p{L}{2}/u.test(words.replace(/\.\+/g, "")) && !SAME_EVERYWHERE.test(words));
}

/**
 * What a node passes to be translated: `t(…)`, `translate(…)`, `<Rich text=…>`.
 * @param {Node} node
 * @returns {Node | undefined}
 */
function translatedPart(node) {
  if (node.type === "CallExpression" && ["t", "translate"].includes(node.callee.name))
    return node.arguments[0];
  if (node.type !== "JSXOpeningElement" || node.name.name !== "Rich") return undefined;
  const attribute = node.attributes.find((/** @type {Node} */ { name }) => name?.name === "text");
  const value = attribute?.value;
  return value?.type === "JSXExpressionContainer" ? value.expression : value;
}

/**
 * `a ? b : c` is b or c.
 * @param {Node} node
 * @returns {Node[]}
 */
function alternatives(node) {
  if (node.type === "ConditionalExpression")
    return [...alternatives(node.consequent), ...alternatives(node.alternate)];
  if (node.type === "LogicalExpression") return [...alternatives(node.left), ...alternatives(node.right)];
  return [node];
}

/**
 * The text of a plain string, also of several that are added.
 * @param {Node} node
 * @returns {string | undefined}
 */
function textOf(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node.type === "JSXText") return node.value.replace(/\s+/g, " ").trim();
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/**
 * Whether a template says something of its own, and does not only join values.
 * @param {Node} template
 */
const isSentence = ({ quasis }) =>
  /[a-z]{2} |[a-z]{3}/.test(quasis.map((/** @type {any} */ { value }) => value.cooked).join(" "));

/**
 * The regular expression of a template: constants have numbers and names of the product filled in.
 * @param {Node} template
 */
const patternOf = ({ quasis }) =>
  quasis
    .map((/** @type {any} */ { value }) => value.cooked.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".+");

/** @returns {Record<string, string>} */
const readHindi = () => JSON.parse(readFileSync(path.join(ROOT, "lib/language/hi.json"), "utf8"));

/** @param {Found} found */
function printShares({ sentences }) {
  const hindi = readHindi();
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  for (const [file, sentence] of sentences) {
    const folder = file.split(path.sep).slice(0, 2).join("/");
    folders.set(folder, (folders.get(folder) ?? new Set()).add(sentence));
  }
  for (const [folder, all] of [...folders].sort()) {
    const translated = [...all].filter((sentence) => sentence in hindi).length;
    console.log(`${String(translated).padStart(5)} of ${String(all.size).padStart(4)}  ${folder}`);
  }
}

await runCli(async () => {
  const found = readSources();
  const [argument] = process.argv.slice(2);
  if (argument === "--json") console.log(JSON.stringify(found));
  else if (argument === undefined) printShares(found);
  else {
    const hindi = readHindi();
    const missing = found.sentences.filter(([file, text]) => file.startsWith(argument) && !(text in hindi));
    if (missing.length === 0) throw new CliError(`Nothing in ${argument} is to be translated.`);
    for (const sentence of new Set(missing.map(([, text]) => text)))
      console.log(`${JSON.stringify(sentence)}: "",`);
  }
});
