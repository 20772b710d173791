/** Reason why a WKT text was refused. */
export type WktFailureCode =
  /** There is no geometry in the text. */
  | 'empty-text'
  /** `SRID=` is not followed by a whole number and `;`. */
  | 'bad-srid'
  /** A word that is no geometry type. */
  | 'unknown-type'
  /** A geometry type of the standards that GeoJSON cannot express, or `LINEARRING`. */
  | 'unsupported-type'
  /** Text that the grammar does not allow here. */
  | 'unexpected-text'
  /** A number that is malformed, missing, or not separated from the next text. */
  | 'bad-number'
  /** `NaN`, `Infinity` and similar words. */
  | 'not-finite'
  /** A number whose magnitude no double can hold, such as `1e999`. */
  | 'number-overflow'
  /**
   * More or fewer ordinates than the flags or previous positions have, or a member of a collection with other flags.
   */
  | 'dimension-mismatch'
  /** A line with one position, a ring with fewer than four, or a hole in an empty outline. */
  | 'too-few-points'
  /** A ring whose last position differs from its first. */
  | 'unclosed-ring'
  /** A parenthesis without its counterpart. */
  | 'unbalanced'
  /** Collections nested deeper than `maxWktDepth`. */
  | 'too-deep'
  /** Text after the end of the geometry. */
  | 'trailing-text';

/** A refusal: its code, a sentence for the user, and the offset in the text in UTF-16 units. */
export type WktFailure = {
  readonly ok: false;
  readonly code: WktFailureCode;
  readonly message: string;
  readonly at: number;
};

const shownCharacters = 24;

/**
 * A cursor over WKT text that reads words, punctuation and numbers in one pass.
 *
 * Methods return `undefined` after a refusal; the first one is stored in `failure`.
 */
export class WktScanner {
  /** Whether rings may be open or too short, for a caller that repairs them. */
  readonly allowsLooseRings: boolean;
  /** Whether curves and surfaces are read, as lines and polygons. */
  readonly allowsCurves: boolean;
  readonly #text: string;
  #at = 0;
  #openParentheses = 0;
  #failure: WktFailure | undefined;

  constructor(text: string, takesLooseRings = false, takesCurves = false) {
    this.allowsLooseRings = takesLooseRings;
    this.allowsCurves = takesCurves;
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

  /** Refuses the text at `at`; an earlier refusal remains. */
  refuse(code: WktFailureCode, message: string, at: number = this.offset): undefined {
    this.#failure ??= { ok: false, code, message: `${message} (character ${at + 1})`, at };
    return undefined;
  }

  /** Refuses the text at the cursor, which is not `expected`. */
  refuseUnexpected(expected: string): undefined {
    if (!this.atEnd)
      return this.refuse('unexpected-text', `Expected ${expected}, found “${this.excerpt()}”.`);
    const code = this.#openParentheses > 0 ? 'unbalanced' : 'unexpected-text';
    return this.refuse(code, `The text ends where ${expected} is expected.`);
  }

  /** The next character that is not white space, without consuming it; undefined at the end. */
  peek(): string | undefined {
    return this.#text[this.offset];
  }

  /** Consumes `character` if it is next. */
  consume(character: '(' | ')' | ',' | '=' | ';'): boolean {
    if (this.peek() !== character) return false;
    this.#at += 1;
    if (character === '(') this.#openParentheses += 1;
    if (character === ')') this.#openParentheses -= 1;
    return true;
  }

  /** The next ASCII letters, in upper case, without consuming them; empty if there are none. */
  peekWord(): string {
    const start = this.offset;
    let end = start;
    while (isLetter(this.#text.charCodeAt(end))) end += 1;
    return this.#text.slice(start, end).toUpperCase();
  }

  /** Consumes `word`, which `peekWord` has just returned. */
  skipWord(word: string): void {
    this.#at = this.offset + word.length;
  }

  /** Consumes `word` if it is the next word. */
  consumeWord(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.skipWord(word);
    return true;
  }

  /** Consumes the next unsigned integer; undefined, without a refusal, if there is no safe one. */
  consumeInteger(): number | undefined {
    const start = this.offset;
    const end = this.#skipDigits(start);
    const value = Number(this.#text.slice(start, end));
    if (end === start || !Number.isSafeInteger(value)) return undefined;
    this.#at = end;
    return value;
  }

  /** Whether the next text starts like a number. */
  get atNumber(): boolean {
    const code = this.#text.charCodeAt(this.offset);
    return isDigit(code) || code === plus || code === minus || code === point;
  }

  /**
   * Consumes the next number: `[sign] (digits [. [digits]] | . digits) [(e|E) [sign] digits]`, the signed numeric
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

  /** The text at the cursor up to the next white space, comma or parenthesis, shortened for a message. */
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

  /** The end of the longest number that starts at `start`, or undefined if there is none. */
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

/** `charCodeAt` is NaN past the end of the text. */
function endsNumber(code: number): boolean {
  return Number.isNaN(code) || isWhiteSpace(code) || code === comma || code === closing;
}

function endsToken(code: number): boolean {
  return endsNumber(code) || code === opening;
}
