import { decodeAs } from '../../decode-as.ts';

/**
 * The characters of bytes 128 to 255 in the code pages of DOS, by number. The Encoding Standard has only 866. Sources:
 * Unicode, MAPPINGS/VENDORS/MICSFT/PC, and CP720 of Microsoft. U+FFFD is a byte without a character.
 */
const dosCodePages: ReadonlyMap<string, string> = new Map([
  [
    '437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '720',
    '\u0080\u0081éâ\u0084à\u0086çêëèïî\u008d\u008e\u008f\u0090\u0651\u0652ô¤\u0640ûù\u0621\u0622\u0623\u0624£\u0625\u0626\u0627\u0628\u0629\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\u0636\u0637\u0638\u0639\u063a\u0641µ\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064a≡\u064b\u064c\u064d\u064e\u064f\u0650≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '737',
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '775',
    'ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00ad±“¾¶§÷„°∙·¹³²■\u00a0',
  ],
  [
    '850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    '852',
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ],
  [
    '855',
    'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0',
  ],
  [
    '857',
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ�ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ�×ÚÛÙìÿ¯´\u00ad±�¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    '858',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    '860',
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '861',
    'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '862',
    '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05da\u05db\u05dc\u05dd\u05de\u05df\u05e0\u05e1\u05e2\u05e3\u05e4\u05e5\u05e6\u05e7\u05e8\u05e9\u05ea¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '863',
    'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '864',
    '°·∙√▒─│┼┤┬├┴┐┌└┘β∞φ±½¼≈«»\ufef7\ufef8��\ufefb\ufefc�\u00a0\u00ad\ufe82£¤\ufe84��\ufe8e\ufe8f\ufe95\ufe99\u060c\ufe9d\ufea1\ufea5\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\ufed1\u061b\ufeb1\ufeb5\ufeb9\u061f¢\ufe80\ufe81\ufe83\ufe85\ufeca\ufe8b\ufe8d\ufe91\ufe93\ufe97\ufe9b\ufe9f\ufea3\ufea7\ufea9\ufeab\ufead\ufeaf\ufeb3\ufeb7\ufebb\ufebf\ufec1\ufec5\ufecb\ufecf¦¬÷×\ufec9\u0640\ufed3\ufed7\ufedb\ufedf\ufee3\ufee7\ufeeb\ufeed\ufeef\ufef3\ufebd\ufecc\ufece\ufecd\ufee1\ufe7d\u0651\ufee5\ufee9\ufeec\ufef0\ufef2\ufed0\ufed5\ufef5\ufef6\ufedd\ufed9\ufef1■�',
  ],
  [
    '865',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '869',
    '������Ά�·¬¦‘’Έ―ΉΊΪΌ��ΎΫ©Ώ²³ά£έήίϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀ζηθικλμνξοπρσςτ΄\u00ad±υφχ§ψ΅°¨ωϋΰώ■\u00a0',
  ],
]);

/** Decodes a text of single bytes or of letters of several bytes; undefined for bytes that have no character. */
export type Decoder = (bytes: Uint8Array) => string | undefined;

/** Encoding of texts, and whether that was only guessed. */
export type TextEncoding = {
  readonly decode: (cell: Uint8Array) => string;
  readonly doubt: string | undefined;
};

/**
 * The encoding of texts of fixed width: the stated one, where all of them are in it; else UTF-8, where one of them has
 * a letter of it and none contradicts; else Windows-1252. A letter that the width cuts is left out.
 */
export function findEncoding(stated: string | undefined, cells: readonly Uint8Array[]): TextEncoding {
  const decoder = stated === undefined ? undefined : decoderOf(stated);
  const decodeStated = decoder && decodesAll(decoder, cells);
  if (decodeStated) return { decode: decodeStated, doubt: undefined };
  const wrong =
    stated === undefined
      ? ''
      : ` “${stated.slice(0, 40)}” is ${decoder ? 'not their encoding' : 'no known encoding'}.`;
  const utf8 = decodesAll(utf8Decoder, cells);
  const isAscii = cells.every((cell) => cell.every((byte) => byte < 0x80));
  const hasLetter = utf8 !== undefined && cells.some((cell) => /\P{ASCII}/u.test(utf8(cell)));
  if (utf8 && (isAscii || hasLetter))
    return { decode: utf8, doubt: wrong === '' || isAscii ? undefined : `${wrong} They were read as UTF-8.` };
  return {
    decode: (cell) => decodeAs('windows-1252', cell) ?? '',
    doubt: `${wrong} They were read as Windows-1252, which may be wrong.`,
  };
}

const utf8Decoder: Decoder = (bytes) => decodeAs('utf-8', bytes);
/** The most bytes of a cut letter: three of the four of UTF-8 and GB 18030. */
const maxCutBytes = 3;

