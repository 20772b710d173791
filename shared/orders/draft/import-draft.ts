import { isJsonObject, parseJson } from '../../json-value.ts';
import type { Result } from '../../result.ts';
import { succeed } from '../../result.ts';
import { type OrderDraft, parseDraft } from './order-draft.ts';
import { type OrderTemplate, parseTemplate } from './order-template.ts';
import { requestToDraft } from './request-to-draft.ts';

/** A draft or template read from an imported text. */
export type ImportedDraft =
  /** `notes`: deviations from service.md, a sentence each. */
  | { readonly kind: 'draft'; readonly draft: OrderDraft; readonly notes: readonly string[] }
  | { readonly kind: 'template'; readonly template: OrderTemplate };

/**
 * Reads an exported draft or template, or the JSON of an order request from any source. Fails with `invalid-input` and
 * the problem, or with `too-large`.
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
