import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { useSettings, useUi } from '../../context/use-stores.ts';
import { scaleBarOf } from '../../map/picture/picture-view.ts';
import { resolutionOfScale } from '../../map/scale-denominator.ts';
import styles from './furniture.module.css';
import { texts } from './texts.ts';

/** Scale bar, north and zoom at the bottom right of the map. */
export function MapFurniture() {
  return (
    <div className={styles.furniture}>
      <ScaleBar />
      <div className={styles.zoom} data-covers-map>
        <NorthButton />
        <CommandButton commandId="map.zoom-in">
          <IconPlus size={15} stroke={1.7} aria-hidden />
        </CommandButton>
        <CommandButton commandId="map.zoom-out">
          <IconMinus size={15} stroke={1.7} aria-hidden />
        </CommandButton>
      </div>
    </div>
  );
}

/** The longest a bar is drawn, in CSS pixels. */
const widest = 80;

/**
 * Round lengths in the distance unit of the settings and, muted, in another one. Web Mercator's scale changes with
 * latitude: the bars are true at the map's center.
 */
function ScaleBar() {
  const view = useUi((state) => state.view);
  const unit = useSettings((state) => state.distance);
  if (!view) return null;
  const { center, rotation, scaleDenominator } = view;
  const resolution = resolutionOfScale(scaleDenominator, center[1]);
  const seen = { center, resolution, rotation, width: widest, height: 0 };
  const chosen = scaleBarOf(seen, unit, widest);
  const other = scaleBarOf(seen, unit === 'km' ? 'nm' : 'km', widest);
  return (
    <div
      className={styles.scale}
      role="img"
      aria-label={texts.furniture.scaleBar(chosen.label, other.label)}
      title={texts.furniture.scaleBarHint}
      data-covers-map
    >
      <span>{chosen.label}</span>
      <span className={styles.upperBar} style={{ width: chosen.pixels }} />
      <span className={styles.lowerBar} style={{ width: other.pixels }} />
      <span className="muted">{other.label}</span>
    </div>
  );
}

/** Shows where north is while the map is turned, and turns it north up. */
function NorthButton() {
  const rotation = useUi((state) => state.view?.rotation ?? 0);
  const degrees = Math.round((rotation * 180) / Math.PI);
  if (degrees % 360 === 0) return null;
  return (
    <CommandButton commandId="map.north-up" state={texts.furniture.rotated(degrees)}>
      <svg
        className={styles.needle}
        style={{ '--rotation': `${degrees}deg` } as CSSProperties}
        width={14}
        height={16}
        viewBox="0 0 16 18"
        aria-hidden="true"
      >
        <path d="M8 1 12 9H4Z" className={styles.north} />
        <path d="M8 17 12 9H4Z" className={styles.south} />
      </svg>
    </CommandButton>
  );
}

function CommandButton({
  commandId,
  state = null,
  children,
}: {
  readonly commandId: string;
  /** Content of the button besides its command. */
  readonly state?: string | null;
  readonly children: ReactNode;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  const tip = useTipWithKey(command?.title ?? '', commandId);
  if (!command) throw new Error(`The map needs the command "${commandId}".`);
  const { title, hotkey } = command;
  return (
    <UnstyledButton
      className={styles.button}
      aria-label={state === null ? title : `${title}, ${state}`}
      aria-keyshortcuts={hotkey}
      title={tip}
      onClick={() => commands.run(commandId)}
    >
      {children}
    </UnstyledButton>
  );
}
