import { parseSync } from 'vite';

/** The longest sentence of a comment, in characters; a semicolon or colon ends one, too. */
const longestSentence = 120;

/** Folders whose comments are checked: the others have older, longer ones. */
const checkedFolders = /^(renderer|scripts)\//;

/** The sentences of comments in one source file that are too long, as lines `file:line: message`. */
export function findLongSentences(file, text) {
  if (!checkedFolders.test(file) || !/\.(ts|tsx|mjs)$/.test(file)) return [];
  return commentsOf(file, text).flatMap(({ at, paragraphs }) =>
    paragraphs
      .flatMap((paragraph) => paragraph.split(/(?<=[.:;!?])\s+/))
      .filter((sentence) => sentence.length > longestSentence)
      .map((sentence) => {
        const line = text.slice(0, at).split('\n').length;
        return `${file}:${line}: a sentence of a comment has at most ${longestSentence} characters: “${sentence.slice(0, 60)}…”`;
      }),
  );
}

/** The comments of a file with their paragraphs; lines of `//` that follow each other are one. */
function commentsOf(file, text) {
  const found = [];
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    if (/^\s*(biome-ignore|@ts-)/.test(value)) continue;
    const last = found.at(-1);
    if (type === 'Line' && last?.type === 'Line' && /^\s*\n\s*$/.test(text.slice(last.end, start))) {
      last.lines.push(value.trim());
      last.end = end;
    } else {
      const lines = value.split('\n').map((line) => line.replace(/^\s*\*+/, '').trim());
      found.push({ type, at: start, end, lines });
    }
  }
  return found.map(({ at, lines }) => ({ at, paragraphs: paragraphsOf(lines) }));
}

/** Lines joined up to an empty line or the next item of a list. */
function paragraphsOf(lines) {
  const paragraphs = [''];
  for (const line of lines) {
    if (line === '' || /^(- |\d+\. |@)/.test(line)) paragraphs.push(line);
    else paragraphs[paragraphs.length - 1] += ` ${line}`;
  }
  return paragraphs.map((paragraph) => paragraph.trim());
}
