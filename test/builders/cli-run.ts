import { pathToFileURL } from 'node:url';
import { expect, vi } from 'vitest';
import { createCliOutput } from '../../electron/cli/cli-output.ts';
import { runCommand } from '../../electron/cli/run-cli.ts';
import { inProject } from '../../scripts/lib/paths.mjs';

/** Output of a command for a test. `ended` returns what it printed, once no sentence is found twice in it. */
export function collectCliOutput() {
  const [lines, notes]: [string[], string[]] = [[], []];
  const collect = (texts: string[]) => ({
    write: (text: string | Uint8Array) => texts.push(String(text)) > 0,
  });
  return {
    output: createCliOutput(collect(lines), collect(notes)),
    ended() {
      const text = notes.join('');
      const sentences = text.split(/\n|(?<=[.!?”])\s+(?=[\p{Lu}“])/u).filter(Boolean);
      expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) < at)).toEqual([]);
      const summary: Record<string, unknown> = JSON.parse(lines.join(''));
      return { summary, notes: text.split('\n').filter(Boolean) };
    },
  };
}

/**
 * Runs a command of the command line in this process, without the core: to start a process for each takes a second.
 * Resolves with its exit code and what it prints.
 */
export async function runInProcess(environment: Readonly<NodeJS.ProcessEnv>, ...args: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const collect = (texts: string[]) => ({
    write: (text: string | Uint8Array) => texts.push(String(text)) > 0,
  });
  const output = createCliOutput(collect(out), collect(notes));
  output.begin(args[0] ?? 'help');
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const moduleUrl = pathToFileURL(inProject('dist', 'main', 'cli.js')).href;
  const call = { args, folder: inProject(), program: 'sightline', moduleUrl };
  const code = await runCommand(call, { moduleUrl, output, signal: new AbortController().signal });
  vi.unstubAllEnvs();
  return { code, out: out.join(''), notes: notes.join('') };
}
