/** A run of text in a line. */
export type GuideInline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'key'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type GuideLine = readonly GuideInline[];

export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly line: GuideLine }
  | { readonly kind: 'paragraph'; readonly line: GuideLine }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly GuideLine[] }
  | { readonly kind: 'table'; readonly head: readonly GuideLine[]; readonly rows: readonly GuideLine[][] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'image'; readonly alt: string; readonly src: string };

/**
 * Parses the Markdown that the guide uses: headings, paragraphs, flat lists, tables, fenced code, and images in lines
 * of their own. Within a line: code, bold, links and `<kbd>`. Other syntax remains text.
 */
export function parseGuide(markdown: string): readonly GuideBlock[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: GuideBlock[] = [];
  let at = 0;
  /** Takes the lines from here on that match. */
  const take = (pattern: RegExp): string[] => {
    const from = at;
    while (at < lines.length && pattern.test(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = line.match(/^(#{1,3}) (.+)$/);
    const image = line.match(/^!\[([^\]]*)\]\(([^)]+)\)$/);
    if (line.trim() === '') at += 1;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, line: parseLine(heading[2] ?? '') });
      at += 1;
    } else if (image) {
      blocks.push({ kind: 'image', alt: image[1] ?? '', src: image[2] ?? '' });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      blocks.push({ kind: 'code', text: take(/^(?!```)/).join('\n') });
      at += 1;
    } else if (line.startsWith('|')) {
      const [head = [], , ...rows] = take(/^\|/).map(parseRow);
      blocks.push({ kind: 'table', head, rows });
    } else if (/^(-|\d+\.) /.test(line)) {
      const isOrdered = !line.startsWith('-');
      const items = take(isOrdered ? /^\d+\. / : /^- /);
      blocks.push({
        kind: 'list',
        isOrdered,
        items: items.map((item) => parseLine(item.replace(/^(-|\d+\.) /, ''))),
      });
    } else {
      blocks.push({ kind: 'paragraph', line: parseLine(take(/^(?!#|\||```|!\[|- |\d+\. )\S/).join(' ')) });
      // A line that begins like a block but is none.
      if (lines[at] === line) {
        blocks[blocks.length - 1] = { kind: 'paragraph', line: parseLine(line) };
        at += 1;
      }
    }
  }
  return blocks;
}

function parseRow(line: string): GuideLine[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseLine(cell.trim()));
}

/** `code` in one or two backticks, **bold**, [text](address) and <kbd>keys</kbd>. */
const inlinePattern =
  /`` (?<longCode>.+?) ``|`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)|<kbd>(?<key>[^<]+)<\/kbd>/g;

function parseLine(text: string): GuideLine {
  const parts: GuideInline[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const { longCode, code, strong, label, href, key } = match.groups ?? {};
    if (label !== undefined && href !== undefined) parts.push({ kind: 'link', text: label, href });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (key !== undefined) parts.push({ kind: 'key', text: key });
    else parts.push({ kind: 'code', text: longCode ?? code ?? '' });
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** The texts of a line without its markup. */
export function textOfLine(line: GuideLine): string {
  return line.map(({ text }) => text).join('');
}

/** All text of a block, one line for each item or row. */
export function textOfBlock(block: GuideBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return textOfLine(block.line);
    case 'list':
      return block.items.map(textOfLine).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(textOfLine).join(' ')).join('\n');
    case 'code':
      return block.text;
    case 'image':
      return block.alt;
  }
}
