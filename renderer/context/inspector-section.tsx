import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useApp } from './app-context.tsx';
import styles from './inspector-section.module.css';
import { useInspector } from './use-stores.ts';

/** A section of the inspector that can be folded; which ones are is remembered by their `title`. */
export function InspectorSection({
  title,
  label = title,
  actions,
  children,
}: {
  readonly title: string;
  /** The accessible name of the region; the title by default. */
  readonly label?: string;
  /** Shown at the right end of the heading, also while the section is folded. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { stores } = useApp();
  const isFolded = useInspector(({ foldedSections }) => foldedSections.includes(title));
  const contentId = useId();
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <section aria-label={label} className={styles.section}>
      <div className={styles.head}>
        <h3>
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={contentId}
            onClick={() => stores.inspector.getState().toggleSection(title)}
          >
            <Chevron size={14} stroke={1.8} aria-hidden />
            {title}
          </button>
        </h3>
        {actions}
      </div>
      <div id={contentId} hidden={isFolded}>
        {children}
      </div>
    </section>
  );
}

/** The heading of the inspected item, with what can be done with it. */
export function InspectorHeading({
  title,
  badge,
  children,
}: {
  readonly title: ReactNode;
  /** The state of the item, at the right of the title. */
  readonly badge?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.top}>
      <div className={styles.title}>
        <h2>{title}</h2>
        {badge}
      </div>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}
