import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import { inProject } from '../../scripts/lib/paths.mjs';
import { projectNode } from '../../scripts/lib/project-node.mjs';

/** What the built command line fetches from the demo service, as flags: regions, analytics, records. */
export type FilledWith = {
  readonly region: string;
  readonly analytic?: string;
  readonly maxRecords?: number;
  readonly pageSize?: number;
};

/**
 * Returns a function that fills an empty folder as the data folder of an account that has fetched these results. Each
 * search is fetched once, into a folder in `parent`, and copied from then on.
 */
export function createDataFolders(parent: string): (dataDir: string, results: FilledWith) => Promise<void> {
  const filled = new Map<string, Promise<string>>();
  return async (dataDir, results) => {
    const key = JSON.stringify(results);
    const template = filled.get(key) ?? fillDataFolder(path.join(parent, String(filled.size)), results);
    filled.set(key, template);
    await cp(await template, dataDir, { recursive: true });
  };
}

/**
 * Returns functions that retain the demo files that the first app has written, in a folder in `parent`, and copy them into
 * the data folders of later ones, which need not compute them.
 */
export function createDemoFiles(parent: string) {
  const retained = path.join(parent, 'demo-files');
  const filesOf = (dataDir: string) => path.join(dataDir, 'demo-files');
  return {
    async copyInto(dataDir: string): Promise<void> {
      if (existsSync(retained)) await cp(retained, filesOf(dataDir), { recursive: true });
    },
    async retain(dataDir: string): Promise<void> {
      if (!existsSync(retained)) await cp(filesOf(dataDir), retained, { recursive: true });
    },
  };
}

async function fillDataFolder(
  dataDir: string,
  { region, analytic, maxRecords, pageSize }: FilledWith,
): Promise<string> {
  const args = [
    ...[inProject('dist', 'main', 'cli.js'), 'fetch', '--data-dir', dataDir, '--region', region],
    ...(analytic === undefined ? [] : ['--analytic', analytic]),
    ...(maxRecords === undefined ? [] : ['--max-records', String(maxRecords)]),
    ...(pageSize === undefined ? [] : ['--page-size', String(pageSize)]),
  ];
  const env = {
    ...process.env,
    SIGHTLINE_KEYCHAIN: 'off',
    SIGHTLINE_USERNAME: demoCredentials.username,
    SIGHTLINE_PASSWORD: demoCredentials.password,
  };
  await promisify(execFile)(projectNode() ?? process.execPath, args, { env });
  return dataDir;
}
