import { SaxesParser } from 'saxes';
import { fail, type Result, succeed } from '../../result.ts';

/** An XML element: names are without prefixes, `text` is its direct text content. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type OpenElement = {
  name: string;
  attributes: Record<string, string>;
  children: OpenElement[];
  text: string;
};

const maxDepth = 100;
const maxElements = 500_000;
const maxAttributes = 500_000;

/**
 * Parses XML and returns the root element. External resources are never loaded, and only the five predefined entities
 * are allowed. A document type declaration, which WMS 1.1.1 requires, is ignored. Fails with `bad-response`.
 */
export function readXmlTree(text: string): Result<XmlElement> {
  const parser = new SaxesParser({ xmlns: false } as const);
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let count = 0;
  let attributeCount = 0;
  const stop = (reason: string): never => {
    throw new UnreadableXml(reason);
  };
  parser.on('error', ({ message }) => stop(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > maxAttributes) stop(`it has more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (open.length >= maxDepth) stop(`it is nested deeper than ${maxDepth} elements`);
    if (count > maxElements) stop(`it has more than ${maxElements} elements`);
    const element: OpenElement = { name: localName(name), attributes: {}, children: [], text: '' };
    for (const [key, value] of Object.entries(attributes)) element.attributes[localName(key)] = value;
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (piece: string) => {
    const current = open.at(-1);
    if (current) current.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.text = closed.text.trim();
  });
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close();
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return fail('bad-response', `What came is not whole XML: ${error.message}.`);
  }
  return root ? succeed(root) : fail('bad-response', 'What came is empty.');
}

/** Stops the parser: saxes continues after errors unless the handler throws. */
class UnreadableXml extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the children with a name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns the first element at a path of names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((current, name) => childrenOf(current, name)[0], element);
}

/** Returns the text of the first element at a path; empty without one. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text ?? '';
}
