import { type AngleToken, readAngleTokens } from './angle-tokens.ts';

/** A typed angle in degrees, south and west negative. */
export type TypedAngle = {
  readonly degrees: number;
  /** The axis of its letter or label; null without one. */
  readonly axis: 'latitude' | 'longitude' | null;
  readonly isSexagesimal: boolean;
  readonly at: number;
  readonly text: string;
};

/** Reason why a text is not two angles, and the offset of the problem (from 0; null: the whole text). */
export type AngleFault = {
  readonly ok: false;
  readonly message: string;
  readonly at: number | null;
  /** Whether the text is recognizably meant as coordinates. */
  readonly looksLikePosition: boolean;
};

export type TwoAngles =
  | { readonly ok: true; readonly angles: readonly [TypedAngle, TypedAngle] }
  | AngleFault;

/**
 * Reads two angles: decimal degrees, degrees and minutes, or degrees, minutes and seconds, with marks or without, with
 * letters or labels before or after, with signs, joined as `34-27.5N` (navigational warnings), `34:27:30N` or
 * `34.27.30N`, or without separators as `355628N1243643E` and `+355628+1243643` (ISO 6709). A comma is a decimal
 * separator only when it cannot separate the two. Ranges are not checked here. All readings that are possible, at least
 * one; a hyphen is a sign where it can be one.
 */
export function readTwoAngles(text: string): readonly [TwoAngles, ...(readonly TwoAngles[])] {
  const plain = readSpaced(text);
  if (plain.ok) return [plain];
  const read = joints.flatMap((joint) => {
    const spaced = text.replace(joint, ' ');
    return spaced === text ? [] : readSpaced(spaced);
  });
  const [first = plain, ...others] = read.some(({ ok }) => ok) ? read.filter(({ ok }) => ok) : read;
  return [first, ...others];
}

/** Separators of degrees, minutes and seconds. Of `34.27.5` the last part can be seconds or decimals of the minutes. */
const joints: readonly RegExp[] = [
  /(?<=\d)[-–‑‐−:_](?=\d)/g,
  /(?<=\d)\.(?=\d+\.\d)|(?<=\d\.\d+)\.(?=\d)/g,
  /(?<=\d)\.(?=\d+\.\d)/g,
];

function readSpaced(text: string): TwoAngles {
  const separated = readWith(text, false);
  // A comma that separates stands alone, or before a space; as a decimal sign it stands between digits, twice or more.
  if (separated.ok || (text.match(/\d,\d/g) ?? []).length < 2 || /\d,\d+,\d/.test(text)) return separated;
  const decimal = readWith(text, true);
  return decimal.ok ? decimal : separated;
}

function readWith(text: string, commaIsDecimal: boolean): TwoAngles {
  const read = readAngleTokens(text, commaIsDecimal);
  if (!read.ok) {
    const looksLikePosition = /\d\s*[°º˚]/.test(text);
    return fault(
      `Character ${read.at + 1}, “${read.text}”, is not part of a position.`,
      read.at,
      looksLikePosition,
    );
  }
  const { tokens } = read;
  const looksLikePosition = tokens.filter(({ kind }) => kind === 'number').length > 1;
  const halves = split(withoutSeparators(tokens));
  if ('message' in halves) return { ...halves, looksLikePosition };
  const [first, second] = [halves[0], halves[1]].map((half) => readAngle(half)) as [
    UnsplitAngle | AngleFault,
    UnsplitAngle | AngleFault,
  ];
  if ('message' in first) return { ...first, looksLikePosition };
  if ('message' in second) return { ...second, looksLikePosition };
  const angles = splitCompactAngles(first, second);
  return 'message' in angles ? { ...angles, looksLikePosition } : { ok: true, angles };
}

type Tokens = readonly AngleToken[];

