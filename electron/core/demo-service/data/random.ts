/** 32-bit hash of a text: FNV-1a with the finaliser of MurmurHash3 (public domain). */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The random stream that belongs to `key`. The generator is sfc32 (Doty-Humphrey, PractRand; public domain). */
export function createRandom(...key: readonly (string | number)[]) {
  const text = key.join('/');
  let a = hash32(`${text}:a`);
  let b = hash32(`${text}:b`);
  let c = hash32(`${text}:c`);
  let counter = 1;

  function next32(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }

  const unit = () => next32() / 2 ** 32;
  const between = (from: number, to: number) => from + unit() * (to - from);
  const integer = (from: number, to: number) => from + Math.floor(unit() * (to - from + 1));

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(unit() * items.length)];
    if (item === undefined) throw new Error('Cannot pick from an empty list.');
    return item;
  }

  function weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let remaining = unit() * items.reduce((total, item) => total + weightOf(item), 0);
    for (const item of items) {
      remaining -= weightOf(item);
      if (remaining < 0) return item;
    }
    return pick(items);
  }

  function uuid(): string {
    const hex = [next32(), next32(), next32(), next32()].map((word) => word.toString(16).padStart(8, '0'));
    const digits = hex.join('');
    const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
  }

  for (let round = 0; round < 12; round += 1) next32();
  return {
    /** 0 ≤ x < 1. */
    unit,
    /** `from` ≤ x < `to`. */
    between,
    /** A whole number, both ends included. */
    integer,
    /** Normally distributed (Box and Muller 1958). */
    normal: (mean: number, deviation: number) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
    /** True with the given probability, 0…1. */
    chance: (probability: number) => unit() < probability,
    /** Any item of a list that is not empty. */
    pick,
    /** An item, as often as its weight is large; the list must not be empty. */
    weighted,
    /** A version 4 UUID (RFC 9562). */
    uuid,
  };
}

/** A deterministic stream of random numbers: the same key gives the same numbers on every machine. */
export type Random = ReturnType<typeof createRandom>;
