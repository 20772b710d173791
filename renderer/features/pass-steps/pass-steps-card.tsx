import { useApp } from '../../context/app-context.tsx';
import { usePassSteps } from '../../context/use-stores.ts';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './pass-steps.module.css';
import { texts } from './texts.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The pass that is shown while stepping through passes, and the buttons that do the same as the keys. */
export function PassStepsCard() {
  const { commands } = useApp();
  const steps = usePassSteps((state) => state.steps);
  if (!steps) return null;
  const { shown, isCumulative } = steps;
  const time = shown.startedAt === null ? texts.withoutTime : texts.collected(shown.startedAt);
  return (
    <section className={styles.card} aria-label={texts.label}>
      <p role="status" className={styles.reading}>
        {describeStep(steps)}
      </p>
      <p className={styles.image}>{`${shown.sensorName ?? texts.sensorNotGiven} · ${time}`}</p>
      <div className={styles.actions}>
        <TextButton onClick={() => commands.run('pass-steps.previous')}>{texts.previousShort}</TextButton>
        <TextButton onClick={() => commands.run('pass-steps.next')}>{texts.nextShort}</TextButton>
        <TextButton
          aria-pressed={isCumulative}
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

/** The position of the shown pass among those over the view, as a sentence: `Pass 7 of 23, 41 h after the last, covers 62%`. */
export function describeStep({ stops, shown }: Pick<PassSteps, 'stops' | 'shown'>): string {
  const index = stops.findIndex(({ key }) => key === shown.key);
  const stop = stops[index];
  if (!stop) return texts.notOverView(stops.length);
  const last = stops[index - 1]?.startedAt ?? null;
  const gap = last === null || stop.startedAt === null ? null : stop.startedAt - last;
  return [
    texts.position(index + 1, stops.length),
    ...(gap === null ? [] : [texts.afterLast(formatGap(gap))]),
    texts.covers(formatShare(stop.share)),
  ].join(', ');
}

function formatGap(milliseconds: number): string {
  if (milliseconds < minute) return `${Math.round(milliseconds / 1000)} s`;
  if (milliseconds < 2 * hour) return `${Math.round(milliseconds / minute)} min`;
  return `${Math.round(milliseconds / hour)} h`;
}

/** A share as whole percent: not 0% when a part is shown, not 100% before everything is. */
function formatShare(share: number): string {
  if (share >= 0.9995) return '100%';
  if (share < 0.01) return 'less than 1%';
  return `${Math.min(99, Math.round(100 * share))}%`;
}
