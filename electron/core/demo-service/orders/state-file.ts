import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
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

/** What the demo service keeps over restarts. */
export type DemoState = {
  /** Signs the tokens. */
  readonly secret: Buffer;
  /** Oldest first. */
  orders(): readonly StoredOrder[];
  /** Adds an order; with a file, it is on disk when this returns. */
  add(order: StoredOrder): void;
};

/**
 * Opens the state in `file`, or one in memory when there is no file name. A file that cannot be understood is set
 * aside under another name and a new state begins.
 */
export function openState(file: string | undefined, now: () => number): DemoState {
  const known = file === undefined ? undefined : readState(file, now());
  const secret = known?.secret ?? randomBytes(32).toString('base64');
  let orders: readonly StoredOrder[] = known?.orders ?? createSeededOrders(now());

  function save(): void {
    if (file !== undefined) writeBeside(file, JSON.stringify({ version: 1, secret, orders }));
  }

  if (known === undefined) save();
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
  const parsed = isJson(text) ? stateSchema.safeParse(JSON.parse(text)) : undefined;
  if (parsed?.success) return parsed.data;
  renameSync(file, `${file}.unreadable-${now}`);
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Writes a file beside its place, syncs it, and renames it: a crash leaves the old one or the new one whole. */
function writeBeside(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.new`;
  const descriptor = openSync(beside, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
}
