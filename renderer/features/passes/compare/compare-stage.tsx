import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatAngle, formatQuantity } from '../../../../shared/format.ts';
import type { PassDetail } from '../../../../shared/passes/pass.ts';
import { sensorSideText } from '../../../../shared/passes/sensor-side.ts';
import { useApp } from '../../../context/app-context.tsx';
import { CompareMaps, type Side } from '../../../map/compare/compare-maps.ts';
import { mapScheme } from '../../../map/map-colors.ts';

import type { PassComparison } from '../../../stores/passes-store.ts';
import type { ComparedView } from '../../../stores/ui-store.ts';
import { type ColorScheme, designTokens } from '../../../ui/design-tokens.ts';
import { useColorScheme } from '../../../ui/use-color-scheme.ts';
import { passTitle } from '../pass-commands.ts';
import { namedMissingText } from '../pass-texts.ts';
import { texts } from '../texts.ts';
import styles from './compare.module.css';
import type { PassWithDetections } from './use-compared-pass.ts';

/** The colors of the two passes; they also differ in lightness, for color-blind readers. */
const sideColors: Readonly<Record<ColorScheme, Readonly<Record<Side, string>>>> = {
  dark: { a: designTokens.dark.accent, b: designTokens.dark.warn },
  light: { a: designTokens.light.accent, b: designTokens.light.warn },
};
const noView: Omit<ComparedView, 'isSwipe'> = { scaleDenominator: 0, inView: { a: 0, b: 0 } };
const noMissingChips: Readonly<Record<Side, number>> = { a: 0, b: 0 };

/** Both maps: on top of each other with a divider between their visible parts, or side by side. */
export function CompareStage({
  comparing,
  a,
  b,
}: {
  readonly comparing: PassComparison;
  readonly a: PassWithDetections;
  readonly b: PassWithDetections;
}) {
  const { stores } = useApp();
  const elementA = useRef<HTMLDivElement>(null);
  const elementB = useRef<HTMLDivElement>(null);
  const maps = useRef<CompareMaps | null>(null);
  const [missing, setMissing] = useState(noMissingChips);
  const [problem, setProblem] = useState<string | null>(null);
  const [view, setView] = useState<Omit<ComparedView, 'isSwipe'>>(noView);
  const { mode, divider } = comparing;
  const scheme = useColorScheme();

  useEffect(() => {
    const { setComparedView } = stores.ui.getState();
    setComparedView(view === noView ? null : { ...view, isSwipe: mode === 'swipe' });
    return () => setComparedView(null);
  }, [stores, view, mode]);

  useEffect(() => {
    if (!elementA.current || !elementB.current) return;
    const pair = new CompareMaps({
      missingChips: (side, count) =>
        setMissing((before) => (before[side] === count ? before : { ...before, [side]: count })),
      problem: (_, message) => setProblem(message),
      view: (side, inView, scaleDenominator) =>
        setView((before) => ({ scaleDenominator, inView: { ...before.inView, [side]: inView } })),
    });
    maps.current = pair;
    pair.mount(elementA.current, elementB.current);
    return () => {
      maps.current = null;
      pair.dispose();
    };
  }, []);

  // New data, such as a verdict, do not move the view.
  useEffect(() => {
    for (const [side, { detail, detections }] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const { outline } = detail;
      // The caption shows the angles, because half a map is too narrow for them.
      const style = { color: () => sideColors[mapScheme()][side], label: side.toUpperCase() };
      maps.current?.show(side, { outline, detections, style });
    }
    maps.current?.zoomOnce([a, b].map(({ detail }) => detail.outline));
  }, [a, b]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the maps are drawn in the color scheme of the page
  useEffect(() => maps.current?.applyScheme(), [scheme]);

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
          aria-label={texts.compare.mapB}
        />
        <div
          ref={elementA}
          className={styles.map}
          data-side="a"
          role="application"
          aria-label={texts.compare.mapA}
          style={mode === 'swipe' ? { clipPath: `inset(0 ${(1 - divider) * 100}% 0 0)` } : undefined}
        />
        {mode === 'swipe' ? <Divider at={divider} /> : null}
        <PassCaption side="a" pass={a} missing={missing.a} />
        <PassCaption side="b" pass={b} missing={missing.b} />
      </div>
      <p className={styles.remark} role={problem ? 'alert' : undefined}>
        {problem ?? texts.compare.remark}
      </p>
    </>
  );
}

function PassCaption({
  side,
  pass: { detail, detections, omittedCount },
  missing,
}: {
  readonly side: Side;
  readonly pass: PassWithDetections;
  readonly missing: number;
}) {
  const color = sideColors[useColorScheme()][side];
  return (
    <p className={styles.note} data-side={side} style={{ borderColor: color }}>
      <strong style={{ color }}>{side.toUpperCase()}</strong> {passTitle(detail.pass)}
      <br />
      <span className="muted">
        {describeAcquisition(detail)} · {formatQuantity(detections.length + omittedCount, 'detection')}
        {omittedCount > 0 ? texts.compare.firstShown(detections.length) : ''}
        {detail.pass.detectionsElsewhere > 0
          ? ` · ${texts.notes.tracedElsewhere(detail.pass.detectionsElsewhere)}`
          : ''}
        {missing > 0 ? texts.compare.chipsMissing(missing) : ''}
      </span>
    </p>
  );
}

function describeAcquisition({ pass }: PassDetail): string {
  const { sensorMode, polarization, incidenceAngle, azimuthAngle, footprint } = pass;
  return [
    sensorMode ?? namedMissingText(pass, 'sensorMode'),
    polarization ?? namedMissingText(pass, 'polarization'),
    incidenceAngle === null
      ? namedMissingText(pass, 'incidenceAngle')
      : texts.compare.incidence(formatAngle(incidenceAngle)),
    azimuthAngle === null ? namedMissingText(pass, 'azimuthAngle') : sensorSideText(azimuthAngle),
    ...(footprint.state === 'none' ? [namedMissingText(pass, 'footprint')] : []),
    ...(footprint.state === 'malformed' ? [texts.columns.unusableFootprint] : []),
  ].join(' · ');
}

/** The divider between map A (left) and map B (right), moved by pointer or arrow keys. */
function Divider({ at }: { readonly at: number }) {
  const { stores } = useApp();
  const move = (divider: number) =>
    stores.passes.getState().changeComparison({ divider: Math.min(1, Math.max(0, divider)) });

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
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, which hr is not
    <div
      className={styles.divider}
      role="separator"
      aria-label={texts.compare.divider}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      tabIndex={0}
      // The handle stays within the view at both ends.
      style={{ left: `clamp(7px, ${at * 100}%, calc(100% - 7px))` }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
