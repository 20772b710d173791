import { IconCheck, IconFlag, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Review } from '../../../shared/review/review.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useReview, useUi } from '../../app/use-stores.ts';
import { formatCount } from '../../components/format.ts';
import { isReviewing } from '../../stores/review-store.ts';
import styles from './review.module.css';

/** The verdicts and the flag, as buttons that show how the detection stands. */
export function VerdictButtons({ review }: { readonly review: Review | null }) {
  const reviewing = useReview(isReviewing);
  const onPanel = useUi(({ panel }) => panel === 'review');
  const selected = useResults(({ selectedIds }) => selectedIds.size);
  const verdict = review?.verdict ?? null;
  return (
    <>
      <fieldset className={styles.verdicts} aria-label="Verdict">
        <VerdictButton
          command="review.confirmed"
          label="Confirm"
          hotkey="C"
          isOn={verdict === 'confirmed'}
          tone="ok"
        >
          <IconCheck size={15} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.rejected"
          label="Reject"
          hotkey="X"
          isOn={verdict === 'rejected'}
          tone="bad"
        >
          <IconX size={15} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.unsure"
          label="Unsure"
          hotkey={reviewing || onPanel ? 'U' : null}
          isOn={verdict === 'unsure'}
          tone="unsure"
        >
          <IconQuestionMark size={14} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.flag"
          label="Flag"
          hotkey="F"
          isOn={review?.flagged ?? false}
          tone="warn"
        >
          <IconFlag size={14} stroke={1.8} aria-hidden />
        </VerdictButton>
      </fieldset>
      {selected > 1 && !reviewing ? (
        <div className={styles.remark}>These apply to the {formatCount(selected)} selected detections.</div>
      ) : null}
    </>
  );
}

function VerdictButton({
  command,
  label,
  hotkey,
  isOn,
  tone,
  children,
}: {
  readonly command: string;
  readonly label: string;
  readonly hotkey: string | null;
  readonly isOn: boolean;
  readonly tone: 'ok' | 'bad' | 'unsure' | 'warn';
  readonly children: ReactNode;
}) {
  const { commands } = useApp();
  return (
    <button
      type="button"
      className={styles.verdict}
      data-tone={tone}
      aria-pressed={isOn}
      onClick={() => commands.run(command)}
    >
      {children}
      {label}
      {hotkey ? <kbd>{hotkey}</kbd> : null}
    </button>
  );
}
