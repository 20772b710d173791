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
import { formatPosition, positionNotations } from '../../../shared/geo/format-position.ts';
import { useApp } from '../../context/app-context.tsx';
import { measureFrom } from '../../context/measure-from.ts';
import { showOrder } from '../../context/show-order.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { usePlaces } from '../../context/use-stores.ts';
import type { MapMenuTarget as MapMenuContent } from '../../map/map-types.ts';

import { handleFootprintClick } from '../../map-sync/handle-footprint-click.ts';
import { copyAndNotify } from '../../ui/copy-and-notify.ts';
import styles from './map.module.css';
import { texts } from './texts.ts';

const iconSize = 15;
const closedMenu = {
  pixel: [0, 0],
  position: [0, 0],
  detections: [],
  detectionCount: 0,
  areas: [],
  orders: [],
  footprints: [],
  layerFeatures: [],
} as const satisfies MapMenuContent;

/** The context menu of a location on the map: features, coordinates and actions. */
export function MapMenu() {
  const { engine, stores } = useApp();
  const menu = usePlaces((state) => state.menu);
  const openings = usePlaces((state) => state.menuOpenings);
  const { pixel } = menu ?? closedMenu;
  const close = () => {
    stores.places.getState().setMenu(null);
    engine.focus();
  };
  return (
    // The key mounts a new menu each time, because an open menu neither moves nor takes the focus again.
    <Menu
      key={openings}
      opened={menu !== null}
      onClose={close}
      position="bottom-start"
      offset={2}
      width={350}
      // In a low window it would end below the lower edge on either side of the position.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 4 } }}
      withinPortal
      returnFocus={false}
      trapFocus
      closeOnEscape={false}
      // `keydown` is not included: the key that opens the menu would close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left: pixel[0], top: pixel[1] }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={texts.menu.label}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          // Without this, the same key press would also remove the mark.
          event.preventDefault();
          close();
        }}
      >
        {menu ? <MenuItems menu={menu} onClose={close} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuItems({ menu, onClose }: { readonly menu: MapMenuContent; readonly onClose: () => void }) {
  const app = useApp();
  const { engine, stores } = app;
  const { position } = menu;
  const bookmark = () =>
    app.commands.runWith('places.add-bookmark', { name: formatPosition(position), center: position });
  return (
    <>
      <ItemsHere menu={menu} onClose={onClose} />
      <Menu.Label>{texts.menu.copyCoordinates}</Menu.Label>
      {positionNotations.map(({ id, title, format }) => {
        const text = format(position);
        return (
          <Menu.Item
            key={id}
            className={styles.menuCopy}
            disabled={text === null}
            aria-label={texts.menu.copyAs(title)}
            rightSection={<span className={styles.menuNote}>{title}</span>}
            onClick={() => text !== null && void copyAndNotify(text)}
          >
            {text ?? texts.menu.notAvailable}
          </Menu.Item>
        );
      })}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconCrosshair size={iconSize} />}
        onClick={() => stores.places.getState().setMark({ position, label: formatPosition(position) })}
      >
        {texts.menu.mark}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconZoomIn size={iconSize} />}
        onClick={() => engine.camera.moveTo(position, engine.camera.state.zoom + 3)}
      >
        {texts.menu.zoom}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRulerMeasure size={iconSize} />}
        onClick={() => measureFrom(app, position)}
      >
        {texts.menu.measure}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCircle size={iconSize} />}
        onClick={() => stores.ui.getState().setTool('circle')}
      >
        {texts.menu.circle}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPolygon size={iconSize} />}
        onClick={() => stores.ui.getState().setTool('polygon')}
      >
        {texts.menu.area}
      </Menu.Item>
      <Menu.Item leftSection={<IconBookmarkPlus size={iconSize} />} onClick={() => void bookmark()}>
        {texts.menu.bookmark}
      </Menu.Item>
    </>
  );
}

/** Actions on an area; a command acts on the selected area, so it is selected first. */
const areaActions = [
  { title: texts.menu.areas.order, command: 'orders.for-area' },
  { title: texts.menu.areas.search, command: 'areas.search' },
  { title: texts.menu.areas.zoom, command: 'areas.zoom' },
  { title: texts.menu.areas.rename, command: 'areas.rename' },
  { title: texts.menu.areas.edit, command: 'areas.edit' },
  { title: texts.menu.areas.duplicate, command: 'areas.duplicate' },
  { title: texts.menu.areas.delete, command: 'areas.delete' },
] as const;

/** An area at the location, with its actions in a submenu. */
function AreaMenu({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { commands, stores } = useApp();
  const { selectArea, showPanel } = stores.ui.getState();
  return (
    <Menu.Sub position="right-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconPolygon size={iconSize} />}>{name}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={name}>
        <Menu.Item
          onClick={() => {
            selectArea(id);
            showPanel('areas');
            onClose();
          }}
        >
          {texts.menu.areas.show}
        </Menu.Item>
        {areaActions.map(({ title, command }) => (
          <Menu.Item
            key={command}
            onClick={() => {
              onClose();
              selectArea(id);
              commands.run(command);
            }}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** Detections, areas, orders and footprints at the location. */
function ItemsHere({ menu, onClose }: { readonly menu: MapMenuContent; readonly onClose: () => void }) {
  const app = useApp();
  const { stores } = app;
  const areas = useAreaList();
  const { detections, detectionCount, orders, footprints } = menu;
  const [nearest] = detections;
  const names = areas.filter(({ id }) => menu.areas.includes(id));
  const isEmpty =
    detections.length === 0 && names.length === 0 && orders.length === 0 && footprints.length === 0;
  return (
    <>
      <Menu.Label>{isEmpty ? texts.menu.nothing : texts.menu.here}</Menu.Label>
      {nearest === undefined ? null : (
        <Menu.Item
          leftSection={<IconTarget size={iconSize} />}
          onClick={() => {
            stores.results.getState().focus(nearest, detections, detectionCount);
            onClose();
          }}
        >
          {detectionCount === 1
            ? texts.menu.detection(nearest)
            : texts.menu.detections(detectionCount, nearest)}
        </Menu.Item>
      )}
      {names.map(({ id, name }) => (
        <AreaMenu key={id} id={id} name={name} onClose={onClose} />
      ))}
      {orders.map((id) => (
        <Menu.Item key={id} leftSection={<IconPolygon size={iconSize} />} onClick={() => showOrder(app, id)}>
          {texts.menu.order(id)}
        </Menu.Item>
      ))}
      {footprints.length === 0 ? null : (
        <Menu.Item
          leftSection={<IconSatellite size={iconSize} />}
          onClick={() => void handleFootprintClick(app, menu)}
        >
          {texts.menu.footprints(footprints.length)}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}
