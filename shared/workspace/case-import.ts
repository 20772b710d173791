import { z } from 'zod';
import { conflictChoiceSchema } from '../review/review-merge.ts';

/** Requests the import of a previewed case. */
export const caseImportSchema = z.object({
  fileId: z.uuid(),
  /** Into the open workspace, or into a new one of this name, which is opened. */
  into: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open') }),
    z.object({ kind: z.literal('new'), name: z.string().trim().min(1).max(80) }),
  ]),
  conflicts: conflictChoiceSchema,
});
export type CaseImport = z.infer<typeof caseImportSchema>;
