import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { appVersion } from '../../../../../electron/core/base/app-version.ts';
import { inProject } from '../../../../../scripts/lib/paths.mjs';

it('is the version of package.json', () => {
  expect(appVersion).toBe(JSON.parse(readFileSync(inProject('package.json'), 'utf8')).version);
});
