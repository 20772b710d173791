import { z } from 'zod';
import { storedRevertSchema } from '../../stored-revert.ts';
import { orderDraftSchema } from './order-draft.ts';
import { orderTemplateSchema } from './order-template.ts';

const name = z.string().trim().max(200, 'A name has at most 200 characters.');

/** Content that the page sends to save a draft or a template; the main process adds the times. */
export const draftToSaveSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('draft'),
    id: z.uuid(),
    /** Name of the draft; empty: the name of the order is used. */
    name,
    draft: orderDraftSchema,
  }),
  z.object({ kind: z.literal('template'), id: z.uuid(), template: orderTemplateSchema }),
]);
export type DraftToSave = z.infer<typeof draftToSaveSchema>;

/** A save of a draft. With `expected`, what is stored must be that, or the draft itself. */
export const draftSaveSchema = z.intersection(
  draftToSaveSchema,
  z.object({ expected: draftToSaveSchema.optional() }),
);
export type DraftSave = z.infer<typeof draftSaveSchema>;

/** A draft or template that is set back to a former state, or deleted. */
export const draftRevertSchema = storedRevertSchema(draftToSaveSchema);
export type DraftRevert = z.infer<typeof draftRevertSchema>;

const times = z.object({
  /** UTC ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An order draft or a template, as stored in the workspace until it is deleted or ordered. */
export const storedDraftSchema = z.intersection(draftToSaveSchema, times);
export type StoredDraft = z.infer<typeof storedDraftSchema>;

/** The drafts and templates of a workspace. */
export type DraftList = {
  /** The last changed first. */
  readonly drafts: readonly StoredDraft[];
  /** Number of those that this Sightline cannot read: of a newer version, or damaged. They stay in the workspace. */
  readonly unreadable: number;
};

/** A saved draft. */
export type SavedDraft = Extract<StoredDraft, { kind: 'draft' }>;
/** A saved template. */
export type SavedTemplate = Extract<StoredDraft, { kind: 'template' }>;

/** Returns the title of a draft or template for a list. */
export function draftTitle(stored: DraftToSave): string {
  if (stored.kind === 'template') return stored.template.templateName;
  return stored.name || stored.draft.descriptiveName.trim() || 'Order without a name';
}
