import { CsvLineTooLong } from '../../parse-csv.ts';
import type { AisMapping } from './ais-columns.ts';
import { decodeMessage, messageFields } from './decode-message.ts';
import { timeFormsOf } from './report-times.ts';

/** Counts of a file of raw messages: every sentence is in one of the numbers from `used` on. */
export type MessageCounts = {
  /** Lines without a sentence of AIS, but for empty ones. */
  readonly lines: number;
  readonly sentences: number;
  /** Sentences of messages that became a row. */
  readonly used: number;
  readonly checksum: number;
  /** Sentences of messages of which another one is missing. */
  readonly incomplete: number;
  /** Sentences of messages that have other characters, or no identifier. */
  readonly damaged: number;
  /** Sentences of messages of other types, with these types. */
  readonly others: number;
  readonly otherTypes: readonly number[];
  /** Messages of base stations and of aids to navigation. */
  readonly stations: number;
  readonly aids: number;
};

/** Meaning of the cells of decoded messages. */
export const messageMapping: AisMapping = {
  columns: Object.fromEntries(messageFields.map((field, index) => [field, index])),
  timeForm: 'iso',
  speedUnit: 'knots',
};

/** A sentence of AIS (IEC 61162-1), of any talker: parts, number, sequence, channel, payload, fill bits and checksum. */
const sentence =
  /!([A-Z0-9]{2}VD[MO]),(\d),(\d),(\d{0,2}),([^,*!\r\n]{0,9}),([^,*!\r\n]*),(\d?)(?:\*([0-9A-F]{2}))?/gi;
const tagBlock = /\\([^\\]*)\\/g;
const dateAndClock =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ T]+\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?/i;

/** Whether a text begins as a file of sentences does, rather than as a table. */
export function hasSentences(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = '', ...others] = lines.slice(0, 50);
  // A heading may be above sentences; one that names a latitude is above what is decoded.
  return (
    /^(?:\\[a-z]:|\$[A-Z]{4,5},)/.test(first) ||
    isSentence(first) ||
    (others.some(isSentence) && !/lat/i.test(first))
  );
}

function isSentence(line: string): boolean {
  return /![A-Z0-9]{2}VD[MO],\d/i.test(line);
}

type Part = { readonly payload: string; readonly fillBits: number; readonly time: string };
type Pending = { readonly parts: (Part | undefined)[]; readonly since: number };

/** Sequence numbers return after ten messages, so parts that are further apart are of different ones. */
const mostBetweenParts = 500;

/**
 * Decodes the sentences of a text that arrives in parts; the rows have the cells of `messageFields`, the first one their
 * names. The time of a message is that of its first sentence that has one.
 */
export function createMessageRows(maxLineLength: number) {
  let rest = '';
  let lineNumber = 0;
  let isNamed = false;
  /** The time of a line before a sentence, as some receivers write it. */
  let timeBefore = '';
  const pending = new Map<string, Pending>();
  const counts = {
    ...{ lines: 0, sentences: 0, used: 0, checksum: 0, incomplete: 0, damaged: 0, others: 0 },
    ...{ stations: 0, aids: 0 },
  };
  const otherTypes = new Set<number>();

  function decode(parts: readonly Part[]): readonly string[] | undefined {
    const payload = parts.map((part) => part.payload).join('');
    const message = decodeMessage(payload, parts.at(-1)?.fillBits ?? 0);
    if (!message) {
      counts.damaged += parts.length;
      return undefined;
    }
    const { type, cells } = message;
    if (!cells) {
      counts.others += parts.length;
      otherTypes.add(type);
      return undefined;
    }
    counts.used += parts.length;
    if (type === 4) counts.stations += 1;
    if (type === 21) counts.aids += 1;
    const time = parts.map((part) => part.time).find((text) => text !== '');
    return messageFields.map((field) => (field === 'time' ? time : cells[field]) ?? '');
  }

  function forget([key, message]: readonly [string, Pending]): void {
    counts.incomplete += countParts(message);
    pending.delete(key);
  }

  /** The parts of a message that is complete with this one. */
  function join(key: string, part: Part, total: number, number: number): readonly Part[] | undefined {
    let message = pending.get(key);
    const isOther =
      message && (message.parts[number - 1] || counts.sentences - message.since > mostBetweenParts);
    if (message && isOther) {
      forget([key, message]);
      message = undefined;
    }
    message ??= { parts: Array.from({ length: total }, () => undefined), since: counts.sentences };
    message.parts[number - 1] = part;
    pending.set(key, message);
    const [oldest] = pending;
    if (oldest && pending.size > mostBetweenParts) forget(oldest);
    const parts = message.parts.flatMap((each) => each ?? []);
    if (parts.length < total) return undefined;
    pending.delete(key);
    return parts;
  }

  function readLine(line: string): readonly (readonly string[])[] {
    lineNumber += 1;
    const found = [...line.matchAll(sentence)];
    const [first] = found;
    const last = found.at(-1);
    if (!first || !last) {
      if (line.trim() !== '') counts.lines += 1;
      timeBefore = readGatehouse(line) ?? timeBefore;
      return [];
    }
    const [before, after] = [line.slice(0, first.index), line.slice(last.index + last[0].length)];
    const time = findTag(before) || findTime(before) || findTime(after) || timeBefore;
    timeBefore = '';
    return found.flatMap((match) => {
      counts.sentences += 1;
      const [whole, talker = '', ofParts, ofNumber, sequence = '', channel = '', payload = '', fill, hex] =
        match;
      const [total, number] = [Number(ofParts), Number(ofNumber)];
      if (hex === undefined || !isChecked(whole.slice(1, -3), hex)) {
        counts.checksum += 1;
        return [];
      }
      if (total === 0 || number === 0 || number > total) {
        counts.damaged += 1;
        return [];
      }
      const part = { payload, fillBits: Number(fill), time };
      const parts =
        total === 1 ? [part] : join([talker, total, sequence, channel].join(), part, total, number);
      const row = parts && decode(parts);
      return row ? [row] : [];
    });
  }

  function read(text: string): string[][] {
    const rows: string[][] = isNamed ? [] : [[...messageFields]];
    isNamed = true;
    const lines = text.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) for (const row of readLine(line)) rows.push([...row]);
    if (rest.length > maxLineLength) throw new CsvLineTooLong(lineNumber + 1);
    return rows;
  }

  return {
    push: (text: string): string[][] => read(rest + text),
    end: (): string[][] => read(`${rest}\n`),
    /** Sentences that wait for others are incomplete. */
    counts(): MessageCounts {
      const waiting = [...pending.values()].reduce((sum, message) => sum + countParts(message), 0);
      return {
        ...counts,
        incomplete: counts.incomplete + waiting,
        otherTypes: [...otherTypes].toSorted((one, other) => one - other),
      };
    },
  };
}

