/** Words of SQL that a quoted name is not: `"unique" (a)` is a column, `UNIQUE (a)` a constraint. */
const keywords = new Set(
  `after always and as asc autoincrement before begin by cascade check collate conflict constraint create default
  deferrable deferred delete desc each end escape except exists foreign from generated glob group having if ignore
  immediate in index initially insert instead intersect into is isnull join key like limit match not notnull null of
  offset on or order primary raise recursive references replace restrict returning select set strict table
  temp temporary then to transaction trigger union unique update using values view virtual when where with without`.split(
    /\s+/,
  ),
);

/** Pattern of one token of SQLite (sqlite.org/lang.html). Anything else, such as a control character, is none. */
const token =
  /(?<space>[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<other>'(?:[^']|'')*'|\d[\w.]*|\|\||->>?|<<|>>|[<>=!]=|<>|[()+\-*/%=<>,&~|.;?])|(?<word>[A-Za-z_\u0080-\ufefe\uff00-\uffff][\w$\u0080-\ufefe\uff00-\uffff]*)/y;

/**
 * The tokens of an SQL statement for comparisons: words and quoted names in lower case as SQLite compares them (ASCII), a
 * quoted name with its quotes only where it would be something else without; texts as they are. Spaces and comments are
 * left out. Undefined where SQLite could read it in another way.
 */
export function readTokens(sql: string): readonly string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < sql.length) {
    const groups = token.exec(sql)?.groups;
    if (!groups) return undefined;
    const { quoted, word, other } = groups;
    if (quoted !== undefined) tokens.push(plainName(quoted));
    else if (word !== undefined) tokens.push(toLowerAscii(word));
    else if (other !== undefined) tokens.push(other);
  }
  return tokens;
}

function plainName(quoted: string): string {
  const name = toLowerAscii(unquote(quoted));
  return /^[a-z_][\w$]*$/.test(name) && !keywords.has(name) ? name : JSON.stringify(name);
}

/** Whether a token is a word of SQL that is no name. */
export function isKeyword(one: string): boolean {
  return keywords.has(one);
}

/** The name in a token, in lower case, also where a text is written in place of a name. */
export function nameOf(one: string): string {
  if (one.startsWith("'")) return toLowerAscii(unquote(one));
  return one.startsWith('"') ? String(JSON.parse(one)) : one;
}

function unquote(text: string): string {
  const quote = text.slice(-1);
  const inner = text.slice(1, -1);
  return quote === ']' ? inner : inner.replaceAll(quote + quote, quote);
}

/** Lower case as SQLite compares names. */
export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
