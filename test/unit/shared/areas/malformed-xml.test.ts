import { expect, it } from 'vitest';
import { scanXml } from '../../../../shared/areas/import/scan-xml.ts';
import { readXmlTree } from '../../../../shared/map-sources/capabilities/xml-tree.ts';

/** Documents that XML 1.0 calls not well-formed, by what is wrong with them. */
const malformed: Readonly<Record<string, string>> = {
  'an attribute twice': '<a x="1" x="2"/>',
  '< in an attribute': '<a x="<"/>',
  ']]> in a text': '<a>]]></a>',
  'a control character': '<a>\u0001</a>',
  'a reference to a control character': '<a>&#1;</a>',
  'a zero byte': '<a>\0</a>',
  'half of a surrogate pair': '<a>\ud800</a>',
  'a reference beyond Unicode': '<a>&#x110000;</a>',
  '-- in a comment': '<a><!-- a -- b --></a>',
  'a declaration inside of an element': '<a><?xml version="1.0"?></a>',
  'a declaration after a space': ' <?xml version="1.0"?><a/>',
  'an encoding that is no name': '<?xml version="1.0" encoding="%"?><a/>',
  'a name that begins with a digit': '<a 1x="2"/>',
  'a value without quotes': '<a x=1/>',
  'no space between attributes': '<a x="1"y="2"/>',
  'an & alone': '<a>x & y</a>',
  'an unknown entity': '<a>&nbsp;</a>',
  'an unknown entity in an attribute': '<a x="&foo;"/>',
  'an element that does not end': '<a><b></a>',
  'no element': '  ',
  'two roots': '<a/><b/>',
  'a text after the root': '<a/>x',
  'CDATA before the root': '<![CDATA[x]]><a/>',
};

it.each(Object.entries(malformed))('XML with %s is refused', (_what, text) => {
  expect(scanXml(text, 'areas.kml', { open: () => {}, close: () => {} }).ok).toBe(false);
  expect(readXmlTree(text).ok).toBe(false);
});
