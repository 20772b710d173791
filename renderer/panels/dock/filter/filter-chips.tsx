import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useResults, useWorkspace } from '../../../app/use-stores.ts';
import { describeFilter } from '../describe-filter.ts';
import styles from '../dock.module.css';
import { areaOfRings } from './area-of-rings.ts';

/** One chip for each restriction of the filter, with a cross that lifts it. */
export function FilterChips() {
  const { stores } = useApp();
  const filter = useResults((state) => state.filter);
  const areas = useWorkspace((state) => state.areas);
  const area = filter.within && areas.state === 'ready' ? areaOfRings(filter.within, areas.value) : undefined;
  const parts = describeFilter(filter, area?.name);
  if (parts.length === 0) return null;
  const chips = parts.map(({ text, members }) => (
    <span key={text} className={styles.chip}>
      <span className={styles.chipText} title={text}>
        {text}
      </span>
      <button
        type="button"
        aria-label={`Remove the filter ${text}`}
        onClick={() => {
          const rest: DetectionFilter = { ...stores.results.getState().filter };
          for (const member of members) delete rest[member];
          stores.results.setState({ filter: rest });
        }}
      >
        ×
      </button>
    </span>
  ));
  return (
    <div className={styles.chips}>
      <span className="muted">Filter:</span>
      {chips}
    </div>
  );
}