function split(tokens: Tokens): readonly [Tokens, Tokens] | AngleFault {
  const indexes = (kind: AngleToken['kind']) =>
    tokens.flatMap((token, index) => (token.kind === kind ? [index] : []));
  const cut = (at: number): [Tokens, Tokens] => [
    withoutSeparators(tokens.slice(0, at)),
    withoutSeparators(tokens.slice(at)),
  ];
  const numbers = indexes('number');
  if (numbers.length === 0) return fault('There is no number in it.', null);
  const labels = indexes('label');
  if (labels.length === 2) return cut(labels[1] ?? 0);
  const letters = indexes('letter');
  if (letters.length === 2) return cut(letters[0] === 0 ? (letters[1] ?? 0) : (letters[0] ?? 0) + 1);
  if (letters.length === 1) {
    return fault(
      `Only one of the two angles has a letter; give both N or S and E or W.`,
      at(tokens, letters[0]),
    );
  }
  if (letters.length > 2) return fault('There are more than two of N, S, E and W.', at(tokens, letters[2]));
  const separators = indexes('separator');
  if (separators.length === 1) return cut(separators[0] ?? 0);
  if (separators.length > 1) {
    return fault('There is more than one comma; write decimals with a point.', at(tokens, separators[1]));
  }
  const signs = indexes('sign').filter((index) => index > 0);
  if (signs.length === 1) return cut(signs[0] ?? 0);
  const degreeMarks = tokens.flatMap((token, index) =>
    token.kind === 'unit' && token.unit === '°' ? [index] : [],
  );
  if (degreeMarks.length === 2) return cut((degreeMarks[1] ?? 1) - 1);
  if (numbers.length % 2 === 0) return cut(numbers[numbers.length / 2] ?? 0);
  return fault(
    numbers.length === 1
      ? 'There is only one number; a position has a latitude and a longitude.'
      : `There are ${numbers.length} numbers; it is not clear where the longitude begins. Put a comma there.`,
    null,
  );
}

function at(tokens: Tokens, index: number | undefined): number | null {
  return index === undefined ? null : (tokens[index]?.at ?? null);
}

function withoutSeparators(tokens: Tokens): Tokens {
  const isOther = ({ kind }: AngleToken) => kind !== 'separator';
  return tokens.slice(tokens.findIndex(isOther), tokens.findLastIndex(isOther) + 1);
}

type NumberToken = Extract<AngleToken, { kind: 'number' }>;
/** An angle whose single number may be compact, with minutes and seconds. */
type UnsplitAngle = {
  readonly sign: 1 | -1;
  readonly hasSign: boolean;
  readonly axis: TypedAngle['axis'];
  readonly numbers: readonly NumberToken[];
  readonly hasUnits: boolean;
};

const units = ['°', "'", '"'] as const;
const partNames = ['degrees', 'minutes', 'seconds'] as const;

function readAngle(tokens: Tokens): UnsplitAngle | AngleFault {
  const numbers: NumberToken[] = [];
  let letter: Extract<AngleToken, { kind: 'letter' }> | undefined;
  let label: Extract<AngleToken, { kind: 'label' }> | undefined;
  let sign: Extract<AngleToken, { kind: 'sign' }> | undefined;
  let hasUnits = false;
  let unitDue = false;
  for (const token of tokens) {
    switch (token.kind) {
      case 'number': {
        const before = numbers.at(-1);
        if (before && !before.isWhole) {
          return fault(
            `Character ${before.at + 1}: “${before.text}” has decimals, so that no ${partNames[numbers.length] ?? 'other number'} can follow.`,
            before.at,
          );
        }
        if (numbers.length === 3) return fault(`“${token.text}” is one number too many.`, token.at);
        numbers.push(token);
        unitDue = true;
        break;
      }
      case 'unit': {
        const name = partNames[numbers.length - 1];
        if (!unitDue || token.unit !== units[numbers.length - 1]) {
          return fault(
            name && unitDue
              ? `Character ${token.at + 1}: “${token.text}” stands where ${name} end with ${units[numbers.length - 1]}.`
              : `Character ${token.at + 1}: “${token.text}” follows no number.`,
            token.at,
          );
        }
        hasUnits = true;
        unitDue = false;
        break;
      }
      case 'letter':
        letter = token;
        break;
      case 'label':
        label = token;
        break;
      case 'sign':
        if (sign || numbers.length > 0) return fault(`“${token.text}” stands within an angle.`, token.at);
        sign = token;
        break;
      case 'separator':
        return fault(`The comma at character ${token.at + 1} stands within an angle.`, token.at);
    }
  }
  const [first] = numbers;
  if (!first) return fault('One of the two angles has no number.', tokens[0]?.at ?? null);
  if (letter && sign) {
    return fault(`“${sign.text}” and “${letter.text}” both give the hemisphere; write one of them.`, sign.at);
  }
  const sized = numbers.slice(1).findIndex(({ value }) => value >= 60);
  if (sized >= 0) {
    const wrong = numbers[sized + 1];
    return fault(
      `Character ${(wrong?.at ?? 0) + 1}: “${wrong?.text ?? ''}” is no number of ${partNames[sized + 1]}; they go from 0 to below 60.`,
      wrong?.at ?? null,
    );
  }
  const lettered = letter && (letter.letter === 'N' || letter.letter === 'S' ? 'latitude' : 'longitude');
  if (lettered && label && lettered !== label.axis) {
    return fault(`“${label.text}” and “${letter?.text ?? ''}” contradict each other.`, label.at);
  }
  const isNegative = sign?.isNegative || letter?.letter === 'S' || letter?.letter === 'W';
  return {
    sign: isNegative ? -1 : 1,
    hasSign: sign !== undefined,
    axis: lettered ?? label?.axis ?? null,
    numbers,
    hasUnits,
  };
}

