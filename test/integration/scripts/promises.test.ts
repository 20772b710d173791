import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/promises.mjs', import.meta.url));

const declarations = `
declare function save(): Promise<void>;
declare function read(): string;
declare const maybe: (() => Promise<void>) | undefined;
declare function every(milliseconds: number, call: () => void): void;
declare function each(call: () => void | Promise<void>): void;
declare class Emitter { on(name: string, listener: (value: number) => void): void }
declare const emitter: Emitter;
declare const list: readonly string[];
let pending: Promise<void> | undefined;
`;

const refused = [
  'save();',
  'maybe?.();',
  'list.length > 0 && save();',
  'list.length > 0 ? save() : read();',
  'save().then(() => read());',
  'save().finally(read);',
  'list.map(save);',
  'new Promise<void>((resolve) => resolve());',
  'Promise.all(list.map(save));',
  '(async () => { await save(); })();',
  'every(5, save);',
  'every(5, async () => { await save(); });',
  'every(5, () => save());',
  "emitter.on('open', async (value) => { await save(); pending = undefined; read(); return void value; });",
  'const handlers: { open: () => void } = { open: save };',
];

const allowed = [
  'await save();',
  'void save();',
  'save().catch(read);',
  'save().then(read, read);',
  'save().catch(read).finally(read);',
  'pending = save();',
  'pending ??= save();',
  'read();',
  'list.map(read);',
  'every(5, () => void save());',
  'every(5, read);',
  'each(save);',
  'each(async () => { await save(); });',
  'const task = async () => { await save(); };',
];

let root = '';
afterAll(() => rmSync(root, { recursive: true }));

/** Runs the check over a project with a file for each of the texts. */
function check(texts: readonly string[]) {
  root ||= mkdtempSync(path.join(os.tmpdir(), 'sightline-promises-'));
  const folder = path.join(root, String(texts.length), 'shared');
  mkdirSync(folder, { recursive: true });
  const compilerOptions = {
    target: 'ES2024',
    module: 'ESNext',
    lib: ['ES2024'],
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [index, text] of texts.entries()) {
    writeFileSync(path.join(folder, `file-${index}.ts`), `export {};${declarations}${text}\n`);
  }
  const { status, stdout } = spawnSync(process.execPath, [script, path.dirname(folder)], {
    encoding: 'utf8',
  });
  // The last line counts.
  return { status, problems: stdout.trim().split('\n').slice(0, -1) };
}

describe('the check of promises', () => {
  let outcome: ReturnType<typeof check>;
  beforeAll(() => {
    outcome = check(refused);
  });

  it.each(refused.map((text, index) => [text, index] as const))('refuses %s', (_text, index) => {
    expect(outcome.status).toBe(1);
    const line = declarations.split('\n').length;
    expect(
      outcome.problems.filter((one) => one.startsWith(`shared/file-${index}.ts:${line}: `)),
    ).toHaveLength(1);
  });

  it('allows a promise that is awaited, stored, or handles its errors', () => {
    expect(check(allowed)).toEqual({ status: 0, problems: [] });
  });

  it('fails when it finds no files, so that a moved folder cannot pass unread', () => {
    expect(check([]).status).not.toBe(0);
  });
});
