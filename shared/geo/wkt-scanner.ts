/** Why a WKT text was refused. */
export type WktFailureCode =
  /** There is no geometry in the text. */
  | 'empty-text'
  /** `SRID=` is not followed by a whole number and `;`. */
  | 'bad-srid'
  /** A word that is no geometry type. */
  | 'unknown-type'
  /** A geometry type of the standards that GeoJSON cannot express, or `LINEARRING`. */
  | 'unsupported-type'
  /** Something else than what the grammar asks for at this place. */
  | 'unexpected-text'
  /** A number that is malformed, missing, or grown together with something else. */
  | 'bad-number'
  /** `NaN`, `Infinity` and their like. */
  | 'not-finite'
  /** A number whose magnitude no double can hold, such as `1e999`. */
  | 'number-overflow'
  /** More or fewer ordinates than the flags or the positions before, or a member of a collection with other flags. */
  | 'dimension-mismatch'
  /** A line with one position, a ring with fewer than four, or an empty outline around a hole. */
  | 'too-few-points'
  /** A ring whose last position is not its first. */
  | 'unclosed-ring'
  /** A parenthesis that is not closed, or closed once too often. */
  | 'unbalanced'
  /** Collections nested deeper than `maxWktDepth`. */
  | 'too-deep'
  /** Text after the end of the geometry. */
  | 'trailing-text';

/** A refusal: its code, a sentence for the reader, and the offset into the text (UTF-16 units) where it happened. */
export type WktFailure = {
  readonly ok: false;
  readonly code: WktFailureCode;
  readonly message: string;
  readonly at: number;
};

const shownCharacters = 24;

/**
 * A cursor over WKT text that reads words, punctuation and numbers, each character once.
 *
 * Readers return `undefined` once something was refused; the first refusal is kept in `failure`.
 */
export class WktScanner {
  /** Whether rings may be open or short; a caller that mends rings reads them so. */
  readonly allowsLooseRings: boolean;
  readonly #text: string;
  #at = 0;
  #openParentheses = 0;
  #failure: WktFailure | undefined;

  constructor(text: string, takesLooseRings = false) {
    this.allowsLooseRings = takesLooseRings;
    this.#text = text;
  }

  /** The first refusal, if there was one. */
  get failure(): WktFailure | undefined {
    return this.#failure;
  }

  /** Offset of the next character that is not white space. */
  get offset(): number {
    this.#skipWhiteSpace();
    return this.#at;
  }

  /** Whether nothing but white space is left. */
  get atEnd(): boolean {
    return this.offset >= this.#text.length;
  }

  /** Refuses the text at `at`; a refusal that is already there stays. */
  refuse(code: WktFailureCode, message: string, at: number = this.offset): undefined {
    this.#failure ??= { ok: false, code, message: `${message} (character ${at + 1})`, at };
    return undefined;
  }

  /** Refuses what stands at the cursor instead of `expected`. */
  refuseUnexpected(expected: string): undefined {
    if (!this.atEnd)
      return this.refuse('unexpected-text', `Expected ${expected}, found “${this.excerpt()}”.`);
    const code = this.#openParentheses > 0 ? 'unbalanced' : 'unexpected-text';
    return this.refuse(code, `The text ends where ${expected} is expected.`);
  }

  /** The next character that is not white space, without stepping over it; undefined at the end. */
  peek(): string | undefined {
    return this.#text[this.offset];
  }

  /** Steps over `character` if it comes next. */
  consume(character: '(' | ')' | ',' | '=' | ';'): boolean {
    if (this.peek() !== character) return false;
    this.#at += 1;
    if (character === '(') this.#openParentheses += 1;
    if (character === ')') this.#openParentheses -= 1;
    return true;
  }

