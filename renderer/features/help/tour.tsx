import { Button, Portal } from '@mantine/core';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import { type App, useApp } from '../../context/app-context.tsx';
import { useHelp } from '../../context/use-stores.ts';
import { isDrawer } from '../../stores/panel-layout.ts';
import { hasActiveFetch } from '../../stores/workspace-store.ts';
import { isNoOverlayOpen } from '../../ui/is-no-overlay-open.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './help.module.css';
import { texts } from './texts.ts';

/** The tour, while it is taken. */
export function Tour() {
  const app = useApp();
  const at = useHelp((state) => state.tourStep);
  const steps = useMemo(() => createTourSteps(app), [app]);
  const step = at === null ? undefined : steps[at];
  if (at === null || !step) return null;
  return <TourCard key={at} step={step} number={at + 1} count={steps.length} />;
}

/** A step: a ring around its control, and a card next to it. Going on waits for what the user does, or for Next. */
function TourCard({
  step,
  number,
  count,
}: {
  readonly step: TourStep;
  readonly number: number;
  readonly count: number;
}) {
  const { stores } = useApp();
  const { help, results, search, workspace } = stores;
  const isLast = number === count;
  const rect = useAnchorRect(step.anchor);

  const next = useCallback(
    () => (isLast ? help.getState().endTour() : help.getState().setTourStep(number)),
    [help, isLast, number],
  );

  useEffect(() => step.prepare(), [step]);

  // Without the focus, letters that the step names would run the commands of their keys.
  const hasField = step.isField && rect !== null;
  useEffect(() => {
    if (hasField && isNoOverlayOpen()) focusFirst(step.anchor);
  }, [hasField, step]);

  // A tour that is called again begins with steps that were done before: they wait for Next.
  useEffect(() => {
    let wasDone = step.isDone();
    const check = () => {
      const isDone = step.isDone();
      if (isDone && !wasDone) next();
      wasDone = isDone;
    };
    const stops = [search.subscribe(check), workspace.subscribe(check), results.subscribe(check)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [step, next, search, workspace, results]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isNoOverlayOpen()) return;
      event.preventDefault();
      help.getState().endTour();
    };
    // In the capture phase: an open list closes at the same key press, and would then not be noticed.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [help]);

  const { title, text } = step;
  return (
    <Portal>
      {rect ? <div className={styles.ring} style={ringStyle(rect)} aria-hidden /> : null}
      <section
        className={styles.tour}
        style={cardStyle(rect)}
        aria-label={texts.tour.label}
        data-region="tour"
      >
        <div role="status">
          <span className={styles.stepNumber}>{texts.tour.stepOf(number, count)}</span>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.tourActions}>
          <Button size="compact-xs" onClick={next}>
            {isLast ? texts.tour.finish : texts.tour.next}
          </Button>
          <Button size="compact-xs" onClick={() => focusFirst(step.anchor)}>
            {texts.tour.show}
          </Button>
          <span className="grow" />
          {isLast ? null : (
            <TextButton onClick={() => help.getState().endTour()}>
              {texts.tour.leave} <kbd>{texts.tour.leaveKey}</kbd>
            </TextButton>
          )}
        </div>
      </section>
    </Portal>
  );
}

const focusable = ':is(input, button, [tabindex="0"]):not([tabindex="-1"], :disabled)';

function focusFirst(anchor: string): void {
  const element = document.querySelector<HTMLElement>(anchor);
  const target = element?.matches(focusable) ? element : element?.querySelector<HTMLElement>(focusable);
  target?.focus();
}

type Rect = Pick<DOMRect, 'top' | 'left' | 'width' | 'height'>;

/** Place of a control in the window, measured before each frame; null while it is not on the page. */
function useAnchorRect(selector: string): Rect | null {
  const [rect, setRect] = useState<Rect | null>(null);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      const element = document.querySelector(selector);
      const { top, left, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      setRect((before) => {
        if (width === 0) return null;
        const isSame =
          before?.top === top && before.left === left && before.width === width && before.height === height;
        return isSame ? before : { top, left, width, height };
      });
      frame = requestAnimationFrame(measure);
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return rect;
}

const margin = 10;
const cardSize = { width: 300, height: 170 };

function ringStyle({ top, left, width, height }: Rect): CSSProperties {
  return { top: top - 4, left: left - 4, width: width + 8, height: height + 8 };
}

/** Right of the control, else left of it, else below or above it; without a control at the bottom. */
function cardStyle(rect: Rect | null): CSSProperties {
  if (!rect) return { bottom: 40, left: '50%', transform: 'translateX(-50%)' };
  const { innerWidth, innerHeight } = window;
  const top = Math.max(8, Math.min(rect.top, innerHeight - cardSize.height - 8));
  const left = Math.max(8, Math.min(rect.left, innerWidth - cardSize.width - 8));
  if (rect.left + rect.width + margin + cardSize.width <= innerWidth) {
    return { top, left: rect.left + rect.width + margin };
  }
  if (rect.left - margin - cardSize.width >= 0) return { top, left: rect.left - margin - cardSize.width };
  if (rect.top - margin - cardSize.height >= 0) {
    return { bottom: innerHeight - rect.top + margin, left };
  }
  return { top: Math.min(rect.top + rect.height + margin, innerHeight - cardSize.height - 8), left };
}

/** A step of the tour. */
type TourStep = {
  readonly title: string;
  readonly text: string;
  /** Selects the control that it is about; the card is next to the first one on the page. */
  readonly anchor: string;
  /** Whether the user types into it; it is then focused. */
  readonly isField?: boolean;
  /** Shows the panel with that control. */
  prepare(): void;
  /** Whether the user has done it; the tour goes on when this becomes true. */
  isDone(): boolean;
};

/** The steps, from a query to a file. */
function createTourSteps({ stores }: Pick<App, 'stores'>): readonly TourStep[] {
  const { results, search, ui, workspace } = stores;
  const { steps } = texts.tour;
  const showGet = () => ui.getState().showPanel('results');
  return [
    {
      ...steps.region,
      anchor: '[data-tour="region"]',
      isField: true,
      prepare: showGet,
      isDone: () => search.getState().form.regions.length > 0,
    },
    {
      ...steps.fetch,
      anchor: '[data-tour="fetch"]',
      prepare: showGet,
      isDone: () => hasActiveFetch(workspace.getState()),
    },
    {
      ...steps.choose,
      anchor: '[data-region="dock"]',
      prepare() {
        const { windowSize, setDockOpen, setPanelOpen } = ui.getState();
        if (isDrawer('side', windowSize)) setPanelOpen('side', false);
        setDockOpen(true);
      },
      isDone: () => results.getState().focusedId !== null,
    },
    {
      ...steps.judge,
      anchor: '[data-region="inspector"]',
      prepare: () => ui.getState().setPanelOpen('inspector', true),
      isDone: () => false,
    },
    {
      ...steps.handOn,
      anchor: '[data-region="side"]',
      prepare: () => ui.getState().showPanel('hand-on'),
      isDone: () => workspace.getState().completed?.kind === 'export',
    },
  ];
}
