import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { type AisPassSummary, hasReportsNear } from '../../../shared/ais/pass-outcome.ts';
import { type AisMapping, timeColumns } from '../../../shared/ais/read/ais-columns.ts';
import type { AisReadSummary } from '../../../shared/ais/read/create-ais-reader.ts';
import type { MessageCounts } from '../../../shared/ais/read/message-rows.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { toSingleLine } from '../../../shared/printable-text.ts';
import type { JobEnd } from '../jobs/job-runner.ts';

/** Counts of the written file: `contacts` rows of the table `contacts`. */
export type ReadAisFile = AisReadSummary & {
  readonly contacts: number;
  readonly heading: readonly string[];
  /** SHA-256 of the bytes of the table, unpacked. */
  readonly digest: string;
  /** Names of files of an archive or folder that were not read: without a table, or with other columns. */
  readonly left: readonly string[];
  /** Bytes of the rows of the table `tiles`, the index of all reports. */
  readonly indexBytes: number;
  /** Counts of the sentences of raw messages; null for tables. */
  readonly messages: MessageCounts | null;
};

/** An imported file, and what was read of it. */
export type ImportedFile = ReadAisFile &
  Pick<AisFile, 'passKeys' | 'mapping'> & {
    /** Names of former files in whose place it is, but for its own. */
    readonly replaced: readonly string[];
  };

/** Rows are in one of the numbers each: reports within reach, what states a ship only, and what was left out. */
export function describeImport(
  {
    rows,
    accepted,
    outOfReach,
    staticOnly,
    contacts,
    faults,
    oddIdentifiers,
    unknown,
    passKeys,
    fromMs,
    toMs,
    bounds,
    replaced,
    unreadable,
    rounded,
    unitRows,
    short,
    long,
    left,
    heading,
    mapping,
    messages,
  }: ImportedFile,
  overview: readonly AisPassSummary[],
): JobEnd {
  const passes = overview.filter(({ passKey }) => passKeys.includes(passKey));
  const row = messages ? 'message' : 'row';
  const times = unreadable.find(({ field }) => field === 'time');
  const timeCells =
    times && !messages ? `${namesOfField('time', heading, mapping)}: ${firstCells(times.first)}` : '';
  const sentences: readonly (readonly [number, string])[] = [
    [outOfReach, 'out of reach of all passes, saved in the index for later ones only'],
    [staticOnly, 'without a position, read for what the ship is'],
    [unitRows, 'with the units of the columns, which is no report'],
    [faults.cells, `with more cells than the names of the columns (${firstRows(long)}), left out`],
    [
      short.rows,
      `with fewer cells than the names of the columns (${firstRows(short)}), read as far as they go`,
    ],
    [
      rounded.rows,
      `with an identifier that a spreadsheet has rounded, such as “${cutText(toSingleLine(rounded.first), 40)}”, left out: its last digits are lost`,
    ],
    [faults.identifier - rounded.rows, 'without an identifier, left out'],
    [faults.time, `without a readable time${timeCells === '' ? '' : ` (${timeCells})`}, left out`],
    [faults['no-position'], 'with a position that is none or “not available”, left out'],
    [faults['null-island'], 'at 0° N 0° E, left out'],
    [faults.duplicate, 'twice in the file, counted once'],
    [faults.jump, 'further away than a ship makes at 60 kn, left out'],
    [oddIdentifiers, 'with an identifier that no ship has, not left out for it'],
  ];
  const values = unknown.map(
    ({ field, rows: count, first }) =>
      `${field} in ${formatQuantity(count, row)} (such as “${cutText(toSingleLine(first), 40)}”)`,
  );
  return {
    outcome: `${formatQuantity(accepted, 'report')} of ${formatQuantity(contacts, 'contact')} within reach, of ${formatQuantity(rows, row)}; ${describePasses(passes)}.`,
    ...(bounds === null || fromMs === null || toMs === null
      ? {}
      : { imported: { kind: 'ais', contacts, bounds, fromMs, toMs } as const }),
    warnings: [
      ...replaced.map((name) => `It replaces “${name}”, which was imported before.`),
      ...(passKeys.length > 0
        ? []
        : fromMs !== null
          ? ['No pass was taken within an hour of its reports.']
          : times
            ? [
                `No time of a report could be read, so it is unknown whether a pass was taken then${timeCells === '' ? '' : ` (${timeCells})`}.`,
              ]
            : []),
      ...(left.length === 0
        ? []
        : [
            `${formatQuantity(left.length, 'other file was', 'other files were')} not read: ${left
              .slice(0, 5)
              .map((name) => cutText(toSingleLine(name), 60))
              .join(
                ', ',
              )}${left.length > 5 ? ', …' : ''}. Only raw messages, and tables (CSV) with the same columns, are.`,
          ]),
      ...(messages ? describeSentences(messages) : []),
      ...sentences.flatMap(([count, what]) => (count > 0 ? [`${formatQuantity(count, row)} ${what}.`] : [])),
      ...(values.length === 0
        ? []
        : [
            `Values that are no numbers, out of range or “not available”, so they are unknown: ${values.join(', ')}. Their ${row}s stay.`,
          ]),
    ],
  };
}

