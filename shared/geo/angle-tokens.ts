/** A token of a typed position; `at` is its offset in the text, from 0. */
export type AngleToken = { readonly at: number; readonly text: string } & (
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly wholeDigits: number;
      readonly isWhole: boolean;
    }
  | { readonly kind: 'sign'; readonly isNegative: boolean }
  | { readonly kind: 'unit'; readonly unit: '°' | "'" | '"' }
  | { readonly kind: 'letter'; readonly letter: 'N' | 'S' | 'E' | 'W' }
  | { readonly kind: 'label'; readonly axis: 'latitude' | 'longitude' }
  | { readonly kind: 'separator' }
);

/** The tokens, or the first text that is not part of a position. */
export type AngleTokens =
  | { readonly ok: true; readonly tokens: readonly AngleToken[] }
  | { readonly ok: false; readonly at: number; readonly text: string };

const kinds = {
  space: /\s+/y,
  label: /(latitude|longitude|lat|long|lng|lon)\b\.?\s*[:=]?/iy,
  letter: /(?:north|south|east|west|[NSEW])(?![A-Z])/iy,
  sign: /[+-](?=\s*[\d.])/y,
  number: /\d+(?:\.\d*)?|\.\d+/y,
  numberWithComma: /\d+(?:[.,]\d+)?/y,
  unit: /[°'"]/y,
  separator: /[,;/]/y,
} as const;

/** Splits a text of two angles into tokens. With `commaIsDecimal` a comma between digits is a decimal separator. */
export function readAngleTokens(text: string, commaIsDecimal: boolean): AngleTokens {
  const plain = withPlainMarks(text);
  const tokens: AngleToken[] = [];
  for (let at = 0; at < plain.length; ) {
    const [kind, found] = matchAt(plain, at, commaIsDecimal);
    if (!kind) return { ok: false, at, text: text.slice(at).match(/^\p{L}+|^./u)?.[0] ?? '' };
    if (kind !== 'space') tokens.push(toToken(kind, found, at));
    at += found.length;
  }
  return { ok: true, tokens };
}

type Kind = 'space' | AngleToken['kind'];

function matchAt(plain: string, at: number, commaIsDecimal: boolean): [Kind, string] | [undefined, ''] {
  const patterns: [Kind, RegExp][] = [
    ['space', kinds.space],
    ['label', kinds.label],
    ['letter', kinds.letter],
    ['sign', kinds.sign],
    ['number', commaIsDecimal ? kinds.numberWithComma : kinds.number],
    ['unit', kinds.unit],
    ['separator', kinds.separator],
  ];
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(plain)?.[0];
    if (found) return [kind, found];
  }
  return [undefined, ''];
}

function toToken(kind: AngleToken['kind'], text: string, at: number): AngleToken {
  switch (kind) {
    case 'number': {
      const point = text.replace(',', '.');
      const [whole = ''] = point.split('.');
      return {
        kind,
        at,
        text,
        value: Number(point),
        wholeDigits: whole.length,
        isWhole: !point.includes('.'),
      };
    }
    case 'sign':
      return { kind, at, text, isNegative: text === '-' };
    case 'unit':
      return { kind, at, text, unit: text === '°' ? '°' : text === "'" ? "'" : '"' };
    case 'letter': {
      const letter = text.charAt(0).toUpperCase();
      return { kind, at, text, letter: letter === 'N' || letter === 'S' || letter === 'E' ? letter : 'W' };
    }
    case 'label':
      return { kind, at, text, axis: /^lat/i.test(text) ? 'latitude' : 'longitude' };
    case 'separator':
      return { kind, at, text };
  }
}

const unitWords: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d\s*)(?:degrees?|deg|d)(?![a-z])\.?/gi, '°'],
  [/(?<=\d\s*)(?:minutes?|mins?|m)(?![a-z])\.?/gi, "'"],
  // An s alone is South, unless the hemisphere follows it.
  [/(?<=\d\s*)(?:(?:seconds?|secs?)(?![a-z])|s(?=\s*[NSEW](?![a-z])))\.?/gi, '"'],
];

/** Normalizes marks and words of units and signs without changing the length, so that offsets stay valid. */
function withPlainMarks(text: string): string {
  const marked = text
    .replace(/[’′‘ʹ´`]/g, "'")
    .replace(/''/g, '" ')
    .replace(/[”″“ʺ]/g, '"')
    .replace(/[º˚⁰]/g, '°')
    .replace(/[−–‑‐]/g, '-')
    // Charts print 27′.5 and 27·5.
    .replace(/(?<=\d)·(?=\d)/g, '.')
    .replace(/([°'"])[.·](\d+)/g, '.$2$1');
  return unitWords.reduce(
    (plain, [words, mark]) => plain.replace(words, (word) => mark.padEnd(word.length)),
    marked,
  );
}
