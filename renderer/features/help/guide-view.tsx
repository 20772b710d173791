import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useHelp } from '../../context/use-stores.ts';
import { Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './help.module.css';
import { type GuideBlock, type GuideInline, type GuideLine, parseGuide, textOfBlock } from './parse-guide.ts';
import { texts } from './texts.ts';

/** The guide: its pages with a search at the left, the chosen page next to them. */
export function GuideView() {
  const { commands, stores } = useApp();
  const [text, setText] = useState('');
  const chosen = useHelp((state) => state.page);
  const page = guidePages.find(({ id }) => id === chosen) ?? guidePages[0];
  const article = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  // The dialog was open, and its focus placed, before these pages were loaded.
  useEffect(() => {
    search.current?.focus();
  }, []);
  const shownId = page?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (article.current) article.current.scrollTop = 0;
  }, [shownId]);
  const matches = searchGuide(guidePages, text);
  const open = (id: string) => stores.help.getState().setPage(id);
  return (
    <div className={styles.guide}>
      <div className={styles.contents}>
        <TextInput
          ref={search}
          label={texts.dialog.search}
          type="search"
          value={text}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <nav aria-label={texts.dialog.pages}>
          <ul className={styles.pages}>
            {matches.map(({ page: { id, title }, excerpt }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.page}
                  aria-current={id === shownId ? 'page' : undefined}
                  onClick={() => open(id)}
                >
                  {title}
                  {excerpt === null ? null : <span className={styles.excerpt}>{excerpt}</span>}
                </button>
              </li>
            ))}
          </ul>
          <p className={styles.noMatch} role="status">
            {matches.length === 0 ? texts.dialog.noMatch(text.trim()) : null}
          </p>
        </nav>
        <div className={styles.actions}>
          <TextButton onClick={() => commands.run('help.keys')}>{texts.dialog.keys}</TextButton>
          <TextButton onClick={() => commands.run('help.tour')}>{texts.dialog.tour}</TextButton>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be scrolled by keyboard */}
      <article ref={article} className={styles.article} tabIndex={0} aria-label={page?.title}>
        {page?.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change
          <GuideBlockView key={`${page.id} ${index}`} block={block} onOpen={open} />
        ))}
      </article>
    </div>
  );
}

/** A block of a page; `onOpen` opens the page that a link leads to. */
function GuideBlockView({
  block,
  onOpen,
}: {
  readonly block: GuideBlock;
  readonly onOpen: (page: string) => void;
}) {
  const show = (line: GuideLine) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
    line.map((part, index) => <InlineView key={index} part={part} onOpen={onOpen} />);
  switch (block.kind) {
    case 'heading': {
      // The dialog's title is above them.
      const Heading = block.level === 1 ? 'h3' : block.level === 2 ? 'h4' : 'h5';
      return <Heading>{show(block.line)}</Heading>;
    }
    case 'paragraph':
      return <p>{show(block.line)}</p>;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
            <li key={index}>{show(item)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <Table<GuideLine[]>
          rows={block.rows}
          rowKey={(row) => block.rows.indexOf(row)}
          columns={block.head.map((cell, index) => ({
            title: String(index),
            heading: show(cell),
            cell: (row) => show(row[index] ?? []),
          }))}
        />
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'image': {
      const url = guideImages.get(fileName(block.src));
      return url === undefined ? null : <img src={url} alt={block.alt} loading="lazy" />;
    }
  }
}

function InlineView({
  part,
  onOpen,
}: {
  readonly part: GuideInline;
  readonly onOpen: (page: string) => void;
}) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'key':
      return <kbd>{part.text}</kbd>;
    case 'link': {
      const id = pageId(part.href);
      // What lies outside of the guide is not bundled.
      if (!guidePages.some((page) => page.id === id)) return part.text;
      return <TextButton onClick={() => onOpen(id)}>{part.text}</TextButton>;
    }
  }
}

/** A page that matches a search, and the line that shows why. */
type GuideMatch = { readonly page: GuidePage; readonly excerpt: string | null };

/**
 * The pages that contain all words of a text, those with all words in their title first. Without a word all pages, with
 * no excerpt.
 */
export function searchGuide(pages: readonly GuidePage[], text: string): readonly GuideMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages.map((page) => ({ page, excerpt: null }));
  const countIn = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const hasAll = (line: string) => countIn(line) === words.length;
  const matches = pages.filter((page) => hasAll(page.text));
  return [
    ...matches.filter(({ title }) => hasAll(title)),
    ...matches.filter(({ title }) => !hasAll(title)),
  ].map((page) => ({ page, excerpt: bestLine(page.text, countIn) }));
}

/** The line with the most of the words, the first of several. */
function bestLine(text: string, countIn: (line: string) => number): string {
  const lines = text.split('\n');
  const most = Math.max(...lines.map(countIn));
  return lines.find((line) => countIn(line) === most) ?? '';
}

const sources = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The addresses of the guide's pictures by file name. */
const guideImages: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>('../../../docs/guide/images/*', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [fileName(path), url]),
);

/** A page of the guide; its id is its file's name without `.md`. */
type GuidePage = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
  /** All of its text, to be searched. */
  readonly text: string;
};

/** The pages in the order of the list in the guide's README. */
export const guidePages: readonly GuidePage[] = readContents().map(readPage);

function readContents(): readonly string[] {
  const blocks = parseGuide(sourceOf('README'));
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  return items.flatMap((line) => line.flatMap((part) => (part.kind === 'link' ? [pageId(part.href)] : [])));
}

function readPage(id: string): GuidePage {
  const blocks = parseGuide(sourceOf(id));
  const [title] = blocks;
  return { id, title: title ? textOfBlock(title) : id, blocks, text: blocks.map(textOfBlock).join('\n') };
}

function sourceOf(id: string): string {
  const found = Object.entries(sources).find(([path]) => fileName(path) === `${id}.md`);
  if (!found) throw new Error(`The guide has no page "${id}".`);
  return found[1];
}

/** The id of the page that a link leads to. */
function pageId(href: string): string {
  return fileName(href).replace(/\.md(#.*)?$/, '');
}

/** The last part of a path. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