  /** The run of ASCII letters that comes next, in upper case and without stepping over it; empty if there is none. */
  peekWord(): string {
    const start = this.offset;
    let end = start;
    while (isLetter(this.#text.charCodeAt(end))) end += 1;
    return this.#text.slice(start, end).toUpperCase();
  }

  /** Steps over `word`, which `peekWord` has just returned. */
  skipWord(word: string): void {
    this.#at = this.offset + word.length;
  }

  /** Steps over `word` if it is the word that comes next. */
  consumeWord(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.skipWord(word);
    return true;
  }

  /** The unsigned whole number that comes next, or undefined, without refusing, if there is none that is safe. */
  consumeInteger(): number | undefined {
    const start = this.offset;
    const end = this.#skipDigits(start);
    const value = Number(this.#text.slice(start, end));
    if (end === start || !Number.isSafeInteger(value)) return undefined;
    this.#at = end;
    return value;
  }

  /** Whether something that begins like a number comes next. */
  get atNumber(): boolean {
    const code = this.#text.charCodeAt(this.offset);
    return isDigit(code) || code === plus || code === minus || code === point;
  }

  /**
   * The number that comes next: `[sign] (digits [. [digits]] | . digits) [(e|E) [sign] digits]`, the signed numeric
   * literal of OGC 06-103r4, section 7.2.2. It must be followed by white space, `,`, `)` or the end.
   */
  consumeNumber(): number | undefined {
    const start = this.offset;
    const end = this.#endOfNumber(start);
    if (end === undefined || !endsNumber(this.#text.charCodeAt(end))) {
      return this.#refuseNumber(start);
    }
    const value = Number(this.#text.slice(start, end));
    if (!Number.isFinite(value)) {
      return this.refuse('number-overflow', `The number “${this.excerpt()}” is too large.`, start);
    }
    this.#at = end;
    return value;
  }

  /** What stands at the cursor, up to the next white space, comma or parenthesis, shortened for a message. */
  excerpt(): string {
    const start = this.offset;
    let end = start + 1;
    while (end < start + shownCharacters && !endsToken(this.#text.charCodeAt(end))) end += 1;
    const cut = !endsToken(this.#text.charCodeAt(end));
    return this.#text.slice(start, end) + (cut ? '…' : '');
  }

  #refuseNumber(start: number): undefined {
    const found = this.excerpt();
    if (/^[+-]?(nan|inf|infinity)$/i.test(found)) {
      return this.refuse('not-finite', `A coordinate must be a finite number, not “${found}”.`, start);
    }
    if (this.atEnd) return this.refuseUnexpected('a number');
    return this.refuse('bad-number', `Expected a number, found “${found}”.`, start);
  }

  /** Where the longest number from `start` ends, or undefined if there is none. */
  #endOfNumber(start: number): number | undefined {
    const digitsStart = this.#skipSign(start);
    let end = this.#skipDigits(digitsStart);
    let digits = end - digitsStart;
    if (this.#text.charCodeAt(end) === point) {
      const fractionStart = end + 1;
      end = this.#skipDigits(fractionStart);
      digits += end - fractionStart;
    }
    if (digits === 0) return undefined;
    const mark = this.#text.charCodeAt(end);
    if (mark !== upperE && mark !== lowerE) return end;
    const exponentStart = this.#skipSign(end + 1);
    const exponentEnd = this.#skipDigits(exponentStart);
    return exponentEnd === exponentStart ? undefined : exponentEnd;
  }

  #skipSign(at: number): number {
    const code = this.#text.charCodeAt(at);
    return code === plus || code === minus ? at + 1 : at;
  }

  #skipDigits(at: number): number {
    let end = at;
    while (isDigit(this.#text.charCodeAt(end))) end += 1;
    return end;
  }

  #skipWhiteSpace(): void {
    while (isWhiteSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }
}

const plus = 0x2b;
const minus = 0x2d;
const point = 0x2e;
const comma = 0x2c;
const opening = 0x28;
const closing = 0x29;
const upperE = 0x45;
const lowerE = 0x65;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** Space, and the controls from tab to carriage return. */
function isWhiteSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Past the end of a text `charCodeAt` is NaN. */
function endsNumber(code: number): boolean {
  return Number.isNaN(code) || isWhiteSpace(code) || code === comma || code === closing;
}

function endsToken(code: number): boolean {
  return endsNumber(code) || code === opening;
}
