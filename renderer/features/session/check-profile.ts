import type { z } from 'zod';
import { type Profile, type ProfileForm, profileFormSchema } from '../../../shared/settings/profile.ts';
import { texts } from './texts.ts';

/** The fields of the profile editor. */
export type ProfileFields = Omit<z.output<typeof profileFormSchema>, 'id'>;

/** The problem of each invalid field. */
export type ProfileProblems = { readonly [Field in keyof ProfileFields]?: string | undefined };

/** The fields of a profile, or those of a new one. */
export function profileFields(profile?: Profile): ProfileFields {
  return {
    name: profile?.name ?? '',
    baseUrl: profile?.baseUrl ?? '',
    imageBaseUrl: profile?.imageBaseUrl ?? '',
    brand: profile?.brand ?? 'svc',
    bracedQueryBody: profile?.bracedQueryBody ?? false,
    sendTokenToImages: profile?.sendTokenToImages ?? false,
    bracesOffered: profile?.bracesOffered,
  };
}

/** Validates each field; the main process validates the form again. */
export function checkProfile(
  fields: ProfileFields,
):
  | { readonly ok: true; readonly form: ProfileForm }
  | { readonly ok: false; readonly problems: ProfileProblems } {
  const normalized = {
    ...fields,
    baseUrl: normalizeAddress(fields.baseUrl),
    imageBaseUrl: normalizeAddress(fields.imageBaseUrl),
    brand: fields.brand.trim(),
  };
  const parsed = profileFormSchema.safeParse(normalized);
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message;
  for (const field of ['baseUrl', 'imageBaseUrl'] as const) {
    const problem = addressProblem(normalized[field]);
    if (problem) problems[field] = problem;
  }
  if (!parsed.success || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, form: parsed.data };
}

function normalizeAddress(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

function addressProblem(address: string): string | undefined {
  if (address === '') return texts.addressProblems.missing;
  const url = URL.parse(address);
  if (!url) return texts.addressProblems.invalid(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return texts.addressProblems.unencrypted(address);
  }
  if (url.username || url.password) return texts.addressProblems.credentials;
  if (url.search || url.hash) return texts.addressProblems.query;
  return undefined;
}
