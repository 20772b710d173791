import { useQuery } from '@tanstack/react-query';
import type { PassDetail } from '../../../../shared/passes/pass.ts';
import { fail } from '../../../../shared/result.ts';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import type { Api } from '../../../api/client.ts';
import { useApp } from '../../../context/app-context.tsx';
import { unwrap } from '../../../ui/failure-error.ts';
import { texts } from '../texts.ts';

/** Maximum number of detections in one request. */
const requestSize = 1_000;
/** Maximum number of detections of a pass that a map of the comparison shows. */
const maxShown = 20_000;

/** A pass with its detections. */
export type PassWithDetections = {
  readonly detail: PassDetail;
  readonly detections: readonly DetectionRow[];
  /** Number of detections that are not shown. */
  readonly omittedCount: number;
};

/** A compared pass with its detections, regardless of the filter. */
export function useComparedPass(key: string) {
  const { api } = useApp();
  return useQuery({
    queryKey: [['passes', 'compared'], key],
    queryFn: ({ signal }) => readPass(api, key, signal),
  });
}

async function readPass(api: Api, key: string, signal: AbortSignal): Promise<PassWithDetections> {
  const detail = unwrap(await api.passes.detail.query(key, { signal }));
  if (!detail) return unwrap(fail('not-found', texts.noLongerThere));
  const ids = unwrap(await api.passes.ids.query(key, { signal }));
  const shown = ids.slice(0, maxShown);
  const detections: DetectionRow[] = [];
  for (let at = 0; at < shown.length; at += requestSize) {
    detections.push(
      ...unwrap(await api.results.detections.query(shown.slice(at, at + requestSize), { signal })),
    );
  }
  return { detail, detections, omittedCount: ids.length - shown.length };
}
