import { z } from 'zod';
import type { Result } from '../result.ts';
import type { Extra } from './draft-extras.ts';
import { blankRange, type OrderDraft, orderDraftSchema, parseDraftFile } from './order-draft.ts';

/** A draft to begin others with: all of it but the times. Versioned like the draft. */
export const orderTemplateSchema = orderDraftSchema
  .omit({ ranges: true })
  .extend({ templateName: z.string().trim().min(1, 'Give the template a name.') });
export type OrderTemplate = z.infer<typeof orderTemplateSchema>;

/**
 * A draft as a template: schedule and recurring bounds are left out, and with them any parts of them that were kept
 * of a stored request.
 */
export function toTemplate(draft: OrderDraft, templateName: string): OrderTemplate {
  const { ranges: _times, changeDetection, extras, ...lasting } = draft;
  return {
    ...lasting,
    templateName,
    changeDetection: changeDetection && {
      ...changeDetection,
      recurring: changeDetection.recurring && {
        ...changeDetection.recurring,
        bounds: { from: '', to: '' },
      },
    },
    extras: extras.filter((extra) => !isTime(extra)),
  };
}

/** A draft begun with a template, with one range to be filled in. */
export function draftFromTemplate({ templateName: _name, ...draft }: OrderTemplate): OrderDraft {
  return { ...draft, ranges: [blankRange] };
}

/** Reads a template that was exported as JSON; fails as `parseDraft` does. */
export function parseTemplate(text: string): Result<OrderTemplate> {
  return parseDraftFile(text, orderTemplateSchema, 'an order template');
}

/** Whether an extra may hold times: items of the schedule, bounds that could not be read, parameters kept whole. */
function isTime({ path }: Extra): boolean {
  const [root, member, ...inner] = path;
  if (root !== 'request') return false;
  if (member === 'schedule') return true;
  if (member !== 'changeDetAnalyticParams' && member !== 'changeDetParameters') return false;
  const [recurring, bounds, ...within] = inner;
  if (recurring === undefined) return true;
  if (recurring !== 'recurringOrderParams') return false;
  return bounds === undefined || (bounds === 'bounds' && within.length === 0);
}
