import type { PointText } from './read-point-texts.ts';

/** The digits of Open Location Code, which writes 0 only to fill up a code of a large cell. */
const digits = '23456789CFGHJMPQRVWX';
const code = new RegExp(`^([${digits}]{2,8}0{0,6})\\+([${digits}]{0,7})$`, 'i');

/** Whether a text has the form of a plus code, whole or short. */
export function looksLikePlusCode(text: string): boolean {
  return code.test(text);
}

/**
 * Reads the center of the cell of a plus code (Open Location Code specification, “Decoding”): five pairs of digits to
 * base 20, then digits of a grid of 5 rows and 4 columns. A short one is refused, since it is relative to a place.
 */
export function readPlusCode(text: string): PointText {
  const [, before = '', after = ''] = code.exec(text.toUpperCase()) ?? [];
  if (before.length < 8) {
    return {
      ok: false,
      message:
        'A short plus code needs the place that it is relative to. Give the whole code, such as 8Q7XWJR6+F2.',
      at: 0,
    };
  }
  const whole = before.replace(/0+$/, '');
  const digitAt = (at: number) => digits.indexOf(`${whole}${after}`[at] ?? '2');
  const length = whole.length + after.length;
  if (whole.length % 2 === 1 || after.length === 1 || (whole.length < 8 && after !== '') || length > 15) {
    return { ok: false, message: `“${text}” is no plus code: its digits come in pairs.`, at: 0 };
  }
  let [latitude, longitude, height, width] = [-90, -180, 400, 400];
  for (let at = 0; at < Math.min(length, 10); at += 2) {
    [height, width] = [height / 20, width / 20];
    latitude += digitAt(at) * height;
    longitude += digitAt(at + 1) * width;
  }
  for (let at = 10; at < length; at += 1) {
    [height, width] = [height / 5, width / 4];
    latitude += Math.floor(digitAt(at) / 4) * height;
    longitude += (digitAt(at) % 4) * width;
  }
  if (latitude >= 90 || longitude >= 180) {
    return { ok: false, message: `The cell of “${text}” is beyond 90° or 180°.`, at: 0 };
  }
  return { ok: true, position: [longitude + width / 2, latitude + height / 2] };
}
