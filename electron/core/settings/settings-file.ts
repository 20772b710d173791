import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { removeLeftovers, replaceFile } from './replace-file.ts';
import { firstSettings, type Settings, settingsSchema } from './settings.ts';

/** The settings, and the file that keeps them. */
export type SettingsFile = {
  current(): Settings;
  /** Told once at opening: what was wrong with the file, and where it is now. */
  readonly problem: string | undefined;
  /**
   * Changes the settings once the file has them. Changes are carried out one after the other. Fails with `disk`, or
   * with `read-only` where the file belongs to a newer Sightline; the settings then stay as they were.
   */
  change(change: (settings: Settings) => Settings): Promise<Result<void>>;
};

/**
 * Opens the settings file. A missing file gives the settings of a first start; one that cannot be understood is set
 * aside under another name, never erased, and `problem` says so.
 */
export async function openSettingsFile(file: string): Promise<SettingsFile> {
  await removeLeftovers(file);
  const opened = await readSettings(file);
  let current = opened.settings;
  let last: Promise<unknown> = Promise.resolve();

  const apply = async (change: (settings: Settings) => Settings): Promise<Result<void>> => {
    if (opened.isNewer) return fail('read-only', opened.problem ?? '');
    const changed = change(current);
    try {
      await replaceFile(file, `${JSON.stringify(changed, undefined, 2)}\n`, 'power cut');
    } catch (error) {
      return fail('disk', `The settings could not be written to ${file}: ${messageOf(error)}`);
    }
    current = changed;
    return succeed(undefined);
  };

  return {
    current: () => current,
    problem: opened.problem,
    change(change) {
      const done = last.then(() => apply(change));
      last = done;
      return done;
    },
  };
}

type Opened = { readonly settings: Settings; readonly problem?: string; readonly isNewer?: true };

async function readSettings(file: string): Promise<Opened> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { settings: firstSettings };
    }
    throw new Error(`The settings in ${file} cannot be read.`, { cause: error });
  }
  const value = parseJson(text);
  const settings = settingsSchema.safeParse(value);
  if (settings.success) return { settings: settings.data };
  if (isNewer(value)) {
    return {
      settings: firstSettings,
      problem: `The settings in ${file} were written by a newer Sightline. They are left as they are, and changes of settings are not kept.`,
      isNewer: true,
    };
  }
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(file, aside);
  return {
    settings: firstSettings,
    problem: `The settings could not be understood and were begun anew. The damaged file is kept as ${aside}.`,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNewer(value: unknown): boolean {
  const versioned = z.object({ version: z.int() }).safeParse(value);
  return versioned.success && versioned.data.version > firstSettings.version;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
