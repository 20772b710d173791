import { describe, expect, test } from 'vitest';
import { messageFields } from '../../../../../shared/ais/read/decode-message.ts';
import { createMessageRows, hasSentences } from '../../../../../shared/ais/read/message-rows.ts';
import {
  checked,
  positionReport,
  shipReport,
  tagBlock,
  toSentences,
} from '../../../../builders/ais-sentences.ts';

type Cells = Partial<Record<(typeof messageFields)[number], string>>;

function decode(text: string) {
  const messages = createMessageRows(1 << 20);
  const [heading, ...rows] = [...messages.push(text), ...messages.end()];
  expect(heading).toEqual(messageFields);
  const cells = rows.map(
    (row): Cells =>
      Object.fromEntries(messageFields.flatMap((field, index) => (row[index] ? [[field, row[index]]] : []))),
  );
  return { cells, counts: messages.counts() };
}

/**
 * Sentences and fields of test/sample.aivdm of gpsd, copyright 2010 by the GPSD project, BSD-2-Clause; of pyais, copyright
 * 2019 M0r13n, MIT, where it is stated.
 */
describe('fields are those that other decoders have', () => {
  test.each<[string, readonly string[], Cells]>([
    [
      '1',
      ['!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'],
      {
        identifier: '371798000',
        longitude: '-123.3953833',
        latitude: '48.3816333',
        speed: '12.3',
        course: '224',
        heading: '215',
        transponder: 'Class A',
      },
    ],
    [
      '1 without a heading',
      ['!AIVDM,1,1,,A,16SteH0P00Jt63hHaa6SagvJ087r,0*42'],
      {
        identifier: '440348000',
        longitude: '-70.7582000',
        latitude: '43.0801500',
        speed: '0',
        course: '93.4',
        transponder: 'Class A',
      },
    ],
    [
      '2',
      ['!AIVDM,1,1,,B,25Cjtd0Oj;Jp7ilG7=UkKBoB0<06,0*60'],
      {
        identifier: '356302000',
        longitude: '-71.6261433',
        latitude: '40.3923583',
        speed: '13.9',
        course: '87.7',
        heading: '91',
        transponder: 'Class A',
      },
    ],
    [
      '3',
      ['!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40'],
      {
        identifier: '563808000',
        longitude: '-76.3275333',
        latitude: '36.9100000',
        speed: '0',
        course: '252',
        heading: '352',
        transponder: 'Class A',
      },
    ],
    [
      '4',
      ['!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D'],
      {
        identifier: '003669702',
        longitude: '-76.3523617',
        latitude: '36.8837667',
        transponder: 'Base station',
      },
    ],
    [
      '4 without a position',
      ['!AIVDM,1,1,,A,402Fha0000Htt<tSF0l4Q@000d20,0*65'],
      { identifier: '002470052', transponder: 'Base station' },
    ],
    [
      '5 in two sentences',
      [
        '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
        '!AIVDM,2,2,1,A,88888888880,2*25',
      ],
      {
        identifier: '351759000',
        name: 'EVER DIADEM',
        imo: '9134270',
        callSign: '3FOF8',
        type: '70',
        toBow: '225',
        toStern: '70',
        toPort: '1',
        toStarboard: '31',
        transponder: 'Class A',
      },
    ],
    [
      '18',
      ['!AIVDM,1,1,,A,B52K>;h00Fc>jpUlNV@ikwpUoP06,0*4C'],
      {
        identifier: '338087471',
        longitude: '-74.0721317',
        latitude: '40.6845400',
        speed: '0.1',
        course: '79.6',
        transponder: 'Class B',
      },
    ],
    [
      '19',
      ['!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B'],
      {
        identifier: '367059850',
        longitude: '-88.8103917',
        latitude: '29.5436950',
        speed: '8.7',
        course: '335.9',
        name: 'CAPT.J.RIMES',
        type: '70',
        toBow: '5',
        toStern: '21',
        toPort: '4',
        toStarboard: '4',
        transponder: 'Class B',
      },
    ],
    [
      '21 with a long name',
      [
        '!AIVDM,2,1,5,B,E1mg=5J1T4W0h97aRh6ba84<h2d;W:Te=eLvH50```q,0*46',
        '!AIVDM,2,2,5,B,:D44QDlp0C1DU00,2*36',
      ],
      {
        identifier: '123456789',
        longitude: '-122.6985917',
        latitude: '47.9206183',
        name: 'CHINA ROSE MURPHY EXPRESS ALERT',
        toBow: '5',
        toStern: '5',
        toPort: '5',
        toStarboard: '5',
        transponder: 'AtoN',
      },
    ],
    ['24 A', ['!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D'], { identifier: '271041815', name: 'PROGUY' }],
    [
      '24 B',
      ['!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40'],
      {
        identifier: '271041815',
        type: '60',
        callSign: 'TC6163',
        toBow: '0',
        toStern: '15',
        toPort: '0',
        toStarboard: '5',
      },
    ],
    [
      '27 in the west',
      ['!AIVDM,1,1,,A,KCQ9r=hrFUnH7P00,0*41'],
      { identifier: '236091959', longitude: '-154.2016667', latitude: '87.0650000', speed: '0', course: '0' },
    ],
    [
      '27 in the south, of pyais',
      ['!AIVDO,1,1,,A,K01;FQh?PbtE3P00,0*75'],
      { identifier: '001234567', longitude: '-13.3683333', latitude: '-50.1216667' },
    ],
  ])('message %s', (_name, sentences, expected) => {
    const { cells, counts } = decode(sentences.join('\r\n'));
    expect(cells[0]).toMatchObject(expected);
    expect(counts).toMatchObject({ sentences: sentences.length, used: sentences.length });
  });
});

