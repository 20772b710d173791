import { z } from 'zod';
import { orderSchema } from '../../../shared/orders/order.ts';
import { orderNewsItemSchema } from '../../../shared/orders/order-news.ts';
import type { Workspace } from '../workspace/workspace.ts';

const settingKey = 'orders.told';

/** What the analyst has been told of the orders: their histories as last compared, and the news not looked at yet. */
const toldOrdersSchema = z.object({
  version: z.literal(1),
  orders: z.array(orderSchema.pick({ id: true, descriptiveName: true, statusHistory: true })),
  news: z.array(orderNewsItemSchema),
});
export type ToldOrders = Readonly<Omit<z.infer<typeof toldOrdersSchema>, 'version'>>;

/** What the workspace keeps of it; undefined when it keeps none, or what another version wrote. */
export async function readToldOrders(workspace: Workspace): Promise<ToldOrders | undefined> {
  const text = await workspace.getSetting(settingKey);
  if (text === undefined) return undefined;
  const parsed = storedTextSchema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** Keeps it in the workspace. Rejects when that cannot be written. */
export async function writeToldOrders(workspace: Workspace, told: ToldOrders): Promise<void> {
  await workspace.putSetting(settingKey, JSON.stringify({ version: 1, ...told }));
}

const storedTextSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      context.addIssue({ code: 'custom', message: String(cause) });
      return z.NEVER;
    }
  })
  .pipe(toldOrdersSchema);
