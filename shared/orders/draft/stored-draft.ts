import { z } from 'zod';
import { orderDraftSchema } from './order-draft.ts';
import { orderTemplateSchema } from './order-template.ts';

const name = z.string().trim().max(200, 'A name has at most 200 characters.');

/** What the page sends to keep a draft or a template; the main process gives it its times. */
export const draftToKeepSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('draft'),
    id: z.uuid(),
    /** As the analyst calls the draft itself; empty: it goes by the name of the order. */
    name,
    draft: orderDraftSchema,
  }),
  z.object({ kind: z.literal('template'), id: z.uuid(), template: orderTemplateSchema }),
]);
export type DraftToKeep = z.infer<typeof draftToKeepSchema>;

const times = z.object({
  /** UTC ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An order draft, or a template, as the workspace keeps it until it is deleted or ordered. */
export const storedDraftSchema = z.intersection(draftToKeepSchema, times);
export type StoredDraft = z.infer<typeof storedDraftSchema>;

/** A kept draft, as against a template. */
export type KeptDraft = Extract<StoredDraft, { kind: 'draft' }>;
/** A kept template. */
export type KeptTemplate = Extract<StoredDraft, { kind: 'template' }>;

/** What to call a draft or template in a list. */
export function draftTitle(stored: DraftToKeep): string {
  if (stored.kind === 'template') return stored.template.templateName;
  return stored.name || stored.draft.descriptiveName.trim() || 'Order without a name';
}
