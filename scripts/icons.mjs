/** Makes the PNGs of the icon from assets/icon.svg with Chromium: `npm run icons`. */
import './lib/help.mjs';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/paths.mjs';
import { findProgram } from './lib/programs.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { chromium } = await import('@playwright/test');
const { chromiumArguments } = await import('./lib/chromium.mjs');

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const svg = readFileSync(inProject('assets', 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: chromiumArguments });
const page = await browser.newPage();
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const path = inProject('assets', 'icons', `${size}x${size}.png`);
  await page.screenshot({ path, omitBackground: true });
  console.log(path);
}
await browser.close();
