import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const renderer = fileURLToPath(new URL('../../../../renderer', import.meta.url));

describe('the style sheets', () => {
  it('ask nothing of the whole page with :has(), which would compute its styles anew after each change', () => {
    const files = globSync('**/*.css', { cwd: renderer });
    expect(files.length).toBeGreaterThan(20);
    const found = files.flatMap((file) =>
      Array.from(
        readFileSync(path.join(renderer, file), 'utf8').matchAll(
          /(?:\b(?:html|body)|:root|\.shell)(?:\[[^\]]*\])*:has\(/g,
        ),
        ([selector]) => `${file}: ${selector}`,
      ),
    );
    expect(found).toEqual([]);
  });
});
