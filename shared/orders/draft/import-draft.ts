import type { Result } from '../result.ts';
import { succeed } from '../result.ts';
import { isJsonObject, parseJson } from './json-value.ts';
import { type OrderDraft, parseDraft } from './order-draft.ts';
import { type OrderTemplate, parseTemplate } from './order-template.ts';
import { requestToDraft } from './request-to-draft.ts';

/** What came of a text that was brought in. */
export type ImportedDraft =
  /** `notes`: what is not as the service's document says, a sentence each. */
  | { readonly kind: 'draft'; readonly draft: OrderDraft; readonly notes: readonly string[] }
  | { readonly kind: 'template'; readonly template: OrderTemplate };

/**
 * Reads a draft or a template that was exported, or the JSON of an order request, as somebody else may have written
 * it. Fails with `invalid-input` and what is wrong, or with `too-large`.
 */
export function importDraft(text: string): Result<ImportedDraft> {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  const members = json.ok && isJsonObject(json.value) ? json.value : {};
  if (Object.hasOwn(members, 'templateName')) {
    const template = parseTemplate(text);
    return template.ok ? succeed({ kind: 'template', template: template.value }) : template;
  }
  if (Object.hasOwn(members, 'request')) {
    const read = requestToDraft(text.replace(/^\uFEFF/, ''));
    return read.ok ? succeed({ kind: 'draft', ...read.value }) : read;
  }
  const draft = parseDraft(text);
  return draft.ok ? succeed({ kind: 'draft', draft: draft.value, notes: [] }) : draft;
}
