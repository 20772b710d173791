/** Prints the comment at the top of the script that was started, and ends, when `--help` is among its arguments. */
import { readFileSync } from 'node:fs';

const [, script = '', ...args] = process.argv;
if (args.includes('--help')) {
  const [comment = ''] = /\/\*\*[\s\S]*?\*\//.exec(readFileSync(script, 'utf8')) ?? [];
  const lines = comment.slice('/**'.length, -'*/'.length).split('\n');
  console.log(
    lines
      .map((line) => line.replace(/^ \* ?/, ''))
      .join('\n')
      .trim(),
  );
  process.exit(0);
}
