import { SegmentedControl } from '@mantine/core';
import { compareGeometry, type Finding } from '../../../shared/passes/compare-geometry.ts';
import { toOutline } from '../../../shared/passes/footprint-overlap.ts';
import type { PassDetail, PassRecord } from '../../../shared/passes/pass.ts';
import { useApp } from '../../app/app-context.tsx';
import { usePasses } from '../../app/use-stores.ts';
import { formatQuantity } from '../../components/format.ts';
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
  const records = sharedRecords(a.detail, b.detail, comparing.recordId);
  const told = findings.filter(({ aspect }) => aspect !== 'sensor' && aspect !== 'type');
  const mismatches = told.filter(({ state, aspect }) => state !== 'alike' && aspect !== 'time');
  const others = told.filter((finding) => !mismatches.includes(finding));
  const [record] = records;
  const sum = mismatches.length === 0 ? 'geometry alike' : mismatches.map(({ text }) => text).join('; ');
  const subject = record
    ? `${originText(record)} these two images: ${sum}.`
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
        {records.length > 1 ? ` ${formatQuantity(records.length - 1, 'more record')} of both.` : ''}
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

/** Records that name both images, such as change results; the one the comparison was asked for comes first. */
function sharedRecords(a: PassDetail, b: PassDetail, wanted: string | null): readonly PassRecord[] {
  return a.records
    .filter(({ passKeys }) => passKeys.includes(b.pass.key) && a.pass.key !== b.pass.key)
    .toSorted((one, other) => Number(other.recordId === wanted) - Number(one.recordId === wanted));
}

/** Only of a change result it is known that it compares its images. */
function originText({ recordId, analytics }: PassRecord): string {
  return analytics.some((analytic) => /change/i.test(analytic))
    ? `Change result ${recordId} compares`
    : `Record ${recordId} was made from`;
}