/** Sentences about the sentences of raw messages that are no rows. */
function describeSentences(counts: MessageCounts): readonly string[] {
  const { lines, checksum, incomplete, damaged, others, otherTypes, stations, aids } = counts;
  const of = (count: number, noun: string, what: string) =>
    count === 0 ? [] : [`${formatQuantity(count, noun)} ${what}.`];
  const [some, more] = [otherTypes.slice(0, 8).join(', '), otherTypes.length > 8 ? ', …' : ''];
  return [
    ...of(checksum, 'sentence', 'with a wrong checksum or none, left out'),
    ...of(incomplete, 'sentence', 'of messages of which another sentence is missing, left out'),
    ...of(damaged, 'sentence', 'of messages that are cut off or have other characters, left out'),
    ...of(others, 'sentence', `of messages of other types (${some}${more}), which are not decoded, left out`),
    ...of(lines, 'line', 'without a sentence of AIS, left out'),
    ...of(stations, 'message', 'of base stations, which are contacts of that kind and no ships'),
    ...of(aids, 'message', 'of aids to navigation, which are contacts of that kind and no ships'),
  ];
}

/** Reason why a file of sentences without any message is not imported. */
export function withoutMessages(name: string, counts: MessageCounts): string {
  const reasons = describeSentences(counts);
  const found = reasons.length === 0 ? '' : ` It has: ${reasons.join(' ')}`;
  return `${name} looks like raw messages (NMEA 0183), but has none of AIS that can be decoded.${found} Choose a file with sentences such as !AIVDM.`;
}

/** Reason why a file of messages without times is not imported. */
export function withoutTimes(name: string, count: number, of: number): string {
  return `${formatCount(count)} of ${formatQuantity(of, 'message')} of ${name} have no time of their reception, and messages have no date themselves. Record them with a program that writes it: in a tag block (\\c:1777800665*hh\\!AIVDM…), or in front of each sentence (2026-05-03T09:31:05Z !AIVDM…).`;
}

/** Passes of a file's time by what is known of each. */
function describePasses(passes: readonly AisPassSummary[]): string {
  const due = passes.filter(({ state }) => state === 'due').length;
  const without = passes.filter((pass) => !hasReportsNear(pass)).length;
  const quantity = (count: number) => formatQuantity(count, 'pass', 'passes');
  return [
    `${quantity(passes.length - due - without)} matched`,
    ...(without === 0 ? [] : [`${quantity(without)} without reports in the image or near its detections`]),
    ...(due === 0 ? [] : [`${quantity(due)} still to be matched`]),
  ].join(', ');
}

/** The names of the columns that a field is read from, quoted. */
export function namesOfField(
  field: AisReadSummary['unreadable'][number]['field'],
  heading: readonly string[],
  mapping: AisMapping,
): string {
  const { columns } = mapping;
  const whole = columns.longitudeLatitude ?? columns.latitudeLongitude;
  const ofField = field === 'identifier' ? columns.identifier : (whole ?? columns[field]);
  const indexes = field === 'time' ? timeColumns(mapping) : ofField === undefined ? [] : [ofField];
  return indexes.map((index) => `“${heading[index] ?? ''}”`).join(' and ');
}

/** Rows and what they have, such as `row 2 has “yesterday”`. */
export function firstCells(first: AisReadSummary['unreadable'][number]['first']): string {
  return first.map(({ row, text }) => `row ${row} has “${cutText(toSingleLine(text), 40)}”`).join(', ');
}

/** The numbers of the first rows of several, such as `rows 4, 9 and others`. */
export function firstRows({ rows, first }: AisReadSummary['long']): string {
  const more = rows > first.length ? ' and others' : '';
  return `${rows === 1 ? 'row' : 'rows'} ${first.map(formatCount).join(', ')}${more}`;
}
