import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { columnShares } from '../../../../shared/reports/column-shares.ts';
import { barText, longestBar } from '../../../../shared/reports/report-bars.ts';
import {
  answerSections,
  type ReportBar,
  type ReportBlock,
  type ReportCell,
  type ReportDocument,
  type ReportImage,
  type ReportSection,
} from '../../../../shared/reports/report-document.ts';
import { toReportText } from './report-text.ts';

/** Largest size of an image on the page, in pixels of 1/96 inch. */
const chipBox = { width: 84, height: 84 };
const largeChipBox = { width: 320, height: 400 };
const pageBox = { width: 640, height: 800 };
const logoBox = { width: 227, height: 94 };
/** Width of A4 less the margins, in twentieths of a point. */
const textWidth = 11_906 - 2 * 800;
/** Blocks of the longest bar. */
const barLength = 30;

/** A report as a document of Word (ISO/IEC 29500) that can be edited. */
export async function renderDocx({
  title,
  marking,
  logo,
  answer,
  facts,
  sections,
}: ReportDocument): Promise<Uint8Array> {
  const document = new Document({
    title: toReportText(title),
    creator: 'Sightline',
    description: '',
    styles: { default: { document: { run: { font: 'Arial', size: 18 } } } },
    sections: [
      {
        properties: { page: { margin: { top: 1100, bottom: 1000, left: 800, right: 800 } } },
        headers: { default: new Header({ children: [centered([new TextRun(bold(marking))])] }) },
        footers: {
          default: new Footer({
            children: [
              centered([
                new TextRun(bold(marking)),
                new TextRun({ children: ['   ', PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
              ]),
            ],
          }),
        },
        children: [
          ...(logo ? [new Paragraph({ children: [imageRun(logo, withinItself(logo, logoBox))] })] : []),
          new Paragraph({ text: toReportText(title), heading: HeadingLevel.HEADING_1 }),
          ...answerBox(answer.statements),
          ...answerSections(answer).flatMap(renderSection),
          ...facts.map(
            ({ name, value }) =>
              new Paragraph({
                children: [new TextRun(bold(`${name}: `)), new TextRun(toReportText(value))],
              }),
          ),
          ...sections.flatMap(renderSection),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

/** The statements of an answer, in large letters on a ground of their own. */
function answerBox(statements: readonly string[]): Paragraph[] {
  return statements.map(
    (text) =>
      new Paragraph({
        shading: { type: ShadingType.CLEAR, fill: 'EEF2F5' },
        spacing: { after: 60 },
        children: [new TextRun({ ...bold(text), size: 22 })],
      }),
  );
}

function renderSection({ heading, blocks, startsPage = false }: ReportSection): (Paragraph | Table)[] {
  return [
    new Paragraph({
      text: toReportText(heading),
      pageBreakBefore: startsPage,
      heading: HeadingLevel.HEADING_2,
      spacing: { before: 240 },
    }),
    ...blocks.flatMap(renderBlock),
  ];
}

function renderBlock(block: ReportBlock): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'paragraph':
      return [new Paragraph(toReportText(block.text))];
    case 'list':
      return block.items.map((item) => new Paragraph({ text: toReportText(item), bullet: { level: 0 } }));
    case 'figure':
      return [
        new Paragraph({ children: [imageRun(block.image, block.isChip ? largeChipBox : pageBox)] }),
        new Paragraph({ children: [new TextRun(small(block.image.caption))] }),
      ];
    case 'chart': {
      const most = longestBar(block.bars);
      return renderBlock({
        kind: 'table',
        caption: block.caption,
        columns: [block.label, block.unit],
        rows: block.bars.map((bar) => [bar.label, drawBar(bar, most)]),
      });
    }
    case 'table':
      return [
        new Paragraph({ text: toReportText(block.caption), spacing: { before: 80 } }),
        new Table({
          width: { size: textWidth, type: WidthType.DXA },
          columnWidths: columnShares(block).map((share) => Math.round(textWidth * share)),
          layout: TableLayoutType.FIXED,
          margins: { left: 60, right: 60, marginUnitType: WidthType.DXA },
          rows: [
            new TableRow({
              tableHeader: true,
              children: block.columns.map(
                (column) =>
                  new TableCell({
                    shading: { fill: 'EEF2F5' },
                    children: [new Paragraph({ children: [new TextRun({ ...small(column), bold: true })] })],
                  }),
              ),
            }),
            ...block.rows.map(
              (row) =>
                new TableRow({
                  cantSplit: true,
                  children: row.map((cell) => new TableCell({ children: renderCell(cell) })),
                }),
            ),
          ],
        }),
      ];
  }
}

function renderCell(cell: ReportCell): Paragraph[] {
  if (typeof cell === 'string') return [new Paragraph({ children: [new TextRun(small(cell))] })];
  return [
    new Paragraph({ children: [imageRun(cell, chipBox)] }),
    new Paragraph({ children: [new TextRun(small(cell.caption))] }),
  ];
}

type Box = Pick<ReportImage, 'width' | 'height'>;

/** A box in which an image is not enlarged. */
function withinItself(image: Box, box: Box): Box {
  return { width: Math.min(image.width, box.width), height: Math.min(image.height, box.height) };
}

/** An image as large as a box allows, in its own proportions. */
function imageRun({ png, width, height, alternative }: ReportImage, box: Box): ImageRun {
  const scale = Math.min(box.width / width, box.height / height);
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  return new ImageRun({
    type: 'png',
    data: png,
    transformation: { width: toPixels(width), height: toPixels(height) },
    altText: {
      name: toReportText(alternative),
      title: toReportText(alternative),
      description: toReportText(alternative),
    },
  });
}

/** A bar of blocks, with its number. */
function drawBar(bar: ReportBar, most: number): string {
  return `${'█'.repeat(Math.round((barLength * (bar.value ?? 0)) / most))} ${barText(bar)}`;
}

function centered(children: TextRun[]): Paragraph {
  return new Paragraph({ alignment: AlignmentType.CENTER, children });
}

function bold(text: string) {
  return { text: toReportText(text), bold: true };
}

function small(text: string) {
  return { text: toReportText(text), size: 15 };
}
