import { quoteOutsideText, toSingleLine } from '../../../shared/printable-text.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { HttpResponse } from './http.ts';

const longestBody = 64 * 1024;

/**
 * The service's message for an error, or undefined. The shape of error bodies is not documented: short text is used
 * unchanged, and of a JSON object the first common message member. Web pages are ignored, and so is any text that
 * contains a secret.
 */
export function errorReason(response: HttpResponse, secrets: readonly string[]): string | undefined {
  if (response.body.length === 0 || response.body.length > longestBody) return undefined;
  const text = new TextDecoder().decode(response.body);
  if (/^\uFEFF?\s*</.test(text)) return undefined;
  const reason = toSingleLine(reasonInJson(text) ?? text);
  if (reason === '' || repeatsSecret(text, secrets) || repeatsSecret(reason, secrets)) return undefined;
  return quoteOutsideText(reason);
}

function repeatsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => secret !== '' && text.includes(secret));
}

const reasonMembers = ['message', 'error_description', 'detail', 'reason', 'error', 'title'];

function reasonInJson(text: string): string | undefined {
  return reasonIn(parseBoundedJson(text), 0);
}

function reasonIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) return reasonIn(value[0], depth + 1);
  const members = new Map(Object.entries(value));
  for (const name of [...reasonMembers, 'errors']) {
    const reason = reasonIn(members.get(name), depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
