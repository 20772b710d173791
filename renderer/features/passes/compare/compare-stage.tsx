import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { PassDetail } from '../../../shared/passes/pass.ts';
import { useApp } from '../../app/app-context.tsx';
import { passTitle } from '../../commands/pass-commands.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import { CompareMaps, type Side } from '../../map/compare/compare-maps.ts';
import { nominalChipMetres } from '../../map/sync-focus.ts';
import type { Comparing } from '../../stores/passes-store.ts';
import { angleText, directionText, elsewhereText } from '../dock/passes/pass-texts.ts';
import styles from './compare.module.css';
import type { PassWithDetections } from './use-compared-pass.ts';

/** The colours of the two passes, which differ in lightness, too. */
const colors: Readonly<Record<Side, string>> = { a: '#4cc2d4', b: '#f0b429' };
const none: Readonly<Record<Side, number>> = { a: 0, b: 0 };

/** Both maps: one above the other with a divider between what is seen of them, or beside each other. */
export function CompareStage({
  comparing,
  a,
  b,
}: {
  readonly comparing: Comparing;
  readonly a: PassWithDetections;
  readonly b: PassWithDetections;
}) {
  const elementA = useRef<HTMLDivElement>(null);
  const elementB = useRef<HTMLDivElement>(null);
  const maps = useRef<CompareMaps | null>(null);
  const [missing, setMissing] = useState(none);
  const [problem, setProblem] = useState<string | null>(null);
  const { mode, divider } = comparing;

  useEffect(() => {
    if (!elementA.current || !elementB.current) return;
    const pair = new CompareMaps({
      missingChips: (side, count) =>
        setMissing((before) => (before[side] === count ? before : { ...before, [side]: count })),
      problem: (_, message) => setProblem(message),
    });
    maps.current = pair;
    pair.mount(elementA.current, elementB.current);
    return () => {
      maps.current = null;
      pair.dispose();
    };
  }, []);

  // New data, such as a verdict, leave the view as it is.
  useEffect(() => {
    for (const [side, { detail, detections }] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const { outline } = detail;
      // The note beside tells the angles; in half a map there is no room for more.
      const look = { color: colors[side], label: side.toUpperCase() };
      maps.current?.show(side, { outline, detections, look });
    }
    maps.current?.zoomOnce([a, b].map(({ detail }) => detail.outline));
  }, [a, b]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the maps' elements change their size with the mode
  useEffect(() => maps.current?.resize(), [mode]);

  return (
    <>
      <div className={styles.stage} data-mode={mode}>
        <div
          ref={elementB}
          className={styles.map}
          data-side="b"
          role="application"
          aria-label="Pass B. Arrow keys move both maps, plus and minus zoom."
        />
        <div
          ref={elementA}
          className={styles.map}
          data-side="a"
          role="application"
          aria-label="Pass A. Arrow keys move both maps, plus and minus zoom."
          style={mode === 'swipe' ? { clipPath: `inset(0 ${(1 - divider) * 100}% 0 0)` } : undefined}
        />
        {mode === 'swipe' ? <Divider at={divider} /> : null}
        <PassNote side="a" pass={a} missing={missing.a} />
        <PassNote side="b" pass={b} missing={missing.b} />
      </div>
      <p className={styles.remark} role={problem ? 'alert' : undefined}>
        {problem ??
          `The service sends detections, footprints and chips, not the images themselves, so these are what is compared, whatever the filter; areas stand as points. Near enough, chips lie on the map ${nominalChipMetres} m wide; the service does not state their size.`}
      </p>
    </>
  );
}

function PassNote({
  side,
  pass: { detail, detections, left },
  missing,
}: {
  readonly side: Side;
  readonly pass: PassWithDetections;
  readonly missing: number;
}) {
  return (
    <p className={styles.note} data-side={side} style={{ borderColor: colors[side] }}>
      <strong style={{ color: colors[side] }}>{side.toUpperCase()}</strong> {passTitle(detail.pass)}
      <br />
      <span className="muted">
        {namesOf(detail)} · {formatQuantity(detections.length + left, 'detection')}
        {left > 0 ? ` (the first ${formatCount(detections.length)} shown)` : ''}
        {detail.pass.elsewhere > 0 ? ` · ${elsewhereText(detail.pass.elsewhere)}` : ''}
        {missing > 0 ? ` · ${formatQuantity(missing, 'chip')} not there` : ''}
      </span>
    </p>
  );
}

function namesOf({
  pass: { sensorMode, polarization, incidenceAngle, azimuthAngle, footprint },
}: PassDetail): string {
  return [
    sensorMode ?? 'mode not given',
    polarization ?? 'polarization not given',
    incidenceAngle === null ? 'incidence not given' : `incidence ${angleText(incidenceAngle)}`,
    azimuthAngle === null ? 'azimuth not given' : `sensor at ${directionText(azimuthAngle)}`,
    ...(footprint.state === 'ready' ? [] : ['no footprint']),
  ].join(' · ');
}

/** What parts the two maps: A to its left, B to its right. By mouse, or by arrow keys. */
function Divider({ at }: { readonly at: number }) {
  const { stores } = useApp();
  const move = (divider: number) =>
    stores.passes.getState().changeComparing({ divider: Math.min(1, Math.max(0, divider)) });

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.shiftKey ? 0.1 : 0.02;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at - step,
      ArrowRight: at + step,
      Home: 0,
      End: 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const stage = event.currentTarget.parentElement?.getBoundingClientRect();
    if (stage && stage.width > 0) move((event.clientX - stage.left) / stage.width);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a widget, which hr is not
    <div
      className={styles.divider}
      role="separator"
      aria-label="Divider between A and B"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      tabIndex={0}
      // At either end the handle stays within reach.
      style={{ left: `clamp(7px, ${at * 100}%, calc(100% - 7px))` }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
