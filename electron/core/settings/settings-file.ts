import { copyFile, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { inputFailure } from '../../../shared/input-failure.ts';
import { fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { Events } from '../base/events.ts';
import { undefinedIfMissing } from '../base/missing-file.ts';
import { removeLeftovers, replaceFile } from '../base/replace-file.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { type AppSettings, firstSettings, settingsSchema } from './settings.ts';

/** The settings and their file. */
export type SettingsFile = {
  current(): AppSettings;
  /** The problem at opening: what was wrong with the file, and its new name. */
  readonly problem: string | undefined;
  /**
   * Changes the settings after writing them to the file. Changes are serialized. Fails with `disk`, or with `read-only`
   * when the file was written by a newer Sightline. The settings are then unchanged.
   */
  change(change: (settings: AppSettings) => AppSettings): Promise<Result<void>>;
};

/**
 * Opens the settings file. A missing file gives the default settings. One that cannot be parsed is renamed, never
 * deleted, and reported in `problem`.
 */
export async function openSettingsFile(file: string): Promise<SettingsFile> {
  await removeLeftovers(file);
  const opened = await readSettings(file);
  let current = opened.settings;
  let { aside } = opened;
  const queue = createSerialQueue();

  const apply = async (change: (settings: AppSettings) => AppSettings): Promise<Result<void>> => {
    if (opened.isNewer) return fail('read-only', opened.problem ?? '');
    const changed = change(current);
    try {
      if (aside !== undefined) await copyFile(file, aside);
      aside = undefined;
      await replaceFile(file, `${JSON.stringify(changed, undefined, 2)}\n`, 'power cut');
    } catch (error) {
      return failBecause('disk', `The settings could not be written to ${file}.`, error);
    }
    current = changed;
    return succeed(undefined);
  };

  return {
    current: () => current,
    problem: opened.problem,
    change: (change) => queue.run(() => apply(change)),
  };
}

type Opened = {
  readonly settings: AppSettings;
  readonly problem?: string;
  readonly isNewer?: true;
  /** Path of a copy of the file before its first change, because some of its values are left out. */
  readonly aside?: string;
};

async function readSettings(file: string): Promise<Opened> {
  const text = await undefinedIfMissing(readFile(file, 'utf8')).catch((cause: unknown) => {
    throw new Error(`The settings in ${file} cannot be read.`, { cause });
  });
  if (text === undefined) return { settings: firstSettings };
  const value = parseBoundedJson(text);
  const settings = settingsSchema.safeParse(value);
  if (settings.success) return { settings: settings.data };
  if (isNewer(value)) {
    return {
      settings: firstSettings,
      problem: `The settings in ${file} were written by a newer Sightline. They are not changed, and changes of settings are not saved.`,
      isNewer: true,
    };
  }
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  const usable = withoutInvalidValues(value, settings.error);
  if (usable) {
    const { problems = [] } = inputFailure(settings.error, value);
    const words = problems
      .map(({ field, message }) => (message.startsWith('“') ? message : `“${field}”: ${message}`))
      .join(' ');
    return {
      settings: usable,
      problem: `Some of the settings in ${file} cannot be used and are left out. ${words} Before the first change the file is saved as ${aside}.`,
      aside,
    };
  }
  await rename(file, aside);
  return {
    settings: firstSettings,
    problem: `The settings could not be understood and were begun anew. The damaged file was saved as ${aside}.`,
  };
}

/** The settings whose members do not depend on each other. */
const independentMembers: ReadonlySet<unknown> = new Set([
  'profiles',
  'mapSources',
  'lastUsernames',
  'workspaceFiles',
  'reviewers',
]);

/**
 * Settings with defaults in place of the values that the schema refuses; of lists and names only the refused members are
 * left out. Undefined when they are no settings.
 */
function withoutInvalidValues(value: unknown, { issues }: z.ZodError): AppSettings | undefined {
  if (!isVersioned(value, firstSettings.version)) return undefined;
  const usable: Record<string, unknown> = { ...value };
  const refused = Map.groupBy(issues, ({ path: [field] }) => String(field));
  for (const [field, ofField] of refused) {
    const members = new Set(ofField.map(({ path: [, member] }) => member));
    const former = usable[field];
    const isWhole = members.has(undefined) || !independentMembers.has(field);
    if (!isWhole && Array.isArray(former))
      usable[field] = former.filter((_each, index) => !members.has(index));
    else if (!isWhole && former instanceof Object) {
      usable[field] = Object.fromEntries(Object.entries(former).filter(([name]) => !members.has(name)));
    } else usable[field] = { ...firstSettings }[field as keyof AppSettings];
  }
  return settingsSchema.safeParse(usable).data;
}

function isVersioned(value: unknown, version: number): value is Record<string, unknown> {
  return z.looseObject({ version: z.literal(version) }).safeParse(value).success;
}

function isNewer(value: unknown): boolean {
  const versioned = z.object({ version: z.int() }).safeParse(value);
  return versioned.success && versioned.data.version > firstSettings.version;
}

/** Whether Sightline stays in the notification area when its window is closed; a change is published as one of the watch. */
export function createTraySetting(
  settings: Pick<SettingsFile, 'current' | 'change'>,
  events: Pick<Events, 'publish'>,
) {
  return {
    isOn: (): boolean => settings.current().staysInTray === true,
    /** Fails with `disk`. */
    async set(isOn: boolean): Promise<Result<void>> {
      const saved = await settings.change((before) => ({ ...before, staysInTray: isOn }));
      if (saved.ok) events.publish({ type: 'changed', topic: 'watch' });
      return saved;
    },
  };
}
