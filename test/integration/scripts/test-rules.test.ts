import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const script = new URL('../../../scripts/test-rules.mjs', import.meta.url).pathname;

/** Runs the check over a project that consists of these files, by their path. */
function check(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-test-rules-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, problems: stderr.trim().split('\n') };
}

const source = { 'shared/geo/wkt.ts': '' };
// Put together, so that this file passes the check itself.
const fixedWait = `await page.${['waitFor', 'Timeout'].join('')}(300);`;
const secondTry = `export default { ${['ret', 'ries'].join('')}: 1 };`;

describe('the rules for tests', () => {
  it('refuse a test in a folder that the source tree does not have', () => {
    const { status, problems } = check({
      ...source,
      'test/unit/shared/geo/wkt.test.ts': '',
      'test/unit/shared/elsewhere/wkt.test.ts': '',
      'test/integration/loose.test.ts': '',
      'test/component/loose.test.tsx': '',
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^test\/unit\/shared\/elsewhere\/wkt\.test\.ts:1: .*shared\/elsewhere/),
      expect.stringMatching(/^test\/component\/loose\.test\.tsx:1: /),
      expect.stringMatching(/^test\/integration\/loose\.test\.ts:1: /),
    ]);
  });

  it('refuse a mock of a module in a unit test, which others would get, too', () => {
    const text = "vi.mock('./notify.ts');";
    const files = {
      'test/unit/shared/geo/wkt.test.ts': text,
      'test/integration/shared/geo/wkt.test.ts': text,
    };
    expect(check({ ...source, ...files }).problems).toEqual([
      expect.stringContaining('test/unit/shared/geo/wkt.test.ts:1: unit tests share loaded modules'),
    ]);
  });

  it('refuse waiting for a time and running a failed test again, wherever that stands', () => {
    const { status, problems } = check({
      'test/e2e/dock.spec.ts': `// first line\n${fixedWait}\n`,
      'test/bench/run.ts': fixedWait,
      'test/playwright.config.ts': `\n\n${secondTry}\n`,
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringContaining('test/e2e/dock.spec.ts:2: wait for a state'),
      expect.stringContaining('test/bench/run.ts:1: wait for a state'),
      expect.stringContaining('test/playwright.config.ts:3: no test is run again'),
    ]);
  });

  it('hold for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
