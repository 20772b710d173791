import { SegmentedControl } from '@mantine/core';
import { compareGeometry, type Finding } from '../../../../shared/passes/compare-geometry.ts';
import { toOutline } from '../../../../shared/passes/footprint-overlap.ts';
import type { PassDetail, PassRecord } from '../../../../shared/passes/pass.ts';
import { useApp } from '../../../context/app-context.tsx';
import { usePasses } from '../../../context/use-stores.ts';
import type { CompareMode, PassComparison } from '../../../stores/passes-store.ts';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import styles from './compare.module.css';
import { CompareStage } from './compare-stage.tsx';
import { type PassWithDetections, useComparedPass } from './use-compared-pass.ts';

/** Compares two passes over the same location; covers the map until it is closed. */
export function CompareView() {
  const comparing = usePasses((state) => state.comparison);
  if (!comparing) return null;
  // Sorted, because swapping the two passes must not reset the view.
  const pair = [comparing.a, comparing.b].sort().join(' ');
  return <Comparison key={pair} comparing={comparing} />;
}

function Comparison({ comparing }: { readonly comparing: PassComparison }) {
  const { stores } = useApp();
  const a = useComparedPass(comparing.a);
  const b = useComparedPass(comparing.b);
  const failed = [a, b].find(({ error }) => error);
  const close = () => stores.passes.getState().closeComparison();
  return (
    <section
      className={styles.compare}
      aria-label={texts.compare.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {failed?.error ? (
        <div className={styles.state}>
          <QueryState
            query={{ error: failed.error, refetch: () => Promise.all([a.refetch(), b.refetch()]) }}
          />
          <TextButton onClick={close}>{texts.compare.close}</TextButton>
        </div>
      ) : a.data && b.data ? (
        <>
          <CompareBanner comparing={comparing} a={a.data} b={b.data} onClose={close} />
          <CompareStage comparing={comparing} a={a.data} b={b.data} />
        </>
      ) : (
        <div className={styles.state}>
          <LoadingState label={texts.compare.loading} />
          <TextButton onClick={close}>{texts.compare.cancel}</TextButton>
        </div>
      )}
    </section>
  );
}

/** The differences in acquisition geometry of the two images, and the comparison mode. */
function CompareBanner({
  comparing,
  a,
  b,
  onClose,
}: {
  readonly comparing: PassComparison;
  readonly a: PassWithDetections;
  readonly b: PassWithDetections;
  readonly onClose: () => void;
}) {
  const { stores } = useApp();
  const tolerance = usePasses((state) => state.tolerance);
  const { findings } = compareGeometry(toComparedImage(a.detail), toComparedImage(b.detail), tolerance);
  const records = sharedRecords(a.detail, b.detail, comparing.recordId);
  const shownFindings = findings.filter(({ aspect }) => aspect !== 'sensor' && aspect !== 'type');
  const mismatches = shownFindings.filter(({ state, aspect }) => state !== 'alike' && aspect !== 'time');
  const others = shownFindings.filter((finding) => !mismatches.includes(finding));
  const [record] = records;
  const geometryText =
    mismatches.length === 0 ? texts.compare.sameGeometry : mismatches.map(({ text }) => text).join('; ');
  const subject = record
    ? texts.compare.subject(describeRecordOrigin(record), geometryText)
    : `${geometryText.slice(0, 1).toUpperCase()}${geometryText.slice(1)}.`;
  return (
    <header className={styles.banner}>
      <div className={styles.bannerHead}>
        <SegmentedControl
          aria-label={texts.compare.mode}
          data={[
            { value: 'swipe', label: texts.compare.swipe },
            { value: 'side', label: texts.compare.side },
          ]}
          value={comparing.mode}
          onChange={(mode) => stores.passes.getState().changeComparison({ mode: mode as CompareMode })}
        />
        <TextButton
          onClick={() => stores.passes.getState().changeComparison({ a: comparing.b, b: comparing.a })}
        >
          {texts.compare.swap}
        </TextButton>
        <span className="grow" />
        <TextButton onClick={onClose}>{texts.compare.close}</TextButton>
      </div>
      <p className={mismatches.length > 0 ? styles.mismatch : styles.alike} role="status">
        {subject}
        {records.length > 1 ? texts.compare.moreRecords(records.length - 1) : ''}
      </p>
      <p className={styles.others}>{others.map(toText).join(' · ')}</p>
    </header>
  );
}

function toText({ text }: Finding): string {
  return text;
}

function toComparedImage({ outline: { image, footprint } }: PassDetail) {
  return { image, outline: footprint && toOutline(footprint.geometry) };
}

/** Records that refer to both images, such as change results; the requested one comes first. */
function sharedRecords(a: PassDetail, b: PassDetail, requestedId: string | null): readonly PassRecord[] {
  return a.records
    .filter(({ passKeys }) => passKeys.includes(b.pass.key) && a.pass.key !== b.pass.key)
    .toSorted((one, other) => Number(other.recordId === requestedId) - Number(one.recordId === requestedId));
}

/** Only a change result is known to compare its images. */
function describeRecordOrigin({ recordId, analytics }: PassRecord): string {
  return analytics.some((analytic) => /change/i.test(analytic))
    ? texts.compare.changeResult(recordId)
    : texts.compare.madeFrom(recordId);
}
