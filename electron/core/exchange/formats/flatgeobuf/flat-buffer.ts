/** A field of a FlatBuffers table; undefined ones are left out, which means their default. */
export type Field =
  | { readonly kind: 'u8' | 'u16' | 'i32' | 'u64'; readonly value: number }
  /** Written after the table, in the order of the fields; returns its start offset. */
  | { readonly kind: 'child'; write(): number };

const sizes = { u64: 8, child: 4, i32: 4, u16: 2, u8: 1 } as const;

export function createFlatBuffer() {
  let buffer = Buffer.alloc(4096);
  let at = 0;

  const makeRoom = (length: number) => {
    if (at + length <= buffer.length) return;
    const larger = Buffer.alloc(Math.max(2 * buffer.length, at + length));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  };
  /** Pads with zeros up to an offset that is `rest` past a multiple of `unit`. */
  const align = (unit: number, rest = 0) => {
    makeRoom(unit);
    while (at % unit !== rest) {
      buffer[at] = 0;
      at += 1;
    }
  };
  const uint32 = (value: number) => {
    makeRoom(4);
    at = buffer.writeUInt32LE(value, at);
  };
  const writeField = (field: Field, position: number) => {
    switch (field.kind) {
      case 'u8':
        return buffer.writeUInt8(field.value, position);
      case 'u16':
        return buffer.writeUInt16LE(field.value, position);
      case 'i32':
        return buffer.writeInt32LE(field.value, position);
      case 'u64':
        return buffer.writeBigUInt64LE(BigInt(field.value), position);
      case 'child':
        return position;
    }
  };
  const vector = (count: number, write: () => void): number => {
    const start = at;
    uint32(count);
    write();
    return start;
  };

  return {
    /** Writes a new buffer, overwriting the previous one. Returns it with its size prefix. */
    root(write: () => number): Uint8Array {
      at = 0;
      uint32(0);
      uint32(0);
      const table = write();
      buffer.writeUInt32LE(table - 4, 4);
      align(8);
      buffer.writeUInt32LE(at - 4, 0);
      return buffer.subarray(0, at);
    },
    /** A table whose field `n` is `fields[n]`. */
    table(fields: readonly (Field | undefined)[]): number {
      const { offsets, size, hasWide } = computeLayout(fields);
      const vtableSize = 4 + 2 * fields.length;
      // The table follows its vtable; a field of eight bytes comes first, four bytes into the table.
      const [unit, rest] = hasWide ? [8, 4] : [4, 0];
      align(unit, (rest + unit - (vtableSize % unit)) % unit);
      makeRoom(vtableSize + size);
      const vtable = at;
      const table = vtable + vtableSize;
      buffer.fill(0, vtable, table + size);
      buffer.writeUInt16LE(vtableSize, vtable);
      buffer.writeUInt16LE(size, vtable + 2);
      buffer.writeInt32LE(table - vtable, table);
      at = table + size;
      fields.forEach((field, index) => {
        const offset = offsets[index] ?? 0;
        buffer.writeUInt16LE(offset, vtable + 4 + 2 * index);
        if (field) writeField(field, table + offset);
      });
      fields.forEach((field, index) => {
        if (field?.kind !== 'child') return;
        const position = table + (offsets[index] ?? 0);
        const child = field.write();
        buffer.writeUInt32LE(child - position, position);
      });
      return table;
    },
    text(text: string): number {
      align(4);
      const length = Buffer.byteLength(text);
      return vector(length, () => {
        makeRoom(length + 1);
        buffer.write(text, at);
        at += length;
        buffer[at] = 0;
        at += 1;
      });
    },
    bytes(bytes: Uint8Array): number {
      align(4);
      return vector(bytes.length, () => {
        makeRoom(bytes.length);
        buffer.set(bytes, at);
        at += bytes.length;
      });
    },
    doubles(values: ArrayLike<number>): number {
      align(8, 4);
      return vector(values.length, () => {
        makeRoom(8 * values.length);
        for (let index = 0; index < values.length; index += 1) {
          at = buffer.writeDoubleLE(values[index] ?? Number.NaN, at);
        }
      });
    },
    counts(values: ArrayLike<number>): number {
      align(4);
      return vector(values.length, () => {
        for (let index = 0; index < values.length; index += 1) uint32(values[index] ?? 0);
      });
    },
    /** A vector of offsets to objects that are written after it. */
    list(writers: readonly (() => number)[]): number {
      align(4);
      const start = at;
      uint32(writers.length);
      const offsetsStart = at;
      for (const _writer of writers) uint32(0);
      writers.forEach((write, index) => {
        const position = offsetsStart + 4 * index;
        const child = write();
        buffer.writeUInt32LE(child - position, position);
      });
      return start;
    },
  };
}

/**
 * Writes size-prefixed FlatBuffers from front to back, tables before what they refer to. The npm package writes from
 * back to front, which copies each feature once more (docs/decisions, decision 20). Alignment counts from the size
 * prefix, as the reference implementation has it (flatbuffers.dev/internals).
 */
export type FlatBuffer = ReturnType<typeof createFlatBuffer>;

/** The offset of each field in its table: the widest first, so that each is aligned. */
function computeLayout(fields: readonly (Field | undefined)[]) {
  const offsets: number[] = fields.map(() => 0);
  let size = 4;
  for (const width of [8, 4, 2, 1]) {
    fields.forEach((field, index) => {
      if (!field || sizes[field.kind] !== width) return;
      offsets[index] = size;
      size += width;
    });
  }
  return { offsets, size, hasWide: fields.some((field) => field?.kind === 'u64') };
}
