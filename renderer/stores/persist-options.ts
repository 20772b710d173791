import type { z } from 'zod';
import type { PersistOptions } from 'zustand/middleware';
import { shallow } from 'zustand/vanilla/shallow';

/** The version of the stored values. Values without a version were stored before this file existed. */
const version = 1;

type SavedPart<State, Part> = {
  /** The key in the storage. */
  readonly name: string;
  readonly storage: Storage | undefined;
  /** A stored value that does not match is ignored. */
  readonly schema: z.ZodType<Part>;
  readonly partialize: (state: State) => Part;
  /**
   * Converts a value without a version; by default it is the part itself. Values that are not JSON are passed as
   * text.
   */
  readonly fromUnversioned?: (stored: unknown) => unknown;
  /** Further state to set when a part is restored. */
  readonly restore?: (part: Part, state: State) => Partial<State>;
};

/**
 * Options of zustand's `persist` for a part of a store, as every store uses them. A storage that is missing, full or
 * blocked is harmless: the state is then lost when the page is closed.
 */
export function persistOptions<State extends object, Part extends Partial<State>>({
  name,
  storage,
  schema,
  partialize,
  fromUnversioned = (stored) => stored,
  restore = () => ({}),
}: SavedPart<State, Part>): PersistOptions<State, Part> {
  // Only changed values are written, so that a later version can change a default that the user never changed.
  let lastText: string | undefined;
  // Compared first: a store changes with every move of the pointer, and its part can be long.
  let lastPart: Part | undefined;
  return {
    name,
    version,
    partialize,
    merge(saved, current) {
      // The type is checked by `getItem` below.
      const part = saved as Part | undefined;
      const state = part ? { ...current, ...part, ...restore(part, current) } : current;
      lastPart = partialize(state);
      lastText = JSON.stringify(lastPart);
      return state;
    },
    storage: {
      getItem(key) {
        const stored = readItem(storage, key);
        const part = schema.safeParse(isVersioned(stored) ? stored.state : fromUnversioned(stored));
        return part.success ? { state: part.data, version } : null;
      },
      setItem(key, value) {
        if (shallow(value.state, lastPart)) return;
        lastPart = value.state;
        const text = JSON.stringify(lastPart);
        if (text === lastText) return;
        lastText = text;
        try {
          storage?.setItem(key, JSON.stringify(value));
        } catch {
          // The storage is full or blocked.
        }
      },
      removeItem: (key) => storage?.removeItem(key),
    },
  };
}

/** The stored JSON value, the text itself if it is not JSON, or null. */
function readItem(storage: Storage | undefined, key: string): unknown {
  let text: string | null = null;
  try {
    text = storage?.getItem(key) ?? null;
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

function isVersioned(stored: unknown): stored is { readonly state: unknown; readonly version: number } {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'state' in stored &&
    'version' in stored &&
    typeof stored.version === 'number'
  );
}
