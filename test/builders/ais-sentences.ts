/** A sentence with its checksum. */
export function checked(body: string, mark = '!'): string {
  const sum = [...body].reduce((value, character) => value ^ character.charCodeAt(0), 0);
  return `${mark}${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A tag block with the time of reception. */
export function tagBlock(time: number | string): string {
  return `\\${checked(`s:r1,c:${time}`, '')}\\`;
}

/** The sentences of a message of numbers and texts with their widths in bits (ITU-R M.1371-5). */
export function toSentences(
  fields: readonly (readonly [value: number | string, width: number])[],
  sequence = 1,
): readonly string[] {
  const bits = fields.map(([value, width]) =>
    typeof value === 'string' ? textBits(value, width) : numberBits(value, width),
  );
  const joined = bits.join('');
  const fill = (6 - (joined.length % 6)) % 6;
  const payload = (joined + '0'.repeat(fill)).replaceAll(/[01]{6}/g, (six) => {
    const value = Number.parseInt(six, 2);
    return String.fromCharCode(value + (value < 40 ? 48 : 56));
  });
  const parts = payload.match(/.{1,60}/g) ?? [];
  return parts.map((part, index) => {
    const ofParts = `${parts.length},${index + 1},${parts.length === 1 ? '' : sequence}`;
    return checked(`AIVDM,${ofParts},A,${part},${index + 1 === parts.length ? fill : 0}`);
  });
}

function numberBits(value: number, width: number): string {
  return BigInt.asUintN(width, BigInt(Math.round(value)))
    .toString(2)
    .padStart(width, '0');
}

function textBits(text: string, width: number): string {
  const codes = [...text.padEnd(width / 6, '@')].map((character) => character.charCodeAt(0) & 63);
  return codes.map((code) => numberBits(code, 6)).join('');
}

type Reported = {
  readonly mmsi: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly knots?: number;
  readonly course?: number;
  readonly heading?: number;
};

/** Message 1, the report of a ship. */
export function positionReport({
  mmsi,
  longitude,
  latitude,
  knots = 102.3,
  course = 360,
  heading = 511,
}: Reported) {
  return toSentences([
    ...([
      [1, 6],
      [0, 2],
      [mmsi, 30],
      [0, 4],
      [-128, 8],
      [knots * 10, 10],
      [0, 1],
    ] as const),
    ...([
      [longitude * 600_000, 28],
      [latitude * 600_000, 27],
      [course * 10, 12],
      [heading, 9],
    ] as const),
    ...([
      [5, 6],
      [0, 2],
      [0, 3],
      [0, 1],
      [0, 19],
    ] as const),
  ]);
}

/** Message 5, what a ship is, in two sentences. */
export function shipReport(
  mmsi: number,
  name: string,
  type: number,
  imo: number,
  length: number,
  sequence = 1,
) {
  return toSentences(
    [
      ...([
        [5, 6],
        [0, 2],
        [mmsi, 30],
        [0, 2],
        [imo, 30],
        ['CALL', 42],
        [name, 120],
        [type, 8],
      ] as const),
      ...([
        [length - 20, 9],
        [20, 9],
        [10, 6],
        [10, 6],
        [1, 4],
        [0, 20],
        [0, 8],
        ['BUSAN', 120],
        [0, 2],
      ] as const),
    ],
    sequence,
  );
}
