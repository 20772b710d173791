import { IconCheck, IconFlag, IconNote, IconQuestionMark, IconX } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Review } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { CommandKey } from '../../context/command-key.tsx';
import { useResults, useReview } from '../../context/use-stores.ts';
import { isReviewing } from '../../stores/review-store.ts';
import styles from './review.module.css';
import { texts } from './texts.ts';

/** The icons are made once, so that a button is rendered only when it is switched. */
const toggles = [
  {
    command: 'review.confirmed',
    label: texts.verdicts.confirm,
    state: 'confirmed',
    icon: <IconCheck size={15} stroke={2} aria-hidden />,
  },
  {
    command: 'review.rejected',
    label: texts.verdicts.reject,
    state: 'rejected',
    icon: <IconX size={15} stroke={2} aria-hidden />,
  },
  {
    command: 'review.unsure',
    label: texts.verdicts.unsure,
    state: 'unsure',
    icon: <IconQuestionMark size={14} stroke={2} aria-hidden />,
  },
  {
    command: 'review.flag',
    label: texts.verdicts.flag,
    state: 'flagged',
    icon: <IconFlag size={14} stroke={1.8} aria-hidden />,
  },
] as const;

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
  return (
    <>
      <fieldset
        className={styles.verdicts}
        aria-label={texts.verdicts.label}
        data-under-review={isUnderReview || undefined}
      >
        {toggles.map(({ command, label, state, icon }) => (
          <VerdictButton
            key={state}
            command={command}
            label={label}
            isOn={state === 'flagged' ? (review?.flagged ?? false) : review?.verdict === state}
            state={state}
            icon={icon}
          />
        ))}
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

const VerdictButton = memo(function VerdictButton({
  command,
  label,
  isOn,
  state,
  icon,
}: {
  readonly command: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly state: 'confirmed' | 'rejected' | 'unsure' | 'flagged';
  readonly icon: ReactNode;
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
      {icon}
      {label}
      <CommandKey id={command} />
    </button>
  );
});
