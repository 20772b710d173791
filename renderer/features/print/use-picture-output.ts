import { useEffect, useRef, useState } from 'react';
import { textStart } from '../../../shared/cut-text.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { crc32 } from '../../../shared/zip/crc32.ts';
import { savePicture } from '../../api/save-picture.ts';
import { useApp } from '../../context/app-context.tsx';
import { collectFacts } from '../../map-sheet/collect-facts.ts';
import { makeSheet } from '../../map-sheet/make-sheet.ts';
import { type PictureChoice, pictureChoice } from '../../map-sheet/picture-choice.ts';
import { paperOf } from '../../map-sheet/sheet-layout.ts';
import { texts } from '../../map-sheet/texts.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { savePassPictures } from './save-pass-pictures.ts';

/** Whether the picture has the size of a paper, not of the screen. */
export function isPaperSize({ paper }: PictureChoice): boolean {
  return !paper.startsWith('screen');
}

type PictureOutput = {
  readonly choice: PictureChoice;
  readonly title: string;
  /** Whether a picture of each listed pass is saved. */
  readonly ofEachPass: boolean;
  readonly onDone: () => void;
};

/** Draws the picture and saves or prints it; `step` is the text of what is being done. */
export function usePictureOutput({ choice, title, ofEachPass, onDone }: PictureOutput) {
  const app = useApp();
  const [step, setStep] = useState('');
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const submission = useSubmit(async (purpose: 'save' | 'print') => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    abort.current = cancellation;
    setStep(texts.form.drawing);
    pictureChoice.getState().setChoice(choice);
    const paper = paperOf(choice.paper, choice.density, window.devicePixelRatio);
    const draw = async (): Promise<Result<Blob>> => {
      const facts = await collectFacts(app);
      const unit = app.stores.settings.getState().distance;
      const made = await makeSheet(app.engine, { paper, title, choice, facts, unit }, signal);
      return made.ok
        ? succeed(await toPng(made.value.canvas, isPaperSize(choice) ? choice.density : null))
        : made;
    };
    try {
      if (purpose === 'save' && ofEachPass) {
        const onPass = (position: number, count: number) => setStep(texts.form.drawingPass(position, count));
        const saved = await savePassPictures(app, { draw, onPass, signal });
        if (!saved.ok) return saved.failure;
        if (saved.value === null) return null;
        onDone();
        app.stores.ui.getState().setJobsOpen(true);
        notifyInfo(texts.form.savedPasses(saved.value));
        return null;
      }
      const drawn = await draw();
      if (!drawn.ok) return drawn.failure.code === 'cancelled' ? null : drawn.failure;
      setStep(purpose === 'save' ? texts.form.writing : texts.form.printing);
      const png = drawn.value;
      if (signal.aborted) return null;
      if (purpose === 'print') {
        await printPicture(png, paper.pageSize);
        return null;
      }
      const saved = await savePicture(png, pictureName(title, new Date()), signal);
      if (!saved.ok) return saved.failure;
      // Null: the user cancelled the file dialog, and may yet choose other options.
      if (!saved.value) return null;
      const { name, path, downloadUrl } = saved.value;
      if (downloadUrl) downloadFile(downloadUrl, name);
      onDone();
      notifyInfo(downloadUrl ? texts.form.downloaded(name) : texts.form.saved(path));
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  });
  return { ...submission, step, cancel: () => abort.current?.abort() };
}

/** The element that is printed instead of the page. */
const sheetClass = 'sheet-to-print';

/**
 * Opens the system's dialog for printing with a picture on a separate page. `pageSize` is CSS, such as
 * `A4 landscape`; with null the picture is fitted to the printer's default paper. Resolves once the dialog is closed.
 */
async function printPicture(png: Blob, pageSize: string | null): Promise<void> {
  const address = URL.createObjectURL(png);
  const sheet = document.createElement('div');
  sheet.className = sheetClass;
  const image = document.createElement('img');
  image.src = address;
  image.alt = texts.sheet.alternative;
  sheet.append(image);
  const style = document.createElement('style');
  style.textContent = printStyle(pageSize);
  document.head.append(style);
  document.body.append(sheet);
  try {
    await image.decode();
    await new Promise<void>((resolve) => {
      // In some hosts `print` returns before the dialog is closed, in others after.
      addEventListener('afterprint', () => resolve(), { once: true });
      print();
    });
  } finally {
    sheet.remove();
    style.remove();
    URL.revokeObjectURL(address);
  }
}

function printStyle(pageSize: string | null): string {
  const page = pageSize === null ? 'margin: 10mm' : `size: ${pageSize}; margin: 0`;
  return `
    @page { ${page} }
    @media screen { .${sheetClass} { display: none } }
    @media print {
      html, body { height: auto; overflow: visible; background: none }
      body > :not(.${sheetClass}) { display: none !important }
      .${sheetClass} { print-color-adjust: exact; break-inside: avoid }
      .${sheetClass} img { display: block; width: 100%; max-height: 100vh; object-fit: contain }
    }`;
}

/** Encodes a canvas as PNG, with its pixel density if it is for paper. */
async function toPng(canvas: HTMLCanvasElement, pixelsPerInch: number | null): Promise<Blob> {
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(texts.form.noPicture))));
  });
  if (pixelsPerInch === null) return blob;
  const bytes = withPixelDensity(new Uint8Array(await blob.arrayBuffer()), pixelsPerInch);
  return new Blob([bytes], { type: 'image/png' });
}

/** A file name from a title: `yellow-sea-2026-11-21.png`. */
export function pictureName(title: string, now: Date): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${textStart(stem, 60) || 'map'}-${now.toISOString().slice(0, 10)}.png`;
}

/** Data length of the pHYs chunk with the pixels per metre (PNG specification, 11.3.5.3), which must precede IDAT. */
const chunkLength = 9;
/** End of the signature and the IHDR chunk, which always comes first and has a fixed length. */
const headerEnd = 8 + 12 + 13;

/** Returns the PNG with its pixel density, so that it prints at the intended size. */
export function withPixelDensity(
  png: Uint8Array<ArrayBuffer>,
  pixelsPerInch: number,
): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round(pixelsPerInch / 0.0254);
  const chunk = new Uint8Array(12 + chunkLength);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, chunkLength);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  // The unit is the metre.
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headerEnd));
  whole.set(chunk, headerEnd);
  whole.set(png.subarray(headerEnd), headerEnd + chunk.length);
  return whole;
}
