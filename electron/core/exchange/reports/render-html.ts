import { columnShares } from '../../../../shared/reports/column-shares.ts';
import { barText, longestBar } from '../../../../shared/reports/report-bars.ts';
import {
  answerSections,
  type ReportBlock,
  type ReportCell,
  type ReportChart,
  type ReportDocument,
  type ReportImage,
  type ReportSection,
  type ReportTable,
} from '../../../../shared/reports/report-document.ts';
import { escapeXml } from '../formats/escape-xml.ts';
import { toReportText } from './report-text.ts';

/** A line whose long words may be broken, in margins of a page, where CSS cannot break them. */
function breakable(line: string): string {
  return line.replace(/\S{40,}/gu, (word) =>
    Array.from(graphemes.segment(word), ({ segment }, index) =>
      index % 8 === 7 ? `${segment}\u200b` : segment,
    ).join(''),
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The size of letters with which a marking of any length fits into the margin of a page. */
function markingPoints(marking: string): number {
  return marking.length > 150 ? 7 : 10;
}

/** Prints on A4: the marking and the page number in the margins of every page (CSS Paged Media 3, 4). */
const style = (marking: string) => `
@page { size: A4; margin: 20mm 14mm 18mm;
  @top-center { content: ${cssString(breakable(toReportText(marking)))}; font: 600 ${markingPoints(marking)}pt sans-serif; }
  @bottom-center { content: ${cssString(breakable(toReportText(marking)))}; font: 600 ${markingPoints(marking)}pt sans-serif; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; white-space: nowrap; } }
:root { color-scheme: light; }
body { font: 10pt/1.4 Arial, "Liberation Sans", "Noto Sans", sans-serif; color: #1b242c; background: #fff; margin: 24px auto; max-width: 1100px; padding: 0 16px; }
h1 { font-size: 18pt; margin: 0 0 8px; } h2 { font-size: 12.5pt; margin: 24px 0 6px; break-after: avoid; }
.answer { border: 1px solid #b9c2ca; border-left: 4px solid #2f6f9f; background: #f6f8fa; padding: 10px 14px; margin: 0 0 12px; } .answer > p { font-size: 12pt; font-weight: 600; margin: 0 0 4px; } .answer h2 { font-size: 10.5pt; margin: 10px 0 2px; } .answer ul { margin: 0; padding-left: 18px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0; } dt { color: #54616d; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; font-size: 8.5pt; } caption { text-align: left; color: #54616d; padding: 2px 0; }
th, td { border: 1px solid #b9c2ca; padding: 2px 5px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead { display: table-header-group; } th { background: #eef2f5; overflow-wrap: normal; } .short { white-space: nowrap; } .words { overflow-wrap: normal; } .time { min-width: 10.5ch; } .long { min-width: 19ch; } tr { break-inside: avoid; }
figure { margin: 0; } .chip { width: 96px; } .chip img { width: 96px; height: auto; max-height: 96px; object-fit: contain; object-position: left; image-rendering: pixelated; display: block; }
.large, .chip.large img { width: 320px; } .chip.large img { max-height: 400px; } .page { break-before: page; }
.wide img { width: 100%; height: auto; display: block; break-inside: avoid; } .logo { max-width: 60mm; max-height: 25mm; width: auto; height: auto; }
.chart td:last-child { width: 60%; } .bar { display: inline-block; height: 9px; background: #3b7ea1; print-color-adjust: exact; }
figcaption { font-size: 7.5pt; color: #54616d; }
.marking { text-align: center; font-weight: 600; margin: 0 0 12px; }
@media print { body { margin: 0; max-width: none; padding: 0; } table { font-size: 7.5pt; } .marking { display: none; } .chip:not(.large) img { width: 84px; max-height: 84px; } }
`;

/** A report as one HTML document in UTF-8, without scripts and without anything to load. */
export function* renderHtml(report: ReportDocument): Generator<string> {
  const { title, marking, logo, answer, facts, sections } = report;
  const line = marking === '' ? '' : `<p class="marking">${toHtml(marking)}</p>\n`;
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>${toHtml(title)}</title>
<style>${style(marking)}</style>
</head>
<body>
${line}<main>
${logo ? `<p><img class="logo" ${imageAttributes(logo)}></p>\n` : ''}<h1>${toHtml(title)}</h1>
<div class="answer">
${answer.statements.map((text) => `<p>${toHtml(text)}</p>\n`).join('')}`;
  for (const section of answerSections(answer)) yield* renderSection(section);
  yield `</div>
<dl>${facts.map(({ name, value }) => `<dt>${toHtml(name)}</dt><dd>${toHtml(value)}</dd>`).join('')}</dl>
`;
  for (const section of sections) yield* renderSection(section);
  yield `</main>\n${line}</body>\n</html>\n`;
}

function* renderSection({ heading, blocks, startsPage }: ReportSection): Generator<string> {
  yield `<section${startsPage ? ' class="page"' : ''}>\n<h2>${toHtml(heading)}</h2>\n`;
  for (const block of blocks) yield* renderBlock(block);
  yield '</section>\n';
}

function* renderBlock(block: ReportBlock): Generator<string> {
  switch (block.kind) {
    case 'paragraph':
      yield `<p>${toHtml(block.text)}</p>\n`;
      return;
    case 'list':
      yield `<ul>${block.items.map((item) => `<li>${toHtml(item)}</li>`).join('')}</ul>\n`;
      return;
    case 'figure': {
      const { image, isChip } = block;
      yield `<figure class="${isChip ? 'chip large' : 'wide'}"><img ${imageAttributes(image)}><figcaption>${toHtml(image.caption)}</figcaption></figure>\n`;
      return;
    }
    case 'chart':
      yield* renderChart(block);
      return;
    case 'table':
      yield `<table>\n<caption>${toHtml(block.caption)}</caption>\n${columnGroup(block)}<thead><tr>${block.columns.map((column) => `<th scope="col">${toHtml(column)}</th>`).join('')}</tr></thead>\n<tbody>\n`;
      for (const row of block.rows) {
        yield `<tr>${row.map((cell) => `<td${cellClass(cell)}>${renderCell(cell)}</td>`).join('')}</tr>\n`;
      }
      yield '</tbody>\n</table>\n';
  }
}

function columnGroup(table: ReportTable): string {
  const columns = columnShares(table).map((share) => `<col style="width:${(100 * share).toFixed(1)}%">`);
  return `<colgroup>${columns.join('')}</colgroup>`;
}

/** Characters of a word that is not broken in two lines: half of a number is another number. */
const maxWordLength = 12;

/** The class of a cell, by what may be broken in two lines: nothing, only between words, or also long words, such as ids. */
function cellClass(cell: ReportCell): string {
  if (typeof cell !== 'string') return '';
  if (cell.length <= maxWordLength) return ' class="short"';
  if (cell.split(' ').some(({ length }) => length > maxWordLength)) return ' class="long"';
  return /^\d{4}-\d\d-\d\d /.test(cell) ? ' class="words time"' : ' class="words"';
}

function renderCell(cell: ReportCell): string {
  if (typeof cell === 'string') return toHtml(cell);
  return `<figure class="chip"><img ${imageAttributes(cell)}><figcaption>${toHtml(cell.caption)}</figcaption></figure>`;
}

function imageAttributes({ png, width, height, alternative }: ReportImage): string {
  return `src="data:image/png;base64,${Buffer.from(png).toString('base64')}" width="${width}" height="${height}" alt="${toHtml(alternative)}"`;
}

/** A table whose second column has the bars, so that it can be read without them. */
function* renderChart({ caption, label, unit, bars }: ReportChart): Generator<string> {
  const most = longestBar(bars);
  yield `<table class="chart">\n<caption>${toHtml(caption)}</caption>\n<thead><tr><th scope="col">${toHtml(label)}</th><th scope="col">${toHtml(unit)}</th></tr></thead>\n<tbody>\n`;
  for (const bar of bars) {
    // The number and its note stand behind the longest bar, too.
    const drawn =
      bar.value === null
        ? ''
        : `<span class="bar" style="width:${((65 * bar.value) / most).toFixed(1)}%"></span>`;
    yield `<tr><td>${toHtml(bar.label)}</td><td>${drawn} ${toHtml(barText(bar))}</td></tr>\n`;
  }
  yield '</tbody>\n</table>\n';
}

/** Text for an element or an attribute in quotes. */
function toHtml(text: string): string {
  return escapeXml(toReportText(text));
}

/** A string of CSS; characters that could end it or the element are escaped by their code (CSS Syntax 3, 4.3.7). */
function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /[\p{L}\p{N} .,:/()–-]/u.test(character) ? character : `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
