import { composeText } from '../fold-text.ts';
import type { LayerAttribute, LayerValue } from './vector-layer.ts';

/** Columns of every layer's table, and SQLite's names of the key of a row, which no attribute may have. */
const reserved: ReadonlySet<string> = new Set(['fid', 'geom', 'rowid', 'oid', '_rowid_']);

/** Maximum number of attributes; SQLite's limit of columns is 2,000. */
export const maxLayerAttributes = 500;

/** Collects the attributes of features, and the types that their values need. */
export class AttributeColumns {
  readonly #types = new Map<string, { readonly index: number; type: LayerAttribute['type'] | undefined }>();

  /** The values of a feature, in the order in which their attributes first occurred; absent ones are missing. */
  add(attributes: Readonly<Record<string, unknown>>): LayerValue[] {
    const values: LayerValue[] = [];
    for (const [name, raw] of Object.entries(attributes)) {
      const value = toLayerValue(raw);
      const known = this.#types.get(name) ?? { index: this.#types.size, type: undefined };
      this.#types.set(name, known);
      if (value === null) continue;
      known.type = widen(known.type, value);
      values[known.index] = value;
    }
    return Array.from(values, (value) => value ?? null);
  }

  get count(): number {
    return this.#types.size;
  }

  /** The attributes with unique names of columns, which SQLite compares without letter case. */
  describe(): LayerAttribute[] {
    const used = new Set(reserved);
    return Array.from(this.#types, ([name, { type = 'text' }]) => {
      const plain = name.replaceAll(/\p{Cc}/gu, ' ').trim() || 'attribute';
      let column = plain;
      for (let number = 2; used.has(column.toLowerCase()); number += 1) column = `${plain}_${number}`;
      used.add(column.toLowerCase());
      return { name: composeText(name), column, type };
    });
  }
}

/** Lists and objects become their JSON, booleans 0 and 1. */
function toLayerValue(value: unknown): LayerValue {
  switch (typeof value) {
    case 'string':
      // A NUL would end the text for other programs.
      return value.replaceAll('\0', '');
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : JSON.stringify(value);
    default:
      return null;
  }
}

function widen(type: LayerAttribute['type'] | undefined, value: string | number): LayerAttribute['type'] {
  const own = typeof value === 'string' ? 'text' : Number.isSafeInteger(value) ? 'integer' : 'real';
  if (type === undefined || type === own) return own;
  return type === 'text' || own === 'text' ? 'text' : 'real';
}
