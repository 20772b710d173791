/** Maximum size and nesting of a JSON text. */
export type JsonBounds = {
  /** In UTF-16 code units. */
  readonly maxLength?: number;
  readonly maxDepth?: number;
  /** Lists and objects: each takes up to 200 bytes of memory and three of text. */
  readonly maxContainers?: number;
};

/** Documented formats need ten levels. Much deeper nesting could overflow the stack of recursive code. */
const defaultMaxDepth = 100;

/** The value of a JSON text; undefined when it is invalid, too long, nested too deep, or has too many lists and objects. */
export function parseBoundedJson(
  text: string,
  {
    maxLength = Number.POSITIVE_INFINITY,
    maxDepth = defaultMaxDepth,
    maxContainers = Number.POSITIVE_INFINITY,
  }: JsonBounds = {},
): unknown {
  if (text.length > maxLength || exceeds(text, maxDepth, maxContainers)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether arrays and objects of a JSON text are nested deeper than `depth`. */
export function isNestedDeeperThan(json: string, depth: number): boolean {
  return mayOpenMoreThan(json, depth) && exceeds(json, depth, Number.POSITIVE_INFINITY);
}

/** Whether a text has more brackets and braces that may open than this: found without reading each character. */
function mayOpenMoreThan(json: string, most: number): boolean {
  let count = 0;
  for (const opening of ['[', '{']) {
    for (let at = json.indexOf(opening); at >= 0 && count <= most; at = json.indexOf(opening, at + 1))
      count += 1;
  }
  return count > most;
}

function exceeds(json: string, depth: number, containers: number): boolean {
  let open = 0;
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') {
      open += 1;
      count += 1;
    } else if (character === ']' || character === '}') open -= 1;
    if (open > depth || count > containers) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
