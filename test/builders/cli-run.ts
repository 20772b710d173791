import { expect } from 'vitest';
import { createCliOutput } from '../../electron/cli/cli-output.ts';

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
