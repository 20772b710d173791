import { z } from 'zod';

/**
 * What the order form holds. Deliberately loose: an unfinished form is a valid value, and
 * `buildOrderRequest` judges it field by field.
 */
export const orderFormSchema = z.object({
  descriptiveName: z.string(),
  purchaseReason: z.string(),
  customerNotes: z.string(),
  contactEmail: z.string(),
  analytics: z.array(z.string()),
  /** Time ranges as typed, UTC, `YYYY-MM-DD HH:mm` or ISO 8601. */
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Areas of the workspace, by id. */
  areaIds: z.array(z.string()),
});
export type OrderForm = z.infer<typeof orderFormSchema>;
