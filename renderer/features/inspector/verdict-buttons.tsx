import { IconCheck, IconFlag, IconNote, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Review } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { CommandKey } from '../../context/command-key.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';
import { isReviewing } from '../../stores/review-store.ts';
import styles from './review.module.css';
import { texts } from './texts.ts';

/** The verdicts and the flag as toggle buttons; under review they are larger, and the note is with them. */
export function VerdictButtons({
  review,
  isUnderReview = false,
}: {
  readonly review: Review | null;
  readonly isUnderReview?: boolean;
}) {
  const { commands } = useApp();
  const reviewing = useReview(isReviewing);
  const selected = useResults(({ selectedIds }) => selectedIds.size);
  const verdict = review?.verdict ?? null;
  return (
    <>
      <fieldset
        className={styles.verdicts}
        aria-label={texts.verdicts.label}
        data-under-review={isUnderReview || undefined}
      >
        <VerdictButton
          command="review.confirmed"
          label={texts.verdicts.confirm}
          isOn={verdict === 'confirmed'}
          state="confirmed"
        >
          <IconCheck size={15} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.rejected"
          label={texts.verdicts.reject}
          isOn={verdict === 'rejected'}
          state="rejected"
        >
          <IconX size={15} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.unsure"
          label={texts.verdicts.unsure}
          isOn={verdict === 'unsure'}
          state="unsure"
        >
          <IconQuestionMark size={14} stroke={2} aria-hidden />
        </VerdictButton>
        <VerdictButton
          command="review.flag"
          label={texts.verdicts.flag}
          isOn={review?.flagged ?? false}
          state="flagged"
        >
          <IconFlag size={14} stroke={1.8} aria-hidden />
        </VerdictButton>
        {isUnderReview ? (
          <button type="button" className={styles.verdict} onClick={() => commands.run('review.note')}>
            <IconNote size={14} stroke={1.8} aria-hidden />
            {texts.verdicts.note}
            <kbd>{texts.verdicts.noteKey}</kbd>
          </button>
        ) : null}
      </fieldset>
      {selected > 1 && !reviewing ? (
        <div className={styles.remark}>{texts.verdicts.forSelection(selected)}</div>
      ) : null}
    </>
  );
}

function VerdictButton({
  command,
  label,
  isOn,
  state,
  children,
}: {
  readonly command: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly state: 'confirmed' | 'rejected' | 'unsure' | 'flagged';
  readonly children: ReactNode;
}) {
  const { commands } = useApp();
  return (
    <button
      type="button"
      className={styles.verdict}
      data-state={state}
      aria-pressed={isOn}
      onClick={() => commands.run(command)}
    >
      {children}
      {label}
      <CommandKey id={command} />
    </button>
  );
}
