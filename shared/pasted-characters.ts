/** Characters that mail programs, word processors and web pages put in the place of a character that is typed. */
type Pasted = { readonly pattern: string; readonly name: string; readonly plain: string };

const pasted: readonly Pasted[] = [
  { pattern: '\\u00a0\\u202f', name: 'a no-break space', plain: ' ' },
  { pattern: '\\u1680\\u2000-\\u200a\\u205f\\u3000', name: 'a space of another width', plain: ' ' },
  {
    pattern: '\\u200b-\\u200f\\u2060\\u00ad\\ufeff\\u202a-\\u202e\\u2066-\\u2069',
    name: 'an invisible character',
    plain: '',
  },
  { pattern: '\\u2028\\u2029\\u0085', name: 'a line break of a word processor', plain: '\n' },
  { pattern: '\\u201c-\\u201f\\u00ab\\u00bb\\u2033\\uff02', name: 'a curly quotation mark', plain: '"' },
  { pattern: '\\u2018-\\u201b\\u2032\\uff07', name: 'a curly apostrophe', plain: "'" },
  { pattern: '\\u2010-\\u2015\\u2212', name: 'a dash', plain: '-' },
  { pattern: '\\uff0c\\u3001', name: 'a wide comma', plain: ',' },
  { pattern: '\\uff1a', name: 'a wide colon', plain: ':' },
  { pattern: '\\uff08', name: 'a wide bracket', plain: '(' },
  { pattern: '\\uff09', name: 'a wide bracket', plain: ')' },
  { pattern: '\\uff5b', name: 'a wide brace', plain: '{' },
  { pattern: '\\uff5d', name: 'a wide brace', plain: '}' },
];

const any = new RegExp(`[${pasted.map(({ pattern }) => pattern).join('')}]`, 'g');
const matchers = pasted.map(({ pattern, ...rest }) => ({ ...rest, matches: new RegExp(`[${pattern}]`) }));

function find(character: string) {
  return matchers.find(({ matches }) => matches.test(character));
}

/** Names a character that was put in by another program, with its code point; undefined for every other one. */
export function describePastedCharacter(character: string): string | undefined {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const found = find(character);
  return (
    found && `${found.name} (U+${code}), which another program put in the place of ${nameOf(found.plain)}`
  );
}

/** The text as it would have been typed. */
export function withTypedCharacters(text: string): string {
  return text.replace(any, (character) => find(character)?.plain ?? character);
}

function nameOf(plain: string): string {
  if (plain === '') return 'nothing';
  if (plain === ' ') return 'a space';
  return plain === '\n' ? 'a line break' : plain;
}