describe('what is not available is empty', () => {
  test.each<[string, readonly (readonly [number | string, number])[], Cells]>([
    [
      'all of a report',
      [
        [1, 6],
        [0, 2],
        [219000101, 30],
        [0, 12],
        [1023, 10],
        [0, 1],
        [181 * 600_000, 28],
        [91 * 600_000, 27],
        [3600, 12],
        [511, 9],
        [0, 31],
      ],
      { identifier: '219000101', transponder: 'Class A' },
    ],
    [
      'all of a ship',
      [
        [5, 6],
        [0, 2],
        [219000101, 30],
        [0, 2],
        [0, 30],
        ['', 42],
        ['', 120],
        [0, 8],
        [0, 30],
        [0, 32],
        ['', 120],
        [0, 2],
      ],
      { identifier: '219000101', transponder: 'Class A' },
    ],
    [
      'all of a report by satellite',
      [
        [27, 6],
        [0, 2],
        [219000101, 30],
        [0, 6],
        [181 * 600, 18],
        [91 * 600, 17],
        [63, 6],
        [511, 9],
        [0, 2],
      ],
      { identifier: '219000101' },
    ],
    [
      'what is behind the end',
      [
        [1, 6],
        [0, 2],
        [219000101, 30],
        [0, 12],
        [124, 10],
        [0, 1],
        [0, 11],
      ],
      { identifier: '219000101', speed: '12.4', transponder: 'Class A' },
    ],
    [
      'the size of a craft of a ship',
      [
        [24, 6],
        [0, 2],
        [982190001, 30],
        [1, 2],
        [37, 8],
        [0, 42],
        ['AB', 42],
        [219000101, 30],
      ],
      { identifier: '982190001', type: '37', callSign: 'AB' },
    ],
  ])('%s', (_name, fields, expected) => {
    expect(decode(toSentences(fields).join('\n')).cells).toEqual([expected]);
  });

  test('a virtual aid to navigation is named as one', () => {
    const fields = [
      [21, 6],
      [0, 2],
      [992191234, 30],
      [1, 5],
      ['WRECK', 120],
      [0, 1],
      [6_000_000, 28],
      [33_000_000, 27],
      [0, 30],
      [0, 20],
      [1, 1],
      [0, 2],
    ] as const;
    expect(decode(toSentences(fields).join('\n')).cells).toMatchObject([
      { transponder: 'Virtual AtoN', name: 'WRECK' },
    ]);
  });
});

const [report = ''] = positionReport({ mmsi: 219000101, longitude: 129, latitude: 35 });
const seconds = Date.UTC(2026, 10, 26, 9, 31, 5) / 1000;
const iso = '2026-11-26T09:31:05.000Z';

