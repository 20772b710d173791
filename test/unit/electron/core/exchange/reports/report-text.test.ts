import { expect, it } from 'vitest';
import { toReportText } from '../../../../../../electron/core/exchange/reports/report-text.ts';

it.each([
  ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['a\tb', 'a\tb'],
  ['a\u0000b\u202ec\ud800', 'a\ufffdb\ufffdc\ufffd'],
  ['\u200fشمال', '\u200fشمال'],
])('%j is %j in a report', (text, shown) => {
  expect(toReportText(text)).toBe(shown);
});
