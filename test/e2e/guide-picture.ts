import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { inProject } from '../../scripts/lib/paths.mjs';

/** The pictures of the guide are refreshed on request only: their bytes differ with each run. */
const folder =
  process.env.SIGHTLINE_GUIDE_IMAGES === 'write'
    ? inProject('docs', 'guide', 'images')
    : inProject('test', '.output', 'guide');

/** Saves a picture of the page for the guide; `png` is another one. */
export async function savePicture(page: Page, name: string, png?: Buffer): Promise<void> {
  const webp = await encodeWebp(page, png ?? (await page.screenshot()));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.webp`), webp);
  expect(webp.length).toBeLessThan(200_000);
}

/** A PNG as WebP, encoded by the browser on a page of its own. */
async function encodeWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const base64 = await blank.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    const encoded = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(encoded, (byte) => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  await blank.close();
  return Buffer.from(base64, 'base64');
}
