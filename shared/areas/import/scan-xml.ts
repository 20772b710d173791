import { SaxesParser } from 'saxes';
import { toPrintable } from '../../printable-text.ts';
import { accept, type Outcome, refuse } from './outcome.ts';

/** Callbacks of the XML reader. Names are without prefixes; `line` counts from 1. */
export type XmlHandler = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  /** `text` is the direct text content of the element, including CDATA. */
  readonly close: (name: string, text: string) => void;
  /** Called by `readXml` behind the last element. */
  readonly finish?: () => void;
};

/** Maximum nesting depth, far above that of real files, so that handlers can process parent elements cheaply. */
const deepest = 200;

/** Stops the parser; saxes goes on after errors unless its handler throws. */
class XmlRefusal extends Error {
  readonly refusal: ReturnType<typeof refuse>;
  constructor(refusal: ReturnType<typeof refuse>) {
    super('The XML was refused.');
    this.refusal = refusal;
  }
}

/**
 * Reads XML strictly and in one pass, without building a tree. A document type declaration is refused (`xml-dtd`)
 * before its content is processed. So is any entity except the five of XML (`xml-entity`). External resources are never
 * requested. Malformed text fails with `bad-xml`.
 */
export function scanXml(text: string, fileName: string, handler: XmlHandler): Outcome<undefined> {
  const parser = new SaxesParser({ xmlns: false } as const);
  const texts: string[] = [];
  const stop = (code: 'xml-dtd' | 'xml-entity' | 'bad-xml', message: string): never => {
    throw new XmlRefusal(refuse(code, `${fileName}, line ${parser.line}`, message));
  };
  const addText = (piece: string) => {
    if (texts.length > 0) texts[texts.length - 1] += piece;
  };
  parser.on('doctype', () =>
    stop('xml-dtd', 'The XML has a document type declaration, which can hide traps. Remove <!DOCTYPE …>.'),
  );
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    // The parser looks for the end of an entity in all that follows, and then names another fault.
    const entity = findUnknownEntity(text);
    if (entity && entity.line <= parser.line) {
      throw new XmlRefusal(refuse('xml-entity', `${fileName}, line ${entity.line}`, entity.message));
    }
    const isEntity = /entity/.test(reason);
    stop(
      isEntity ? 'xml-entity' : 'bad-xml',
      isEntity
        ? `Only the entities of XML itself are read (${reason}).`
        : `The XML is broken at character ${parser.column} (“${around(text, parser.position)}”): ${reason}.`,
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    texts.push('');
    if (texts.length > deepest) stop('bad-xml', `The XML is nested deeper than ${deepest} elements.`);
    handler.open(localName(name), attributes, parser.line);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => handler.close(localName(name), texts.pop() ?? ''));
  try {
    parser.write(text).close();
    return accept(undefined);
  } catch (cause) {
    if (cause instanceof XmlRefusal) return cause.refusal;
    throw cause;
  }
}

/** Some characters around an offset, within its line. */
function around(text: string, index: number): string {
  const start =
    text
      .slice(Math.max(0, index - 12), index)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  const end = text.slice(index, index + 10).split(/[\r\n]/, 1)[0] ?? '';
  return toPrintable(start + end);
}

/** The first & outside of comments and CDATA that begins none of the entities of XML (XML 1.0, 4.6). */
function findUnknownEntity(text: string): { readonly line: number; readonly message: string } | undefined {
  const pattern =
    // One that is not closed ends with the text: looking for each of a million ends in turn would take for ever.
    /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)(?:\w{1,30};)?/gis;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found.startsWith('<')) continue;
    const before = text.slice(0, index).split(/\r\n|\n|\r/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    const around = text.slice(index - Math.min(column - 1, 10), index + 12).split(/[\r\n]/, 1)[0];
    const message =
      found === '&'
        ? `The & at character ${column} (“${around}”) stands alone. Write &amp; for it.`
        : `The entity ${found} at character ${column} is not one of XML. Write the character itself.`;
    return { line: before.length, message };
  }
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
