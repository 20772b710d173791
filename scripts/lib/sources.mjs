import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';

const sources = [
  'electron',
  'renderer',
  'shared',
  'assets',
  'docs/guide',
  'scripts/vite',
  'scripts/build.mjs',
  'scripts/lib/build.mjs',
  'package.json',
  'package-lock.json',
];
const stampFile = inProject('dist', '.build-stamp');

/** Names, sizes and times of everything that the build reads, as one hash; a deleted file changes it too. */
export function digestOfSources() {
  const hash = createHash('sha256');
  for (const source of sources) digest(inProject(source), hash);
  return hash.digest('hex');
}

/** Whether `dist` was built from other sources than the current ones. */
export function isBuildStale() {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== digestOfSources();
}

/** Records that `dist` was built from the sources with this digest. */
export function recordBuild(digest) {
  writeFileSync(stampFile, digest);
}

/** Marks `dist` as stale. */
export function invalidateBuild() {
  rmSync(stampFile, { force: true });
}

function digest(file, hash) {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (!entry) return;
  if (!entry.isDirectory()) {
    hash.update(`${file}\n${entry.size}\n${entry.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(file).sort()) digest(`${file}/${name}`, hash);
}