describe('the time of reception', () => {
  test.each([
    ['tag block', `${tagBlock(seconds)}${report}`, iso],
    ['tag block in milliseconds', `${tagBlock(seconds * 1000 + 250)}${report}`, '2026-11-26T09:31:05.250Z'],
    ['tag block after text', `feed 7 ${tagBlock(seconds)}${report}`, iso],
    ['tag block with a wrong checksum', `\\s:r1,c:${seconds}*00\\${report}`, undefined],
    ['ISO', `2026-11-26T09:31:05Z ${report}`, '2026-11-26T09:31:05Z'],
    ['ISO with a comma', `2026-11-26 09:31:05,${report}`, '2026-11-26 09:31:05'],
    ['ISO in brackets', `[2026-11-26 09:31:05.5] ${report}`, '2026-11-26 09:31:05.5'],
    ['ISO with a zone', `2026-11-26T18:31:05+09:00\t${report}`, '2026-11-26T18:31:05+09:00'],
    ['ISO in quotation marks', `"2026-11-26 09:31:05","${report}"`, '2026-11-26 09:31:05'],
    ['ISO and a station', `2026-11-26 09:31:05;Busan 2;${report}`, '2026-11-26 09:31:05'],
    ['seconds', `${seconds} ${report}`, iso],
    ['seconds with parts', `${seconds}.25,${report}`, '2026-11-26T09:31:05.250Z'],
    ['milliseconds', `${seconds}000:${report}`.replace(':', ' : '), iso],
    ['another order of the day', `26/11/2026 09:31:05 ${report}`, '26/11/2026 09:31:05'],
    ['behind the sentence', `${report},${seconds}`, iso],
    [
      'behind the sentence and other fields',
      `${report},s25009,d-089,T40.42413763,x41,r003669930,${seconds}`,
      iso,
    ],
    ['in words', `Thu, 26 Nov 2026 09:31:05 GMT ${report}`, 'Thu, 26 Nov 2026 09:31:05 GMT'],
    ['a line before', `${checked('PGHP,1,2026,11,26,9,31,5,0,338,2,,1,09', '$')}\n${report}`, iso],
    ['none', report, undefined],
    ['an identifier', `219000101,${report}`, undefined],
    ['a time without a date', `09:31:05 ${report}`, undefined],
    ['no time', `station 12 ${report}`, undefined],
  ])('%s', (_name, text, expected) => {
    expect(decode(text).cells[0]?.time).toBe(expected);
    expect(decode(text).counts).toMatchObject({ sentences: 1, used: 1 });
  });
});

describe('sentences of a message', () => {
  const [one = '', two = ''] = shipReport(219000101, 'NORD', 70, 9074729, 120, 1);
  const [other = '', last = ''] = shipReport(219000102, 'SUD', 80, 9074730, 90, 2);
  test.each<[string, readonly string[], readonly string[], number]>([
    ['one after the other', [one, two], ['NORD'], 0],
    ['those of two messages mixed', [one, other, report, last, two], ['SUD', 'NORD'], 0],
    ['in another order', [two, one], ['NORD'], 0],
    ['without the last one', [one, report], [], 1],
    ['without the first one', [report, two], [], 1],
    ['the first one twice', [one, one, two], ['NORD'], 1],
    [
      'without a sequence',
      [one, two].map((each) => checked(each.slice(1, -3).replace(/,1,A/, ',,A'))),
      ['NORD'],
      0,
    ],
  ])('%s', (_name, lines, names, incomplete) => {
    const { cells, counts } = decode(lines.join('\n'));
    expect(cells.flatMap(({ name }) => name ?? [])).toEqual(names);
    expect(counts).toMatchObject({ sentences: lines.length, incomplete });
  });

  test('have the time of the first one that has one', () => {
    expect(decode(`${tagBlock(seconds)}${one}\n${two}`).cells).toMatchObject([{ time: iso, name: 'NORD' }]);
  });

  test('far apart are of different messages', () => {
    const { cells, counts } = decode([one, ...Array.from({ length: 600 }, () => report), two].join('\n'));
    expect(cells).toHaveLength(600);
    expect(counts.incomplete).toBe(2);
  });
});

test('every sentence is in one count', () => {
  const wrong = report.replace(/..$/, (hex) => (hex === '00' ? '01' : '00'));
  const other = toSentences([
    [8, 6],
    [0, 2],
    [219000101, 30],
    [1, 16],
    [0, 40],
  ]);
  const [cut = ''] = toSentences([
    [1, 6],
    [0, 2],
    [5, 10],
  ]);
  const { counts } = decode(
    [
      '# a log',
      '$GPGGA,1*00',
      report,
      wrong,
      report.slice(0, -3),
      ...other,
      cut,
      checked('AIVDM,1,1,,A,\u00e9,0'),
    ].join('\n'),
  );
  expect(counts).toEqual({
    ...{ lines: 2, sentences: 6, used: 1, checksum: 2, incomplete: 0, damaged: 2, others: 1 },
    ...{ otherTypes: [8], stations: 0, aids: 0 },
  });
});

test('a file of sentences is distinguished from a table', () => {
  expect(hasSentences(`# log\n\n${report}\n`)).toBe(true);
  expect(hasSentences(`time,message\n2026-11-26 09:31:05,"${report}"\n`)).toBe(true);
  expect(hasSentences(`${tagBlock(seconds)}${report}\n`)).toBe(true);
  expect(hasSentences(`mmsi,time,lat,lon,raw\n219000101,2026-11-26,35,129,"${report}"\n`)).toBe(false);
  expect(hasSentences('mmsi,time,lat,lon\n219000101,2026-11-26,35,129\n')).toBe(false);
});
