import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../../builders/write-with-umask.ts', import.meta.url));

/** The modes that files have where the user's umask is this. */
const umasks = [
  ['022', '644'],
  ['002', '664'],
  ['027', '640'],
  ['077', '600'],
] as const;

test.skipIf(process.platform === 'win32').each(umasks)(
  'with the umask %s new files have the mode %s, whatever writes them, and the data folder none for others',
  (umask, mode) => {
    const output = execFileSync('sh', ['-c', `umask ${umask}; exec "$0" "$1"`, process.execPath, script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({
      'an export': mode,
      'a workspace': mode,
      'a copy of a workspace': mode,
      'one of several files': mode,
      'a compacted workspace': '660',
      'a data folder': '700',
      'others in an empty data folder': '0',
    });
  },
);