function countParts({ parts }: Pending): number {
  return parts.filter((part) => part !== undefined).length;
}

/** The counts of several texts. */
export function addMessageCounts(one: MessageCounts, other: MessageCounts): MessageCounts {
  const types = new Set([...one.otherTypes, ...other.otherTypes]);
  return {
    lines: one.lines + other.lines,
    sentences: one.sentences + other.sentences,
    used: one.used + other.used,
    checksum: one.checksum + other.checksum,
    incomplete: one.incomplete + other.incomplete,
    damaged: one.damaged + other.damaged,
    others: one.others + other.others,
    otherTypes: [...types].toSorted((first, second) => first - second),
    stations: one.stations + other.stations,
    aids: one.aids + other.aids,
  };
}

/** Whether a text has a checksum, which is the exclusive or of its characters. */
function isChecked(text: string, hex: string): boolean {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum ^= text.charCodeAt(index);
  return sum === Number.parseInt(hex, 16);
}

/** The time of a tag block with a right checksum (NMEA 0183, 7.2): `c` in seconds, or in milliseconds. */
function findTag(text: string): string {
  for (const [, block = ''] of text.matchAll(tagBlock)) {
    const [, fields = '', hex = ''] = /^(.*)\*([0-9A-F]{2})$/i.exec(block) ?? [];
    const [, time = ''] = /(?:^|,)c:(\d{10}(?:\.\d+)?|\d{13})(?:,|$)/.exec(fields) ?? [];
    if (time !== '' && isChecked(fields, hex)) return toIso(time);
  }
  return '';
}

/** The time that a receiver writes in front of a sentence, or behind it; an empty text where there is none. */
function findTime(given: string): string {
  const text = given
    .replaceAll(tagBlock, ' ')
    .replaceAll(/["'[\](){}<>]/g, ' ')
    .trim();
  if (text === '') return '';
  const [dated] = dateAndClock.exec(text) ?? [];
  if (dated !== undefined && timeFormsOf(dated).length > 0) return dated;
  const number = text.split(/[,;|\s]+/).find((piece) => /^(?:[12]\d{9}(?:\.\d+)?|[12]\d{12})$/.test(piece));
  if (number !== undefined) return toIso(number);
  const plain = text.replaceAll(/^[,;|\s]+|[,;|:\s]+$/g, '');
  return /^\d*$/.test(plain) || !/\d:\d\d/.test(plain) || timeFormsOf(plain).length === 0 ? '' : plain;
}

/** Seconds since 1970, or milliseconds where there are so many digits, in ISO 8601. */
function toIso(digits: string): string {
  const timeMs = /^\d{13}$/.test(digits) ? Number(digits) : Math.round(Number(digits) * 1000);
  return new Date(timeMs).toISOString();
}

/** The time of a sentence in front of others, as software of Gatehouse writes it. */
function readGatehouse(line: string): string | undefined {
  const [, ...parts] = /^\$PGHP,\d+,(\d{4}),(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)/.exec(line.trim()) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day, hour, minute, second, millisecond] = parts.map(Number);
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