/** Splits compact numbers into degrees, minutes and seconds, when the number of digits requires it. */
function splitCompactAngles(
  first: UnsplitAngle,
  second: UnsplitAngle,
): readonly [TypedAngle, TypedAngle] | AngleFault {
  const digits = [first, second].map(({ numbers, hasUnits }) =>
    numbers.length === 1 && !hasUnits ? (numbers[0]?.wholeDigits ?? 0) : 0,
  );
  const [one = 0, other = 0] = digits;
  const isGrownPair = (one === 4 || one === 6) && (other === 5 || other === 7);
  const axes: readonly [TypedAngle['axis'], TypedAngle['axis']] =
    first.axis === null && second.axis === null && isGrownPair
      ? ['latitude', 'longitude']
      : [first.axis, second.axis];
  const read = ([first, second] as const).map((angle, index) => toAngle(angle, axes[index] ?? null));
  const [left, right] = read;
  if (!left || !right) throw new Error('Two angles gave less than two.');
  if ('message' in left) return left;
  return 'message' in right ? right : [left, right];
}

function toAngle(
  { numbers, sign, hasUnits }: UnsplitAngle,
  axis: TypedAngle['axis'],
): TypedAngle | AngleFault {
  const [first] = numbers;
  if (!first) throw new Error('An angle without numbers was let through.');
  const usual = axis === 'latitude' ? 2 : 3;
  const isGrown = axis !== null && numbers.length === 1 && !hasUnits && first.wholeDigits > usual;
  const grown = isGrown ? splitCompactDigits(first, usual) : numbers.map(({ value }) => value);
  if ('message' in grown) return grown;
  const [degrees = 0, minutes = 0, seconds = 0] = grown;
  const last = numbers.at(-1) ?? first;
  return {
    degrees: sign * (degrees + minutes / 60 + seconds / 3600),
    axis,
    isSexagesimal: grown.length > 1,
    at: first.at,
    text: first === last ? first.text : numbers.map(({ text }) => text).join(' '),
  };
}

function splitCompactDigits(
  { text, value, wholeDigits, at: start }: NumberToken,
  usual: number,
): number[] | AngleFault {
  const more = wholeDigits - usual;
  const forms = usual === 2 ? 'DDMM or DDMMSS' : 'DDDMM or DDDMMSS, with a leading 0 below 100°';
  if (more !== 2 && more !== 4) {
    return fault(
      `“${text}” has ${wholeDigits} digits; degrees, minutes and seconds together are ${forms}.`,
      start,
    );
  }
  const seconds = more === 4 ? value % 100 : 0;
  const minutesOn = more === 4 ? Math.floor(value / 100) : value;
  const degrees = Math.floor(minutesOn / 100);
  const minutes = minutesOn - degrees * 100;
  if (minutes >= 60 || seconds >= 60) {
    return fault(`“${text}” is read as ${forms}, but has 60 minutes or seconds, or more.`, start);
  }
  return more === 4 ? [degrees, minutes, seconds] : [degrees, minutes];
}

function fault(message: string, place: number | null, looksLikePosition = false): AngleFault {
  return { ok: false, message, at: place, looksLikePosition };
}
