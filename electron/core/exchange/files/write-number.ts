const zero = 0x30;
const minus = 0x2d;
const dot = 0x2e;
/** Coordinates and most measures have no more decimals than this, and are written by the fast path. */
const decimals = 7;
const scale = 10 ** decimals;

/**
 * Writes a finite number as JSON, in the shortest form that parses to the same value, and returns the end index. It
 * needs at most 25 bytes.
 */
export function writeNumber(buffer: Buffer, at: number, value: number): number {
  const size = Math.abs(value);
  const scaled = Math.round(size * scale);
  // A decimal of at most 15 digits comes back from a double unchanged, so an equal quotient means the same decimal.
  if (scaled >= 1e15 || scaled / scale !== size || Object.is(value, -0)) {
    return at + buffer.write(String(value), at, 'latin1');
  }
  let end = at;
  if (value < 0) {
    buffer[end] = minus;
    end += 1;
  }
  const whole = Math.floor(scaled / scale);
  end = writeDigits(buffer, end, whole, digitsOf(whole));
  const fraction = scaled - whole * scale;
  if (fraction === 0) return end;
  buffer[end] = dot;
  end = writeDigits(buffer, end + 1, fraction, decimals);
  while (buffer[end - 1] === zero) end -= 1;
  return end;
}

function digitsOf(whole: number): number {
  let digits = 1;
  for (let limit = 10; whole >= limit; limit *= 10) digits += 1;
  return digits;
}

function writeDigits(buffer: Buffer, at: number, value: number, digits: number): number {
  let rest = value;
  // 32-bit integers are divided without conversion to doubles.
  if (value < 2 ** 31) {
    for (let place = at + digits - 1; place >= at; place -= 1) {
      const tenth = (rest / 10) | 0;
      buffer[place] = zero + (rest - tenth * 10);
      rest = tenth;
    }
    return at + digits;
  }
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const tenth = Math.floor(rest / 10);
    buffer[place] = zero + (rest - tenth * 10);
    rest = tenth;
  }
  return at + digits;
}
