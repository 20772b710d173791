/** Prints the section of CHANGELOG.md for a version or its tag: `npm run --silent release-notes -- v0.1.0`. */
import './lib/help.mjs';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/paths.mjs';
import { releaseNotes } from './lib/release-notes.mjs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
try {
  console.log(releaseNotes(readFileSync(inProject('CHANGELOG.md'), 'utf8'), tag, version));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
