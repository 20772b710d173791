import { SegmentedControl } from '@mantine/core';
import { compareGeometry, type Finding } from '../../../shared/passes/compare-geometry.ts';
import { toOutline } from '../../../shared/passes/footprint-overlap.ts';
import type { PassDetail } from '../../../shared/passes/pass.ts';
import { useApp } from '../../app/app-context.tsx';
import { usePasses } from '../../app/use-stores.ts';
import { TextButton } from '../../components/text-button.tsx';
import type { CompareMode, Comparing } from '../../stores/passes-store.ts';
import styles from './compare.module.css';
import type { PassWithDetections } from './use-compared-pass.ts';

/** What differs in how the two images were taken, and how they are laid against each other. */
export function CompareBanner({
  comparing,
  a,
  b,
  onClose,
}: {
  readonly comparing: Comparing;
  readonly a: PassWithDetections;
  readonly b: PassWithDetections;
  readonly onClose: () => void;
}) {
  const { stores } = useApp();
  const tolerance = usePasses((state) => state.tolerance);
  const { findings } = compareGeometry(imageOf(a.detail), imageOf(b.detail), tolerance);
  const recordIds = new Set([
    ...(comparing.recordId === null ? [] : [comparing.recordId]),
    ...sharedRecords(a.detail, b.detail),
  ]);
  const told = findings.filter(({ aspect }) => aspect !== 'sensor' && aspect !== 'type');
  const mismatches = told.filter(({ state, aspect }) => state !== 'alike' && aspect !== 'time');
  const others = told.filter((finding) => !mismatches.includes(finding));
  const [recordId] = recordIds;
  const sum = mismatches.length === 0 ? 'geometry alike' : mismatches.map(({ text }) => text).join('; ');
  const subject = recordId
    ? `Change result ${recordId} compares these two images: ${sum}.`
    : `${sum.slice(0, 1).toUpperCase()}${sum.slice(1)}.`;
  return (
    <header className={styles.banner}>
      <div className={styles.bannerHead}>
        <SegmentedControl
          aria-label="Lay the passes"
          data={[
            { value: 'swipe', label: 'Swipe' },
            { value: 'side', label: 'Side by side' },
          ]}
          value={comparing.mode}
          onChange={(mode) => stores.passes.getState().changeComparing({ mode: mode as CompareMode })}
        />
        <TextButton
          onClick={() => stores.passes.getState().changeComparing({ a: comparing.b, b: comparing.a })}
        >
          Exchange A and B
        </TextButton>
        <span className="grow" />
        <TextButton onClick={onClose}>Close</TextButton>
      </div>
      <p className={mismatches.length > 0 ? styles.mismatch : styles.alike} role="status">
        {subject}
        {recordIds.size > 1 ? ` ${recordIds.size - 1} more compare them, too.` : ''}
      </p>
      <p className={styles.others}>{others.map(toText).join(' · ')}</p>
    </header>
  );
}

function toText({ text }: Finding): string {
  return text;
}

function imageOf({ outline: { image, footprint } }: PassDetail) {
  return { image, outline: footprint && toOutline(footprint.geometry) };
}

/** Records that name both images, such as change results. */
function sharedRecords(a: PassDetail, b: PassDetail): readonly string[] {
  return a.records
    .filter(({ passKeys }) => passKeys.includes(b.pass.key) && a.pass.key !== b.pass.key)
    .map(({ recordId }) => recordId);
}
