import { SaxesParser } from 'saxes';
import { fail, type Result, succeed } from '../../result.ts';

/** An element: names are without their prefixes, `text` is what stands directly in it. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type Building = {
  name: string;
  attributes: Record<string, string>;
  children: Building[];
  text: string;
};

const deepest = 100;
const mostElements = 500_000;

/**
 * The root element of a text of XML. Nothing outside the text is asked for, and no entity but the five of XML is read;
 * a document type declaration, which WMS 1.1.1 prescribes, is passed over. Fails with `bad-response`.
 */
export function readXmlTree(text: string): Result<XmlElement> {
  const parser = new SaxesParser({ xmlns: false } as const);
  const open: Building[] = [];
  let root: Building | undefined;
  let count = 0;
  const stop = (reason: string): never => {
    throw new UnreadableXml(reason);
  };
  parser.on('error', ({ message }) => stop(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (open.length >= deepest) stop(`it is nested deeper than ${deepest} elements`);
    if (count > mostElements) stop(`it has more than ${mostElements} elements`);
    const element: Building = { name: localName(name), attributes: {}, children: [], text: '' };
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

/** saxes goes on after errors unless its handler throws. */
class UnreadableXml extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The children of that name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first element down this path of names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((current, name) => childrenOf(current, name)[0], element);
}

/** The text of the first element down this path; empty where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text ?? '';
}
