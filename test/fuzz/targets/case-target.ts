import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CaseBatch } from '../../../electron/core/exchange/case/case-batch.ts';
import { readCase } from '../../../electron/core/exchange/case/read-case.ts';
import { buildToolRun } from '../../builders/tool-run.ts';
import { expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { emptyScratchFolder } from '../scratch-file.ts';
import { damageWorkspace } from './damage-workspace.ts';
import { workspaceSeeds } from './workspace-seeds.ts';

/** Files that are imported as cases: refused with a sentence, or sent with as much of each kind as their head states. */
export const cases: FuzzTarget = {
  name: 'cases',
  make(random) {
    const { bytes, pageSize } = random.pick(workspaceSeeds().slice(1));
    return { bytes: damageWorkspace(bytes, pageSize, random), extension: 'gpkg' };
  },
  async check({ bytes }) {
    const file = path.join(emptyScratchFolder(), 'input.gpkg');
    writeFileSync(file, bytes);
    const batches: CaseBatch[] = [];
    const onBatch = async (batch: CaseBatch) => void batches.push(batch);
    const read = await readCase({ path: file, parts: 'everything' }, buildToolRun({ onBatch }));
    if (!read.ok) return expectThat(read.failure.message !== '', 'the refusal has no reason');
    const [head] = batches;
    if (head?.kind !== 'head') return expectThat(false, 'nothing was sent first');
    const records = batches.reduce(
      (sum, each) => sum + (each.kind === 'records' ? each.page.records.length : 0),
      0,
    );
    expectThat(records <= head.head.counts.records, `${records} records were sent`);
    const areas = batches.reduce(
      (sum, each) => sum + (each.kind === 'items' && each.of === 'areas' ? each.items.length : 0),
      0,
    );
    expectThat(areas === head.head.counts.areas, `${areas} areas were sent`);
  },
};
