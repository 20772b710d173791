import { useApp } from '../../../context/app-context.tsx';
import { usePasses } from '../../../context/use-stores.ts';
import type { PassComparison } from '../../../stores/passes-store.ts';
import { toFailure } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import styles from './compare.module.css';
import { CompareBanner } from './compare-banner.tsx';
import { CompareStage } from './compare-stage.tsx';
import { useComparedPass } from './use-compared-pass.ts';

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
          <FailureNote
            failure={toFailure(failed.error)}
            onRetry={() => void Promise.all([a.refetch(), b.refetch()])}
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
