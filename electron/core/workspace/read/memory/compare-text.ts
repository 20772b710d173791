/** Negative, 0 or positive by code points, as SQLite compares text in UTF-8; JavaScript's own order differs beyond U+D7FF. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const first = one.charCodeAt(index);
    const second = other.charCodeAt(index);
    if (first !== second) return inCodePointOrder(first) - inCodePointOrder(second);
  }
  return one.length - other.length;
}

/** Moves surrogates, which represent code points above all others, behind U+FFFF's other units. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
