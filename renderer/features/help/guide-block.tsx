import { TextButton } from '../../ui/text-button.tsx';
import { fileName, guideImages, guidePages, pageId } from './guide-pages.ts';
import type { GuideBlock, GuideInline, GuideLine } from './parse-guide.ts';

/** A block of a page; `onOpen` opens the page that a link leads to. */
export function GuideBlockView({
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
      const Heading = block.level === 1 ? 'h3' : 'h4';
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
        <table>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change
                <th key={index} scope="col">
                  {show(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change
                  <td key={column}>{show(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
