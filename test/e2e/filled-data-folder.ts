import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import { inProject } from '../../scripts/lib/paths.mjs';
import { projectNode } from '../../scripts/lib/project-node.mjs';
import { findSharedFolder, sharedFolder } from './shared-folder.ts';

/** The name of the folder for the files of the demo service. */
const demoFiles = 'demo-files';

/** Data that the built command line fetches from the demo service, as flags: regions, analytics, records. */
export type FilledWith = {
  readonly region: string;
  readonly analytic?: string;
  readonly maxRecords?: number;
  readonly pageSize?: number;
};

/** Fills an empty folder as the data folder of an account that has fetched these results, once for all tests of a run. */
export async function copyFilledFolder(dataDir: string, results: FilledWith): Promise<void> {
  const name = ['results', ...Object.values(results)].join('-').replaceAll(' ', '-');
  const filled = await sharedFolder(name, (folder) => fillDataFolder(folder, results));
  await cp(filled, dataDir, { recursive: true });
}

/** Copies the demo files that an app of this run has written, if one has, so that they are not computed again. */
export async function copyDemoFiles(dataDir: string): Promise<void> {
  const files = findSharedFolder(demoFiles);
  if (files) await cp(files, path.join(dataDir, demoFiles), { recursive: true });
}

/** Retains the demo files of a data folder for other tests of the run. */
export async function retainDemoFiles(dataDir: string): Promise<void> {
  await sharedFolder(demoFiles, (folder) => cp(path.join(dataDir, demoFiles), folder, { recursive: true }));
}

async function fillDataFolder(
  dataDir: string,
  { region, analytic, maxRecords, pageSize }: FilledWith,
): Promise<void> {
  await copyDemoFiles(dataDir);
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
}
