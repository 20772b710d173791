import { Menu } from '@mantine/core';
import {
  IconBookmarkPlus,
  IconCircle,
  IconCrosshair,
  IconPolygon,
  IconRulerMeasure,
  IconSatellite,
  IconTarget,
  IconZoomIn,
} from '@tabler/icons-react';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { positionNotations } from '../../../shared/geo/position-notations.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { usePlaces, useWorkspace } from '../../app/use-stores.ts';
import { addBookmark, copyAndTell, measureFrom } from '../../commands/place-work.ts';
import { formatQuantity } from '../../components/format.ts';
import { takeFootprintPress } from '../../map/layers/take-footprint-press.ts';
import type { MapMenu as MenuPlace } from '../../map/map-types.ts';
import styles from './map.module.css';

const iconSize = 15;
const closed = {
  pixel: [0, 0],
  position: [0, 0],
  detections: [],
  areas: [],
  orders: [],
  footprints: [],
} as const satisfies MenuPlace;

/** The menu of a place on the map: what is there, its coordinates, and what can be begun from there. */
export function MapMenu() {
  const { engine, stores } = useApp();
  const place = usePlaces((state) => state.menu);
  const { pixel } = place ?? closed;
  const close = () => {
    stores.places.setState({ menu: null });
    engine.focus();
  };
  return (
    // Each place has a menu of its own, which is laid out anew.
    <Menu
      key={pixel.join(' ')}
      opened={place !== null}
      onClose={close}
      position="bottom-start"
      offset={2}
      width={350}
      withinPortal
      returnFocus={false}
      trapFocus
      closeOnEscape={false}
      // The press of the key that opens it must not count as one outside of it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left: pixel[0], top: pixel[1] }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown
        aria-label="Menu of the map"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          // Else the same press would take the mark off the map, too.
          event.preventDefault();
          close();
        }}
      >
        {place ? <MenuItems place={place} onClose={close} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuItems({ place, onClose }: { readonly place: MenuPlace; readonly onClose: () => void }) {
  const app = useApp();
  const { engine, stores } = app;
  const { position } = place;
  const bookmark = async () => {
    const name = formatDecimalDegrees(position);
    const failure = await addBookmark(app, { name, center: position, withFilter: false });
    if (failure) notifyFailure(failure, 'The bookmark was not kept.');
  };
  return (
    <>
      <WhatIsHere place={place} onClose={onClose} />
      <Menu.Label>Copy the position</Menu.Label>
      {positionNotations.map(({ id, title, format }) => {
        const text = format(position);
        return (
          <Menu.Item
            key={id}
            className={styles.menuCopy}
            disabled={text === null}
            aria-label={`Copy as ${title}`}
            rightSection={<span className={styles.menuNote}>{title}</span>}
            onClick={() => text !== null && void copyAndTell(text)}
          >
            {text ?? 'none near the poles'}
          </Menu.Item>
        );
      })}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconCrosshair size={iconSize} />}
        onClick={() => stores.places.setState({ mark: { position, label: formatDecimalDegrees(position) } })}
      >
        Mark this place
      </Menu.Item>
      <Menu.Item
        leftSection={<IconZoomIn size={iconSize} />}
        onClick={() => engine.zoomToPosition(position, engine.view().zoom + 3)}
      >
        Zoom here
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRulerMeasure size={iconSize} />}
        onClick={() => measureFrom(app, position)}
      >
        Measure from here
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCircle size={iconSize} />}
        onClick={() => stores.ui.getState().setTool('circle')}
      >
        Draw a circle
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPolygon size={iconSize} />}
        onClick={() => stores.ui.getState().setTool('polygon')}
      >
        Draw an area
      </Menu.Item>
      <Menu.Item leftSection={<IconBookmarkPlus size={iconSize} />} onClick={() => void bookmark()}>
        Bookmark this place
      </Menu.Item>
    </>
  );
}

/** Detections, areas, orders and footprints under the place, to be looked at. */
function WhatIsHere({ place, onClose }: { readonly place: MenuPlace; readonly onClose: () => void }) {
  const app = useApp();
  const { stores } = app;
  const areas = useWorkspace((state) => state.areas);
  const { detections, orders, footprints } = place;
  const [nearest] = detections;
  const names = areas.state === 'ready' ? areas.value.filter(({ id }) => place.areas.includes(id)) : [];
  const isNothing =
    detections.length === 0 && names.length === 0 && orders.length === 0 && footprints.length === 0;
  return (
    <>
      <Menu.Label>{isNothing ? 'Nothing is drawn here' : 'Here'}</Menu.Label>
      {nearest === undefined ? null : (
        <Menu.Item
          leftSection={<IconTarget size={iconSize} />}
          onClick={() => {
            stores.results.getState().focus(nearest, detections);
            onClose();
          }}
        >
          {detections.length === 1
            ? `Detection ${nearest}`
            : `${formatQuantity(detections.length, 'detection')}, the nearest ${nearest}`}
        </Menu.Item>
      )}
      {names.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<IconPolygon size={iconSize} />}
          onClick={() => {
            stores.ui.getState().selectArea(id);
            stores.ui.getState().showPanel('areas');
          }}
        >
          {name}
        </Menu.Item>
      ))}
      {orders.map((id) => (
        <Menu.Item
          key={id}
          leftSection={<IconPolygon size={iconSize} />}
          onClick={() => {
            stores.ui.getState().showPanel('orders');
            stores.orders.getState().show({ kind: 'order', id });
          }}
        >
          Order {id}
        </Menu.Item>
      ))}
      {footprints.length === 0 ? null : (
        <Menu.Item
          leftSection={<IconSatellite size={iconSize} />}
          onClick={() => void takeFootprintPress(app, place)}
        >
          {formatQuantity(footprints.length, 'footprint')}: look at the latest record
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}
