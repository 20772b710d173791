import { isDeepStrictEqual } from 'node:util';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import {
  isSameFormat,
  type PropertyCorrection,
  type PropertyCorrectionChange,
  propertyCorrectionSchema,
} from '../../../../shared/results/property-correction.ts';
import type { Events } from '../../base/events.ts';
import { propertyCorrectionsKey } from '../read/property-corrections.ts';
import type { GetWorkspace } from './get-open-workspace.ts';
import { createListSetting } from './list-setting.ts';

/** What the user corrected about properties in the open workspace. Fails with `no-workspace`, `read-only`, `disk`. */
export type PropertyCorrections = {
  /** Sets or removes one. Fails with `conflict` when it has been changed since. */
  change(change: PropertyCorrectionChange): Promise<Result<void>>;
  /** Adds those of properties that have none; how many, and how many state another meaning than the one here. */
  addMissing(
    arriving: readonly PropertyCorrection[],
  ): Promise<Result<{ readonly added: number; readonly leftOut: number }>>;
};

/** Creates the corrections of the open workspace: a list in one of its settings. */
export function createPropertyCorrections(workspace: GetWorkspace, events: Events): PropertyCorrections {
  const corrections = createListSetting(workspace, {
    key: propertyCorrectionsKey,
    schema: propertyCorrectionSchema,
    onChanged: () => events.publish({ type: 'changed', topic: 'results' }),
  });
  return {
    addMissing: (arriving) =>
      corrections.change((before) => {
        const next = [...before];
        let leftOut = 0;
        for (const one of arriving) {
          const here = next.find((other) => isSameFormat(other, one) && other.property === one.property);
          if (!here) next.push(one);
          else if (!isDeepStrictEqual(here.as, one.as)) leftOut += 1;
        }
        return succeed({ next, result: { added: next.length - before.length, leftOut } });
      }),
    change: ({ format, property, expected, to }) =>
      corrections.change((before) => {
        const former = before.find((one) => isSameFormat(one, format) && one.property === property);
        if (!isDeepStrictEqual(former?.as ?? null, expected)) {
          return fail('conflict', `The meaning of “${property}” has been changed since.`);
        }
        const others = before.filter((one) => one !== former);
        const next = to === null ? others : [...others, { ...format, property, as: to }];
        return succeed({ next, result: undefined });
      }),
  };
}
