import { z } from 'zod';
import type { Result } from '../../result.ts';
import type { Extra } from './draft-extras.ts';
import { blankRange, type OrderDraft, orderDraftSchema, parseDraftFile } from './order-draft.ts';

/** A template for drafts: a draft without times. Versioned like the draft. */
export const orderTemplateSchema = orderDraftSchema
  .omit({ ranges: true })
  .extend({ templateName: z.string().trim().min(1, 'Give the template a name.') });
export type OrderTemplate = z.infer<typeof orderTemplateSchema>;

/** Converts a draft to a template without the schedule, the recurring bounds and their preserved parts. */
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

/** Creates a draft from a template, with one blank range. */
export function draftFromTemplate({ templateName: _name, ...draft }: OrderTemplate): OrderDraft {
  return { ...draft, ranges: [blankRange] };
}

/** Parses a template that was exported as JSON; fails as `parseDraft` does. */
export function parseTemplate(text: string): Result<OrderTemplate> {
  return parseDraftFile(text, orderTemplateSchema, 'an order template');
}

/** Whether an extra may contain times: items of the schedule, unreadable bounds, parameters preserved whole. */
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