/** Undefined when one of them is not in the encoding. */
function decodesAll(
  decode: Decoder,
  cells: readonly Uint8Array[],
): ((cell: Uint8Array) => string) | undefined {
  const decodeCut = (cell: Uint8Array): string | undefined => {
    for (let cut = 0; cut <= maxCutBytes && cut <= cell.length; cut += 1) {
      const removed = cell.subarray(cell.length - cut);
      // Only a letter that begins and does not end was cut.
      if (cut > 0 && (removed[0] ?? 0) < 0x81) return undefined;
      const text = decode(cell.subarray(0, cell.length - cut));
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return cells.every((cell) => decodeCut(cell) !== undefined) ? (cell) => decodeCut(cell) ?? '' : undefined;
}

/**
 * The decoder of a name, as in .cpg files and XML: `UTF-8`, `1251`, `CP936`, `ANSI 932`, `88592`, `ISO 8859-2`,
 * `8859_2`, `OEM 850`, `LDID/87`. Undefined for one that is unknown.
 */
export function decoderOf(name: string): Decoder | undefined {
  const text = name.trim().toLowerCase();
  const driver = /^ldid\/(\d+)$/.exec(text)?.[1];
  if (driver !== undefined) {
    const page = codePageOfDriver(Number(driver));
    return page === undefined ? undefined : decoderOf(page);
  }
  const iso = /^(?:iso[\s_-]*)?8859[\s_-]*(\d{1,2})$/.exec(text)?.[1];
  if (iso !== undefined) return decoderOfLabel(`iso-8859-${iso}`);
  const number = /^(?:cp|ansi|oem|windows|win|ibm|dos|ms|x-cp)?[\s_-]*(\d{3,5})$/.exec(text)?.[1];
  if (number === undefined) return decoderOfLabel(text === 'utf8' ? 'utf-8' : text);
  const table = dosCodePages.get(number);
  return table === undefined
    ? decoderOfLabel(labelOfNumber.get(number) ?? `windows-${number}`)
    : (bytes) => decodeSingleBytes(table, bytes);
}

function decoderOfLabel(label: string): Decoder | undefined {
  // An empty text is in every encoding that is known.
  return decodeAs(label, new Uint8Array()) === undefined ? undefined : (bytes) => decodeAs(label, bytes);
}

function decodeSingleBytes(upperHalf: string, bytes: Uint8Array): string | undefined {
  const text = Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : upperHalf[byte - 0x80],
  );
  return text.includes('\ufffd') ? undefined : text.join('');
}

/** Numbers of code pages of Windows with another label in the Encoding Standard. */
const labelOfNumber: ReadonlyMap<string, string> = new Map([
  ['65001', 'utf-8'],
  ['866', 'ibm866'],
  ['874', 'windows-874'],
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['1200', 'utf-16le'],
  ['10000', 'macintosh'],
  ['10007', 'x-mac-cyrillic'],
  ['20866', 'koi8-r'],
  ['21866', 'koi8-u'],
  ['20932', 'euc-jp'],
  ['51932', 'euc-jp'],
  ['51949', 'euc-kr'],
  ['54936', 'gb18030'],
  ...Array.from({ length: 16 }, (_, index): [string, string] => [
    `${28_591 + index}`,
    `iso-8859-${index + 1}`,
  ]),
]);

/** Language drivers of dBASE and FoxPro (byte 29 of the header) by code page, as GDAL's shape driver has them. */
const driversOfPage: readonly (readonly [page: string, drivers: readonly number[]])[] = [
  ['437', [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b]],
  ['737', [0x6a, 0x86]],
  ['850', [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37]],
  ['852', [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87]],
  ['857', [0x6b, 0x88]],
  ['860', [0x24]],
  ['861', [0x67]],
  ['863', [0x1c, 0x6c]],
  ['865', [0x08, 0x17, 0x66]],
  ['866', [0x26, 0x65]],
  ['874', [0x50, 0x7c]],
  ['932', [0x13, 0x7b]],
  ['936', [0x4d, 0x7a]],
  ['949', [0x4e, 0x79]],
  ['950', [0x4f, 0x78]],
  ['1250', [0xc8]],
  ['1251', [0xc9]],
  ['1252', [0x03, 0x57, 0x58, 0x59]],
  ['1253', [0xcb]],
  ['1254', [0xca]],
  ['1257', [0xcc]],
  ['10000', [0x04]],
  ['10007', [0x96]],
];

/** The code page of a language driver; undefined for 0 and those that are unknown. */
export function codePageOfDriver(driver: number): string | undefined {
  return driversOfPage.find(([, drivers]) => drivers.includes(driver))?.[0];
}

const isoLanguages: Readonly<Record<string, string>> = {
  2: 'Central Europe',
  3: 'Southern Europe',
  4: 'Northern Europe',
  5: 'Cyrillic',
  6: 'Arabic',
  7: 'Greek',
  8: 'Hebrew',
  10: 'Nordic',
  13: 'Baltic',
  14: 'Celtic',
  15: 'Western Europe',
  16: 'South-Eastern Europe',
};

/** The code pages that a user can choose, by the name that `decoderOf` reads, and the languages that use them. */
export const codePages: readonly (readonly [name: string, languages: string])[] = [
  ['UTF-8', 'all'],
  ['Windows-1250', 'Central Europe'],
  ['Windows-1251', 'Cyrillic'],
  ['Windows-1252', 'Western Europe'],
  ['Windows-1253', 'Greek'],
  ['Windows-1254', 'Turkish'],
  ['Windows-1255', 'Hebrew'],
  ['Windows-1256', 'Arabic'],
  ['Windows-1257', 'Baltic'],
  ['Windows-1258', 'Vietnamese'],
  ['Shift_JIS', 'Japanese'],
  ['EUC-JP', 'Japanese'],
  ['GB18030', 'Chinese, simplified'],
  ['Big5', 'Chinese, traditional'],
  ['EUC-KR', 'Korean'],
  ['Windows-874', 'Thai'],
  ['KOI8-R', 'Russian'],
  ['KOI8-U', 'Ukrainian'],
  ...Object.entries(isoLanguages).map(([part, languages]) => [`ISO-8859-${part}`, languages] as const),
  ...Array.from(dosCodePages.keys(), (page) => [`CP${page}`, 'DOS'] as const),
  ['CP866', 'DOS'],
];
