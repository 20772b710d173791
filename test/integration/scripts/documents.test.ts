import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const script = new URL('../../../scripts/documents.mjs', import.meta.url).pathname;

/** Runs the check over a project that consists of these files, by their path. */
function check(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, problems: stderr.trim().split('\n') };
}

const record = '# 1. A choice\n\n## Context\n\n## Options\n\n## Outcome\n\n## Cost\n';

describe('the rules for documents', () => {
  it('accept a whole record, and words in quotes and code', () => {
    const files = {
      'docs/decisions/0001-a-choice.md': record,
      'README.md': 'A file `news.txt`, a button “Tell me”, [one](docs/decisions/0001-a-choice.md#cost).\n',
      'shared/area.ts': '// As decision 1 has it.\n',
    };
    expect(check(files)).toEqual({ status: 0, problems: [''] });
  });

  it('refuse records that are long or incomplete', () => {
    const { status, problems } = check({
      'docs/decisions/0001-a-choice.md': record.replace('## Cost\n', 'word '.repeat(350)),
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^docs\/decisions\/0001-a-choice\.md:1: .* at most 350 words, this one 360$/),
      expect.stringContaining('a part "Cost"'),
    ]);
  });

  it('refuse words of ours, dead links, missing files and unknown decisions', () => {
    const { status, problems } = check({
      'README.md': 'The page tells the user.\n\nSee [this](docs/gone.md) and `shared/gone.ts`.\n',
      'shared/area.ts': '\n// Not so (decision 7).\n',
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^README\.md:1: "tells"/),
      expect.stringMatching(/^README\.md:3: the link docs\/gone\.md/),
      expect.stringMatching(/^README\.md:3: there is no file shared\/gone\.ts/),
      expect.stringMatching(/^shared\/area\.ts:2: there is no decision 7/),
    ]);
  });

  it('refuse long sentences in comments of the renderer', () => {
    const long = 'a word of some length '.repeat(7).trim();
    const { status, problems } = check({
      'renderer/one.ts': `/**\n * Short: ${long.slice(0, 60)}.\n * ${long}.\n */\nexport const one = 'x'; // ${long}\n`,
      'renderer/two.ts': `// ${long.slice(0, 80)}\n// ${long.slice(0, 80)}\n`,
      'electron/three.ts': `// ${long}\n`,
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^renderer\/one\.ts:1: a sentence of a comment/),
      expect.stringMatching(/^renderer\/one\.ts:5: a sentence of a comment/),
      expect.stringMatching(/^renderer\/two\.ts:1: a sentence of a comment/),
    ]);
  });

  it('refuse documentation comments that say nothing without the name below', () => {
    const { status, problems } = check({
      'electron/one.ts':
        '/** What it is. */\nconst one = 1;\n/**\n * How many.\n */\n/** Whether. */\n// Why.\n',
      'scripts/two.mjs': '/** Number of them. How many there are is not known. */\n',
      'shared/three.d.ts': '/** What it is. */\n',
    });
    expect(status).toBe(1);
    expect(problems).toEqual([
      expect.stringContaining(
        'electron/one.ts:1: a documentation comment begins with a noun or a verb, not with “What”',
      ),
      expect.stringContaining('electron/one.ts:3:'),
    ]);
  });

  it('bound the words outside of the guide', () => {
    const { status, problems } = check({
      'docs/guide/long.md': 'word '.repeat(30_000),
      'docs/long.md': 'word '.repeat(26_001),
    });
    expect(status).toBe(1);
    expect(problems).toEqual([expect.stringContaining('have 26001 words, of at most 26000')]);
  });

  it('hold for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
