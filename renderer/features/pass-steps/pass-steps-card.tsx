import { describeDetectionConditions } from '../../../shared/results/filters-single-detections.ts';
import { useApp } from '../../context/app-context.tsx';
import {
  describePassStep,
  describeStepAnalyses,
  describeStepImage,
} from '../../context/describe-pass-step.ts';
import { usePassSteps } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './pass-steps.module.css';
import { texts } from './texts.ts';

/** The pass that is shown while stepping through passes, and the buttons that do the same as the keys. */
export function PassStepsCard() {
  const { commands } = useApp();
  const steps = usePassSteps((state) => state.steps);
  if (!steps) return null;
  // The filter of a step may list the detections of its pass, which is no condition of the user's.
  const notRestricting = describeDetectionConditions(steps.before);
  return (
    <section className={styles.card} aria-label={texts.label}>
      <p role="status" className={styles.reading}>
        {describePassStep(steps)}
      </p>
      <p className={styles.image}>{describeStepImage(steps)}</p>
      <p className={styles.image}>{describeStepAnalyses(steps)}</p>
      {notRestricting === null ? null : (
        <p className={styles.image}>{texts.notRestrictedBy(notRestricting)}</p>
      )}
      <div className={styles.actions}>
        <TextButton onClick={() => commands.run('pass-steps.previous')}>{texts.previousShort}</TextButton>
        <TextButton onClick={() => commands.run('pass-steps.next')}>{texts.nextShort}</TextButton>
        <TextButton
          aria-pressed={steps.isCumulative}
          title={texts.upToHereHint}
          onClick={() => commands.run('pass-steps.cumulative')}
        >
          {texts.upToHere}
        </TextButton>
        <TextButton onClick={() => commands.run('pass-steps.end')}>{texts.stop}</TextButton>
      </div>
    </section>
  );
}
