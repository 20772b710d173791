import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { replaceFileSync } from '../../base/replace-file.ts';
import { createSeededOrders } from './seeded-orders.ts';
import type { StoredOrder } from './stored-order.ts';

const stateSchema = z.object({
  version: z.literal(1),
  /** Signs the tokens; base64. */
  secret: z.base64().min(40),
  orders: z.array(
    z.object({
      id: z.string(),
      requestId: z.string(),
      owner: z.string(),
      customer: z.string(),
      requestText: z.string().refine(isJson, 'is not JSON'),
      plan: z.array(z.object({ state: z.string(), when: z.iso.datetime() })).min(1),
    }),
  ),
});

/** The persisted state of the demo service. */
export type DemoState = {
  /** Signs the tokens. */
  readonly secret: Buffer;
  /** Oldest first. */
  orders(): readonly StoredOrder[];
  /** Adds an order; with a file, it is on disk when this returns. */
  add(order: StoredOrder): void;
};

/**
 * Opens the state in `file`, or one in memory when there is no file name. A file that cannot be parsed is renamed and
 * replaced by a new state.
 */
export function openState(file: string | undefined, now: () => number): DemoState {
  const stored = file === undefined ? undefined : readState(file, now());
  const secret = stored?.secret ?? randomBytes(32).toString('base64');
  let orders: readonly StoredOrder[] = stored?.orders ?? createSeededOrders(now());

  function save(): void {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    replaceFileSync(file, JSON.stringify({ version: 1, secret, orders }));
  }

  if (stored === undefined) save();
  return {
    secret: Buffer.from(secret, 'base64'),
    orders: () => orders,
    add(order) {
      const before = orders;
      orders = [...orders, order];
      try {
        save();
      } catch (error) {
        orders = before;
        throw new Error('The order could not be written to the state file.', { cause: error });
      }
    },
  };
}

function readState(file: string, now: number): z.infer<typeof stateSchema> | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const parsed = stateSchema.safeParse(parseBoundedJson(text));
  if (parsed.success) return parsed.data;
  renameSync(file, `${file}.unreadable-${now}`);
  return undefined;
}

function isJson(text: string): boolean {
  return parseBoundedJson(text) !== undefined;
}
