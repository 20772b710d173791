import { expect, test } from 'vitest';
import { parseGuide, textOfBlock } from '../../../../../renderer/features/help/parse-guide.ts';

test('parses every kind of block', () => {
  const blocks = parseGuide(
    [
      '# Title',
      '',
      'One line',
      'and its continuation.',
      '',
      '- first',
      '- second',
      '',
      '1. one',
      '2. two',
      '',
      '| key | |',
      '| --- | --- |',
      '| <kbd>C</kbd> | confirm |',
      '',
      '![A picture](images/a.webp)',
      '```',
      '# no heading',
      '```',
    ].join('\n'),
  );
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'table',
    'image',
    'code',
  ]);
  expect(blocks.map(textOfBlock)).toEqual([
    'Title',
    'One line and its continuation.',
    'first\nsecond',
    'one\ntwo',
    'key \nC confirm',
    'A picture',
    '# no heading',
  ]);
  expect(blocks[4]).toMatchObject({ rows: [[[{ kind: 'key', text: 'C' }], [{ kind: 'text' }]]] });
});

test('parses code, bold, links and keys in a line, and leaves other syntax and HTML as text', () => {
  const [block] = parseGuide('Press <kbd>F1</kbd>, **Done**, `a > 1`, `` `x` ``, [there](b.md) <img src=x>');
  expect(block).toEqual({
    kind: 'paragraph',
    line: [
      { kind: 'text', text: 'Press ' },
      { kind: 'key', text: 'F1' },
      { kind: 'text', text: ', ' },
      { kind: 'strong', text: 'Done' },
      { kind: 'text', text: ', ' },
      { kind: 'code', text: 'a > 1' },
      { kind: 'text', text: ', ' },
      { kind: 'code', text: '`x`' },
      { kind: 'text', text: ', ' },
      { kind: 'link', text: 'there', href: 'b.md' },
      { kind: 'text', text: ' <img src=x>' },
    ],
  });
});

test('reads a line that only begins like a block as a paragraph', () => {
  expect(parseGuide('#hash\n\n![not an image\nnext').map(textOfBlock)).toEqual([
    '#hash',
    '![not an image',
    'next',
  ]);
});
