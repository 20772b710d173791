import { type GuideBlock, parseGuide, textOfBlock } from './parse-guide.ts';

const sources = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The addresses of the guide's pictures by file name. */
export const guideImages: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>('../../../docs/guide/images/*', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [fileName(path), url]),
);

/** A page of the guide; its id is its file's name without `.md`. */
export type GuidePage = {
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
export function pageId(href: string): string {
  return fileName(href).replace(/\.md(#.*)?$/, '');
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
