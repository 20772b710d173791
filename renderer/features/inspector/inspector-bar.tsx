import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronLeft,
  IconChevronRight,
  IconPin,
  IconPinFilled,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { formatTime } from '../../../shared/format.ts';
import { placeOf } from '../../../shared/places/nearest-port.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { useInspector, useResults } from '../../context/use-stores.ts';
import { canStep, type InspectedItem } from '../../stores/inspector-store.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { PanelHelpContext } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import inspectorStyles from './inspector.module.css';
import styles from './inspector-bar.module.css';
import { hitIndex, stepThroughHits } from './inspector-commands.ts';
import { texts } from './texts.ts';

/** The title line of the inspector: back and forward, what the item belongs to, the pin, and Hide. */
export function InspectorBar({ item }: { readonly item: InspectedItem | null }) {
  const { commands } = useApp();
  const isPinned = useInspector((state) => state.isPinned);
  const canGoBack = useInspector((state) => !state.isPinned && canStep(state, -1));
  const canGoForward = useInspector((state) => !state.isPinned && canStep(state, 1));
  const backTip = useTipWithKey(texts.back, 'inspector.back');
  const forwardTip = useTipWithKey(texts.forward, 'inspector.forward');
  const hideTip = useTipWithKey(texts.hide, 'view.inspector-panel');
  const help = use(PanelHelpContext);
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <div className={styles.bar}>
      <ActionIcon
        aria-label={texts.back}
        title={backTip}
        aria-disabled={!canGoBack}
        onClick={() => commands.run('inspector.back')}
      >
        <IconChevronLeft size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        aria-label={texts.forward}
        title={forwardTip}
        aria-disabled={!canGoForward}
        onClick={() => commands.run('inspector.forward')}
      >
        <IconChevronRight size={16} stroke={1.8} />
      </ActionIcon>
      <nav aria-label={texts.crumbs}>
        <ol className={styles.crumbs}>
          {item?.kind === 'detection' ? (
            <DetectionCrumbs detectionId={item.id} />
          ) : item ? (
            <li aria-current="location">{texts.kinds[item.kind]}</li>
          ) : null}
        </ol>
      </nav>
      {help}
      {item ? (
        <ActionIcon
          aria-label={isPinned ? texts.unpin : texts.pin}
          title={isPinned ? texts.unpin : texts.pin}
          aria-pressed={isPinned}
          {...(isPinned ? { color: 'accent' } : {})}
          onClick={() => commands.run('inspector.pin')}
        >
          <Pin size={15} stroke={1.8} />
        </ActionIcon>
      ) : null}
      <ActionIcon
        aria-label={texts.hide}
        title={hideTip}
        onClick={() => commands.run('view.inspector-panel')}
      >
        <IconX size={15} stroke={1.8} />
      </ActionIcon>
    </div>
  );
}

/** The place and the pass of a detection, where they are known, and its id. */
function DetectionCrumbs({ detectionId }: { readonly detectionId: number }) {
  const pass = usePassOf(detectionId);
  const { engine, stores, queries } = useApp();
  const detection = useQuery(queries.results.detail.queryOptions(detectionId)).data?.detection;
  const place = detection ? placeOf([detection.longitude, detection.latitude]) : null;
  return (
    <>
      {place === null ? null : (
        <>
          <li>
            <TextButton
              title={texts.placeOnMap(place.name)}
              onClick={() => engine.camera.moveTo(place.position)}
            >
              {place.name}
            </TextButton>
          </li>
          <li aria-hidden>
            <IconChevronRight size={12} />
          </li>
        </>
      )}
      {pass ? (
        <>
          <li>
            <TextButton onClick={() => stores.passes.getState().choose([pass.key])}>{pass.name}</TextButton>
          </li>
          <li aria-hidden>
            <IconChevronRight size={12} />
          </li>
        </>
      ) : null}
      <li aria-current="location">{detectionId}</li>
    </>
  );
}

/** The pass that observed a detection; null where it is not known, or several could have. */
function usePassOf(detectionId: number) {
  const { queries } = useApp();
  const detail = useQuery(queries.results.detail.queryOptions(detectionId)).data;
  const recordId = detail?.record.assignedId;
  const keys = useQuery(
    queries.passes.ofRecord.queryOptions(recordId ?? '', { enabled: recordId !== undefined }),
  ).data;
  if (!detail?.sensor || !keys) return null;
  const { sensor, sensors } = detail;
  const index = sensors.findIndex((each) => each.sensorDataIndex === sensor.sensorDataIndex);
  // Images that several sensors of the record share are one pass, so that the keys are no longer in their order.
  const key = keys.length === 1 ? keys[0] : keys.length === sensors.length ? keys[index] : undefined;
  return key === undefined ? null : { key, name: sensor.sensorName ?? texts.kinds.pass };
}

/** Maximum number of hits listed; the arrow buttons reach the others. */
const maxListed = 50;

/** The overlapping detections at the clicked location: step through them, or choose one. */
export function HitList({ focusedId }: { readonly focusedId: number }) {
  const { stores, queries } = useApp();
  const hitIds = useResults((state) => state.hitIds);
  const hitCount = useResults((state) => state.hitCount);
  const listed = hitIds.slice(0, maxListed);
  const hits = useQuery(queries.results.detections.queryOptions([...listed], { enabled: listed.length > 0 }));
  const index = hitIndex({ hitIds, focusedId });
  if (index === -1) return null;

  const step = (by: 1 | -1) => stepThroughHits(stores.results.getState(), by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <fieldset className={inspectorStyles.hits} aria-label={texts.hits.label} onKeyDown={onKeyDown}>
      <div className={inspectorStyles.hitsHead}>
        <span className="numeric">{texts.hits.position(index + 1, hitCount)}</span>
        <ActionIcon aria-label={texts.hits.previous} onClick={() => step(-1)}>
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon aria-label={texts.hits.next} onClick={() => step(1)}>
          <IconArrowDown size={14} />
        </ActionIcon>
      </div>
      <ul>
        {hits.data?.map((row) => (
          <HitRow
            key={row.id}
            row={row}
            isFocused={row.id === focusedId}
            focus={() => stores.results.getState().focus(row.id, hitIds, hitCount)}
          />
        ))}
      </ul>
      <QueryState query={hits} />
      {hitIds.length > maxListed && (
        <div className="muted">{texts.hits.nearest(maxListed, hitIds.length, hitCount)}</div>
      )}
    </fieldset>
  );
}

function HitRow({
  row,
  isFocused,
  focus,
}: {
  readonly row: DetectionRow;
  readonly isFocused: boolean;
  focus(): void;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFocused) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  return (
    <li ref={item}>
      <button type="button" aria-current={isFocused} onClick={focus}>
        <span className={inspectorStyles.hitName}>
          <AnalyticMark analytic={row.analytic} />
          {analyticDisplayName(row.analytic)} {row.id}
        </span>
        <span className="muted numeric">
          {row.collectedAt === null ? '–' : formatTime(row.collectedAt, { zone: false })}
        </span>
      </button>
    </li>
  );
}
