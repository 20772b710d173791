import type { AisField } from './ais-columns.ts';

/** Meanings of the cells of a decoded message, in their order. */
export const messageFields = [
  'identifier',
  'time',
  'longitude',
  'latitude',
  'speed',
  'course',
  'heading',
  'name',
  'imo',
  'callSign',
  'type',
  'transponder',
  'toBow',
  'toStern',
  'toPort',
  'toStarboard',
] as const satisfies readonly AisField[];
type Cells = Partial<Record<(typeof messageFields)[number], string>>;

/** The type of a message, and what it states as texts; what is “not available” or behind its end is missing. */
export type DecodedMessage = { readonly type: number; readonly cells: Cells | undefined };

/**
 * Decodes the payload of a message (ITU-R M.1371-5, annex 8), the last `fillBits` of which are none; `cells` is undefined for
 * a type that is not decoded. Undefined for one that is damaged: with other characters, or without a type and identifier.
 */
export function decodeMessage(payload: string, fillBits: number): DecodedMessage | undefined {
  const bits = toBits(payload, fillBits);
  if (!bits || bits.length < 38) return undefined;
  const type = bits.unsigned(0, 6) ?? 0;
  const read = readers[type];
  if (!read) return { type, cells: undefined };
  const stated = Object.entries(read(bits)).filter(([, text]) => text !== undefined && text !== '');
  const identifier = String(bits.unsigned(8, 30)).padStart(9, '0');
  return { type, cells: { identifier, ...Object.fromEntries(stated) } };
}

type Bits = NonNullable<ReturnType<typeof toBits>>;
type Stated = Readonly<Partial<Record<keyof Cells, string | undefined>>>;

/** Tables 48 to 50, 53, 55, 67, 70, 76, 78 and 79 and 93. */
const readers: Readonly<Record<number, (bits: Bits) => Stated>> = {
  1: readClassA,
  2: readClassA,
  3: readClassA,
  4: (bits) => ({ ...position(bits, 79), transponder: 'Base station' }),
  5: (bits) => ({
    imo: stated(bits.unsigned(40, 30), 0),
    callSign: bits.text(70, 42),
    name: bits.text(112, 120),
    type: stated(bits.unsigned(232, 8), 0),
    ...size(bits, 240),
    transponder: 'Class A',
  }),
  18: readClassB,
  19: (bits) => ({
    ...readClassB(bits),
    name: bits.text(143, 120),
    type: stated(bits.unsigned(263, 8), 0),
    ...size(bits, 271),
  }),
  21: (bits) => ({
    name: `${bits.text(43, 120)}${bits.text(272, 84)}`,
    ...position(bits, 164),
    ...size(bits, 219),
    transponder: bits.unsigned(269, 1) === 1 ? 'Virtual AtoN' : 'AtoN',
  }),
  24: (bits) => {
    const part = bits.unsigned(38, 2);
    if (part === 0) return { name: bits.text(40, 120) };
    if (part !== 1) return {};
    // Craft of a ship (98) have the identifier of that one in the place of their size.
    const isCraft = Math.floor((bits.unsigned(8, 30) ?? 0) / 10_000_000) === 98;
    return {
      type: stated(bits.unsigned(40, 8), 0),
      callSign: bits.text(90, 42),
      ...(isCraft ? {} : size(bits, 132)),
    };
  },
  27: (bits) => ({
    ...place(bits.signed(44, 18), bits.signed(62, 17), 600),
    speed: stated(bits.unsigned(79, 6), 63),
    course: stated(bits.unsigned(85, 9), 511),
  }),
};

function readClassA(bits: Bits): Stated {
  return { ...position(bits, 61), ...motion(bits, 50, 116), transponder: 'Class A' };
}

function readClassB(bits: Bits): Stated {
  return { ...position(bits, 57), ...motion(bits, 46, 112), transponder: 'Class B' };
}

function position(bits: Bits, at: number): Stated {
  return place(bits.signed(at, 28), bits.signed(at + 28, 27), 600_000);
}

/** A position in parts of a degree; none where one coordinate is 181 or 91, or missing. */
function place(longitude: number | undefined, latitude: number | undefined, perDegree: number): Stated {
  if (longitude === undefined || latitude === undefined) return {};
  if (longitude === 181 * perDegree || latitude === 91 * perDegree) return {};
  return {
    longitude: (longitude / perDegree).toFixed(7),
    latitude: (latitude / perDegree).toFixed(7),
  };
}

function motion(bits: Bits, speedAt: number, courseAt: number): Stated {
  return {
    speed: tenths(stated(bits.unsigned(speedAt, 10), 1023)),
    course: tenths(stated(bits.unsigned(courseAt, 12), 3600)),
    heading: stated(bits.unsigned(courseAt + 12, 9), 511),
  };
}

/** The distances of the antenna to the sides, of which both of a pair are 0 where they are not known. */
function size(bits: Bits, at: number): Stated {
  const [toBow, toStern] = pair(bits.unsigned(at, 9), bits.unsigned(at + 9, 9));
  const [toPort, toStarboard] = pair(bits.unsigned(at + 18, 6), bits.unsigned(at + 24, 6));
  return { toBow, toStern, toPort, toStarboard };
}

function pair(one: number | undefined, other: number | undefined): readonly (string | undefined)[] {
  return one === undefined || other === undefined || one + other === 0 ? [] : [String(one), String(other)];
}

/** The text of a number; undefined for the one that stands for “not available”. */
function stated(value: number | undefined, notAvailable: number): string | undefined {
  return value === undefined || value === notAvailable ? undefined : String(value);
}

function tenths(value: string | undefined): string | undefined {
  return value === undefined ? undefined : String(Number(value) / 10);
}

/** Reads numbers and texts of six bits for each character; undefined for other characters. */
function toBits(payload: string, fillBits: number) {
  const sixes = new Uint8Array(payload.length);
  for (let index = 0; index < payload.length; index += 1) {
    const code = payload.charCodeAt(index);
    if (code < 48 || code > 119 || (code > 87 && code < 96)) return undefined;
    sixes[index] = code < 96 ? code - 48 : code - 56;
  }
  const length = payload.length * 6 - fillBits;
  const read = (start: number, count: number): number => {
    let value = 0;
    for (let at = start; at < start + count; ) {
      const taken = Math.min(6 - (at % 6), start + count - at);
      const shifted = (sixes[Math.floor(at / 6)] ?? 0) >> (6 - (at % 6) - taken);
      value = value * 2 ** taken + (shifted & (2 ** taken - 1));
      at += taken;
    }
    return value;
  };
  const unsigned = (start: number, count: number) =>
    start + count > length ? undefined : read(start, count);
  return {
    length,
    /** Undefined behind the end. */
    unsigned,
    signed(start: number, count: number): number | undefined {
      const value = unsigned(start, count);
      return value === undefined || value < 2 ** (count - 1) ? value : value - 2 ** count;
    },
    /** Up to the first `@`, which fills a text, or the end (table 47). */
    text(start: number, count: number): string {
      let text = '';
      for (let at = start; at + 6 <= Math.min(start + count, length); at += 6) {
        const code = read(at, 6);
        if (code === 0) break;
        text += String.fromCharCode(code < 32 ? code + 64 : code);
      }
      return text.trimEnd();
    },
  };
}
