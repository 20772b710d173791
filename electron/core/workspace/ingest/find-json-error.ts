import { describeValue } from '../../../../shared/describe-value.ts';

/** Where a text stops being JSON: the path of the value there, and the text that is found, shortened. */
export type JsonError = {
  readonly path: string;
  readonly found: string;
  /** The `assignedId` that the text names before that. */
  readonly assignedId?: string | undefined;
};

type Level = { readonly isList: boolean; index: number; name: string };

const token =
  /[ \t\r\n]*(?:([{}[\]:,])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|(?="))/y;
const word = /[^\s,\]}]{1,60}/y;

/** Finds the first error of a text that JSON.parse refuses. Depth costs no call stack. */
export function findJsonError(text: string): JsonError {
  const levels: Level[] = [];
  let expected: 'value' | 'name' | 'colon' | 'end' = 'value';
  let at = 0;
  let isFirst = false;
  let assignedId: string | undefined;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) break;
    const [whole, mark, scalar] = match;
    const level = levels.at(-1);
    let end = at + whole.length;
    if (mark === undefined && scalar === undefined) {
      const start = end;
      end = endOfString(text, start);
      const name = parseString(text.slice(start, end));
      if (name === undefined || (expected !== 'value' && expected !== 'name')) break;
      if (expected === 'name' && level) level.name = name;
      else if (levels.length === 1 && level?.name === 'assignedId') assignedId = name;
      expected = expected === 'name' ? 'colon' : 'end';
    } else if (scalar !== undefined) {
      if (expected !== 'value') break;
      expected = 'end';
    } else if (mark === '{' || mark === '[') {
      if (expected !== 'value') break;
      levels.push({ isList: mark === '[', index: 0, name: '' });
      expected = mark === '[' ? 'value' : 'name';
      isFirst = true;
      at = end;
      continue;
    } else if (mark === ':') {
      if (expected !== 'colon') break;
      expected = 'value';
    } else if (mark === ',') {
      if (expected !== 'end' || !level) break;
      level.index += 1;
      expected = level.isList ? 'value' : 'name';
    } else {
      if (!level || level.isList !== (mark === ']') || (expected !== 'end' && !isFirst)) break;
      levels.pop();
      expected = 'end';
    }
    isFirst = false;
    at = end;
  }
  return { path: pathOf(levels), found: foundAt(text, at), assignedId };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function parseString(text: string): string | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxPathLength = 300;

function pathOf(levels: readonly Level[]): string {
  const path = levels
    .slice(0, 50)
    .map(({ isList, index, name }) => (isList ? `[${index}]` : name === '' ? '' : `.${name}`))
    .join('')
    .replace(/^\./, '');
  return path === '' ? 'record' : path.slice(0, maxPathLength);
}

function foundAt(text: string, at: number): string {
  const start = at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0);
  if (start >= text.length) return 'the end of the text';
  word.lastIndex = start;
  return describeValue(word.exec(text)?.[0] ?? text.slice(start, start + 1));
}
