import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type GuideBlock,
  type GuideInline,
  parseGuide,
} from '../../../../../renderer/features/help/parse-guide.ts';
import { hotkeyText } from '../../../../../renderer/ui/hotkey-text.tsx';
import { inProject } from '../../../../../scripts/lib/paths.mjs';

const folder = inProject('docs', 'guide');
const images = inProject('docs', 'guide', 'images');
const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
const pages = files.map((name) => ({
  name,
  blocks: parseGuide(readFileSync(path.join(folder, name), 'utf8')),
}));

const sourceFiles = ['renderer', 'shared'].flatMap((root) =>
  readdirSync(inProject(root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => readFileSync(inProject(root, name), 'utf8')),
);

function inlinesOf(block: GuideBlock): readonly GuideInline[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.line;
    case 'list':
      return block.items.flat();
    case 'table':
      return [block.head, ...block.rows].flat(2);
    case 'code':
    case 'image':
      return [];
  }
}

const parts = pages.flatMap(({ name, blocks }) => blocks.flatMap(inlinesOf).map((part) => ({ name, part })));
const textsOf = (kind: GuideInline['kind']) =>
  parts.flatMap(({ name, part }) => (part.kind === kind ? [{ name, text: part.text }] : []));
const links = parts.flatMap(({ name, part }) => (part.kind === 'link' ? [{ name, href: part.href }] : []));

describe('the guide', () => {
  test('names on the screen are spelled as in the sources', () => {
    const unknown = textsOf('strong').filter(
      ({ text }) => !sourceFiles.some((source) => source.includes(text)),
    );
    expect(unknown.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  test('its keys are keys of commands or of components', () => {
    const declared = sourceFiles.flatMap((text) => [
      ...Array.from(
        text.matchAll(/'((?:mod|alt|shift)\+[^']+)'|(?:hotkey|otherHotkey): '([^']+)'/g),
        ([, combined, key]) => hotkeyText(combined ?? key ?? ''),
      ),
      ...Array.from(text.matchAll(/reviewKeys: \[([^\]]+)\]/g), ([, keys]) =>
        Array.from((keys ?? '').matchAll(/'([^']+)'/g), ([, key]) => hotkeyText(key ?? '')),
      ).flat(),
      // Keys of components, as the list of keys names them.
      ...Array.from(text.matchAll(/\bkeys: '([^']+)'/g), ([, keys]) => [
        keys ?? '',
        ...(keys ?? '').split(' '),
      ]).flat(),
    ]);
    // Numbers of panels, and what the browser or a text field does.
    const others = ['1', '2', '3', '4', '5', 'Ctrl C', 'Del', '?', 'J', 'K', '→', '←'];
    const known = new Set([...declared, ...others]);
    const unknown = textsOf('key').filter(({ text }) => !known.has(text));
    expect(unknown.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  test('its links lead to files, and each page is in the contents', () => {
    const broken = links.filter(({ href }) => !statSync(path.join(folder, href), { throwIfNoEntry: false }));
    expect(broken.map(({ name, href }) => `${name}: ${href}`)).toEqual([]);
    const contents = links.flatMap(({ name, href }) => (name === 'README.md' ? [href] : []));
    expect(contents.filter((href) => !href.startsWith('..')).sort()).toEqual(
      files.filter((name) => name !== 'README.md').sort(),
    );
  });

  test('each panel and tab has a page of help', () => {
    const panels = sourceFiles.flatMap((source) =>
      Array.from(
        source.matchAll(/\bpage: '([a-z-]+)'|HelpButton page="([a-z-]+)"/g),
        ([, named, given]) => named ?? given,
      ),
    );
    expect(panels.length).toBeGreaterThan(15);
    expect(panels.filter((page) => !files.includes(`${page}.md`))).toEqual([]);
  });

  test('its pictures exist, are all used, and are at most 3 MB together', () => {
    const used = pages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'image' ? [block.src] : [])),
    );
    const made = readdirSync(images).map((name) => `images/${name}`);
    expect(used.toSorted()).toEqual(made.toSorted());
    const bytes = made.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(3_000_000);
  });

  test('each page begins with its only title', () => {
    const titles = pages.map(({ name, blocks }) => [
      name,
      blocks.findIndex((block) => block.kind === 'heading' && block.level === 1),
      blocks.filter((block) => block.kind === 'heading' && block.level === 1).length,
    ]);
    expect(titles.filter(([, first, count]) => first !== 0 || count !== 1)).toEqual([]);
  });
});
