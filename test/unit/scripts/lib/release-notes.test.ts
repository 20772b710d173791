import { expect, it } from 'vitest';
import { releaseNotes } from '../../../../scripts/lib/release-notes.mjs';

const changelog =
  '# Changes\n\nAbout.\n\n## 1.1.0\n\n- Newer.\n\n### More\n\n- Detail.\n\n## 1.0.0\n\n- First.\n';

it('are the section of the version', () => {
  expect(releaseNotes(changelog, 'v1.1.0', '1.1.0')).toBe('- Newer.\n\n### More\n\n- Detail.');
  expect(releaseNotes(changelog, '1.0.0', '1.0.0')).toBe('- First.');
});

it('are refused for a version that the changelog does not have, or the project', () => {
  expect(() => releaseNotes(changelog, 'v1.2.0', '1.2.0')).toThrow('nothing about version 1.2.0');
  expect(() => releaseNotes(changelog, 'v1.1.0', '1.0.0')).toThrow('package.json is 1.0.0, not “1.1.0”');
  expect(() => releaseNotes(`${changelog}\n## 2.0.0\n`, '2.0.0', '2.0.0')).toThrow('nothing about');
});
