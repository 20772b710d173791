/** Reads pages and parses them, the least that any reader of them must do: `parse-pages.ts <page> …`. */
import { readFileSync } from 'node:fs';
import { report } from '../report.ts';

const startedAt = performance.now();
for (const page of process.argv.slice(2)) JSON.parse(readFileSync(page, 'utf8'));
report(performance.now() - startedAt);
