import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';

// The command line builds first, and prints its own help then.
const scripts = readdirSync(inProject('scripts')).filter(
  (name) => name.endsWith('.mjs') && name !== 'sightline.mjs',
);

it('each script prints what it does, and ends, when it is asked for help', () => {
  const helps = scripts.map((name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [inProject('scripts', name), '--help'], {
      encoding: 'utf8',
    });
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
    expect(stdout, name).toMatch(/^\S[\s\S]{20,}\n$/);
    return stdout;
  });
  expect(new Set(helps).size).toBe(scripts.length);
});
