/** A field of a FlatBuffers table; undefined ones are left out, which means their default. */
export type Field =
  | { readonly kind: 'u8' | 'u16' | 'i32' | 'u64'; readonly value: number }
  /** Written after the table, in the order of the fields; returns its start offset. */
  | { readonly kind: 'child'; readonly write: () => number };

const sizes = { u64: 8, child: 4, i32: 4, u16: 2, u8: 1 } as const;

/**
 * Writes size-prefixed FlatBuffers from front to back, tables before what they refer to. The npm package writes from
 * back to front, which copies each feature once more (docs/decisions, decision 20). Alignment counts from the size
 * prefix, as the reference implementation has it (flatbuffers.dev/internals).
 */
export class FlatBuffer {
  #buffer = Buffer.alloc(4096);
  #at = 0;

  /** Writes a new buffer, overwriting the previous one. Returns it with its size prefix. */
  root(write: () => number): Uint8Array {
    this.#at = 0;
    this.#uint32(0);
    this.#uint32(0);
    const table = write();
    this.#buffer.writeUInt32LE(table - 4, 4);
    this.#align(8);
    this.#buffer.writeUInt32LE(this.#at - 4, 0);
    return this.#buffer.subarray(0, this.#at);
  }

  /** A table whose field `n` is `fields[n]`. */
  table(fields: readonly (Field | undefined)[]): number {
    const { offsets, size, hasWide } = computeLayout(fields);
    const vtableSize = 4 + 2 * fields.length;
    // The table follows its vtable; a field of eight bytes comes first, four bytes into the table.
    const [unit, rest] = hasWide ? [8, 4] : [4, 0];
    this.#align(unit, (rest + unit - (vtableSize % unit)) % unit);
    this.#makeRoom(vtableSize + size);
    const vtable = this.#at;
    const table = vtable + vtableSize;
    this.#buffer.fill(0, vtable, table + size);
    this.#buffer.writeUInt16LE(vtableSize, vtable);
    this.#buffer.writeUInt16LE(size, vtable + 2);
    this.#buffer.writeInt32LE(table - vtable, table);
    this.#at = table + size;
    fields.forEach((field, index) => {
      const offset = offsets[index] ?? 0;
      this.#buffer.writeUInt16LE(offset, vtable + 4 + 2 * index);
      if (field) this.#writeField(field, table + offset);
    });
    fields.forEach((field, index) => {
      if (field?.kind === 'child') this.#refer(table + (offsets[index] ?? 0), field.write);
    });
    return table;
  }

  text(text: string): number {
    this.#align(4);
    const length = Buffer.byteLength(text);
    const start = this.#begin(length, length + 1);
    this.#buffer.write(text, this.#at);
    this.#at += length;
    this.#buffer[this.#at] = 0;
    this.#at += 1;
    return start;
  }

  bytes(bytes: Uint8Array): number {
    this.#align(4);
    const start = this.#begin(bytes.length, bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return start;
  }

  doubles(values: ArrayLike<number>): number {
    this.#align(8, 4);
    const start = this.#begin(values.length, 8 * values.length);
    for (let index = 0; index < values.length; index += 1) {
      this.#at = this.#buffer.writeDoubleLE(values[index] ?? Number.NaN, this.#at);
    }
    return start;
  }

  counts(values: ArrayLike<number>): number {
    this.#align(4);
    const start = this.#begin(values.length, 4 * values.length);
    for (let index = 0; index < values.length; index += 1) this.#uint32(values[index] ?? 0);
    return start;
  }

  /** A vector of offsets to objects that are written after it. */
  list(writers: readonly (() => number)[]): number {
    this.#align(4);
    const start = this.#begin(writers.length, 4 * writers.length);
    const offsetsStart = this.#at;
    for (const _writer of writers) this.#uint32(0);
    writers.forEach((write, index) => {
      this.#refer(offsetsStart + 4 * index, write);
    });
    return start;
  }

  /** Begins a vector of `count` elements that take `length` bytes. */
  #begin(count: number, length: number): number {
    const start = this.#at;
    this.#uint32(count);
    this.#makeRoom(length);
    return start;
  }

  /** Writes a child, and the offset to it at `position`. */
  #refer(position: number, write: () => number): void {
    const child = write();
    this.#buffer.writeUInt32LE(child - position, position);
  }

  #makeRoom(length: number): void {
    if (this.#at + length <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(2 * this.#buffer.length, this.#at + length));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }

  /** Pads with zeros up to an offset that is `rest` past a multiple of `unit`. */
  #align(unit: number, rest = 0): void {
    this.#makeRoom(unit);
    while (this.#at % unit !== rest) {
      this.#buffer[this.#at] = 0;
      this.#at += 1;
    }
  }

  #uint32(value: number): void {
    this.#makeRoom(4);
    this.#at = this.#buffer.writeUInt32LE(value, this.#at);
  }

  #writeField(field: Field, position: number): void {
    switch (field.kind) {
      case 'u8':
        this.#buffer.writeUInt8(field.value, position);
        return;
      case 'u16':
        this.#buffer.writeUInt16LE(field.value, position);
        return;
      case 'i32':
        this.#buffer.writeInt32LE(field.value, position);
        return;
      case 'u64':
        this.#buffer.writeBigUInt64LE(BigInt(field.value), position);
        return;
      case 'child':
        return;
    }
  }
}

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
