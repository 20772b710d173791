import { parseSync } from 'vite';

/** The longest sentence of a comment, in characters; a semicolon or colon ends one, too. */
const longestSentence = 120;

/** Folders whose sentences are checked: the others have older, longer ones. */
const checkedFolders = /^(renderer|scripts)\//;

/** Beginnings that need the name below, or the comment above, to be understood. */
const vagueBeginning = /^(What|How|Where|Why|Which|Of|That|Those|It|Is|Has|As)\b/;

/** Violations of the rules for comments in one source file, as lines `file:line: message`. */
export function findCommentProblems(file, text) {
  if (!/\.(ts|tsx|mjs)$/.test(file) || file.endsWith('.d.ts')) return [];
  const comments = commentsOf(file, text).map((comment) => ({
    ...comment,
    line: text.slice(0, comment.at).split('\n').length,
  }));
  return [
    ...findVagueBeginnings(file, comments),
    ...(checkedFolders.test(file) ? findLongSentences(file, comments) : []),
  ];
}

function findVagueBeginnings(file, comments) {
  return comments.flatMap(({ isDoc, line, paragraphs }) => {
    const beginning = isDoc
      ? vagueBeginning.exec(paragraphs.find((paragraph) => paragraph !== '') ?? '')
      : null;
    return beginning
      ? [`${file}:${line}: a documentation comment begins with a noun or a verb, not with “${beginning[0]}”`]
      : [];
  });
}

function findLongSentences(file, comments) {
  return comments.flatMap(({ line, paragraphs }) =>
    paragraphs
      .flatMap((paragraph) => paragraph.split(/(?<=[.:;!?])\s+/))
      .filter((sentence) => sentence.length > longestSentence)
      .map(
        (sentence) =>
          `${file}:${line}: a sentence of a comment has at most ${longestSentence} characters: “${sentence.slice(0, 60)}…”`,
      ),
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
  return found.map(({ type, at, lines }) => ({
    at,
    isDoc: type === 'Block' && text.startsWith('/**', at),
    paragraphs: paragraphsOf(lines),
  }));
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
