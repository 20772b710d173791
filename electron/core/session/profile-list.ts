import { randomUUID } from 'node:crypto';
import { foldText } from '../../../shared/fold-text.ts';
import { type FieldProblem, fail, type Result, succeed } from '../../../shared/result.ts';
import { type Profile, type ProfileForm, profileFormSchema } from '../../../shared/settings/profile.ts';
import { isProtected } from '../service/http.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The built-in profile, which `demo` returns, followed by the profiles of the settings. */
export function createProfileList(demo: () => Profile, settings: SettingsFile) {
  const all = () => [demo(), ...settings.current().profiles];
  const find = (id: string) => all().find((profile) => profile.id === id);
  return {
    all,
    find,
    /** Adds or changes a profile. Fails with `invalid-input` (per field), `not-found`, `disk` or `read-only`. */
    async save(form: ProfileForm): Promise<Result<Profile>> {
      if (form.id === demo().id) return builtIn(demo());
      if (form.id !== undefined && !find(form.id)) return noSuchProfile(form.id);
      const judged = validateProfile(form, all());
      if (!judged.ok) return judged;
      const profile = judged.value;
      const saved = await settings.change((current) => ({
        ...current,
        profiles: current.profiles.some(({ id }) => id === profile.id)
          ? current.profiles.map((other) => (other.id === profile.id ? profile : other))
          : [...current.profiles, profile],
      }));
      return saved.ok ? succeed(profile) : saved;
    },
    async remove(id: string): Promise<Result<void>> {
      if (id === demo().id) return builtIn(demo());
      if (!find(id)) return noSuchProfile(id);
      return settings.change((current) => ({
        ...current,
        profiles: current.profiles.filter((profile) => profile.id !== id),
      }));
    },
  };
}

/** The failure for an unknown profile id. */
export function noSuchProfile(id: string) {
  return fail('not-found', `There is no profile ${id}. It may have been removed.`);
}

function builtIn(demo: Profile) {
  return fail('conflict', `“${demo.name}” is built in and cannot be changed. Add another profile instead.`);
}

type CustomProfile = Omit<Profile, 'demoCredentials'> & { kind: 'custom' };

function validateProfile(form: ProfileForm, others: readonly Profile[]): Result<CustomProfile> {
  const parsed = profileFormSchema.safeParse(form);
  if (!parsed.success) {
    return fail('invalid-input', 'The profile has fields that cannot be accepted.', {
      problems: parsed.error.issues.map(({ path, message }) => {
        const field = path.join('.');
        return { field, value: printField(form, field), message };
      }),
    });
  }
  const { id = randomUUID(), ...fields } = parsed.data;
  const profile: CustomProfile = {
    ...fields,
    id,
    kind: 'custom',
    baseUrl: withoutTrailingSlash(fields.baseUrl),
    imageBaseUrl: withoutTrailingSlash(fields.imageBaseUrl),
  };
  const problems = [
    ...nameProblems(profile, others),
    ...addressProblems('baseUrl', profile.baseUrl),
    ...addressProblems('imageBaseUrl', profile.imageBaseUrl),
  ];
  if (problems.length === 0) return succeed(profile);
  return fail('invalid-input', 'The profile has fields that cannot be accepted.', { problems });
}

function nameProblems({ id, name }: CustomProfile, others: readonly Profile[]): FieldProblem[] {
  const taken = others.some((other) => other.id !== id && foldText(other.name) === foldText(name));
  const message = 'Another profile has this name. Choose a different one.';
  return taken ? [{ field: 'name', value: name, message }] : [];
}

function addressProblems(field: 'baseUrl' | 'imageBaseUrl', value: string): FieldProblem[] {
  const message = addressProblem(value);
  return message === undefined ? [] : [{ field, value, message }];
}

function addressProblem(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'This is not a web address. Type one such as https://service.example.com.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address must not hold a user name or password. Type them when you sign in.';
  }
  if (url.search !== '' || url.hash !== '') {
    return 'The address must end with its path. Leave out what follows ? or #.';
  }
  if (!isProtected(url)) {
    return 'Without encryption your password could be intercepted. Use https://; plain http:// is for this computer only.';
  }
  return undefined;
}

function withoutTrailingSlash(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

function printField(form: ProfileForm, field: string): string {
  const value: unknown = new Map(Object.entries(form)).get(field);
  return value === undefined ? '' : String(value);
}
