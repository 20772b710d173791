import path from 'node:path';

/** The bar for all documents together, without the guide, which users read. */
export const wordsOutsideGuide = 26_000;
const wordsOfDecision = 350;

/** Words that CONTRIBUTING.md replaces by others, where they are always wrong in a document. */
const refusedWords =
  /\b(tells?|told|news|nobody|whoever|meanwhile|besides?|knocks?|takes? in|taken in|puts? away|gives? up|looks? at|looked at|what of|keeper|wanted)\b/i;

export const isGuide = (file) => file.startsWith('docs/guide/');

/** Words as `wc -w` counts them. */
export function countWords(text) {
  return text.split(/\s+/).filter(Boolean).length;
}

/**
 * Violations of the rules by documents and cited decisions, as lines `file:line: message`. `texts` has documents and
 * sources by their path from the root, with forward slashes; `exists` tests such a path.
 */
export function findDocumentProblems(texts, exists) {
  const numbers = new Set([...texts.keys()].flatMap((file) => numberOfDecision(file) ?? []));
  return [...texts].flatMap(([file, text]) => [
    ...problemsOfDecision(file, text),
    ...text.split('\n').flatMap((line, index) => {
      const found = [
        ...problemsOfCitations(file, line, numbers),
        ...(file.endsWith('.md') ? problemsOfLine(file, line, texts, exists) : []),
      ];
      return found.map((message) => `${file}:${index + 1}: ${message}`);
    }),
  ]);
}

function numberOfDecision(file) {
  const found = /^docs\/decisions\/(\d{4})-[^/]+\.md$/.exec(file);
  return found ? Number(found[1]) : undefined;
}

function problemsOfDecision(file, text) {
  if (numberOfDecision(file) === undefined) return [];
  const words = countWords(text);
  const missing = ['Context', 'Options', 'Outcome', 'Cost'].filter(
    (part) => !new RegExp(`^## .*${part}`, 'im').test(text),
  );
  return [
    ...(words > wordsOfDecision
      ? [`${file}:1: a record has at most ${wordsOfDecision} words, this one ${words}`]
      : []),
    ...missing.map((part) => `${file}:1: a record has a part "${part}"`),
  ];
}

/** Numbers of decisions in sources; documents link to the records. */
function problemsOfCitations(file, line, numbers) {
  if (file.endsWith('.md') || file.startsWith('test/')) return [];
  return Array.from(line.matchAll(/\bdecision (\d+)\b/g), ([, number]) => Number(number))
    .filter((number) => !numbers.has(number))
    .map((number) => `there is no decision ${number}`);
}

function problemsOfLine(file, line, texts, exists) {
  const prose = line.replace(/`[^`]*`|\]\([^)]*\)|“[^”]*”|"[^"]*"/g, '');
  const refused = isWordList(file, line) ? null : refusedWords.exec(prose);
  const folder = path.posix.dirname(file);
  const links = Array.from(line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => !exists(path.posix.join(folder, link)));
  const names = Array.from(line.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css))`/g), ([, name]) => name)
    .filter((name) => !/…|NAME/.test(name))
    .filter((name) => ![...texts.keys()].some((known) => known === name || known.endsWith(`/${name}`)));
  return [
    ...(refused ? [`"${refused[0]}" is not a word of ours, see "Words" in CONTRIBUTING.md`] : []),
    ...links.map((link) => `the link ${link} leads nowhere`),
    ...names.map((name) => `there is no file ${name}`),
  ];
}

/** The table of words itself. */
function isWordList(file, line) {
  return file === 'CONTRIBUTING.md' && line.startsWith('|');
}
