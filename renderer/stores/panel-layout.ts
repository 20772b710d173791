/** A panel that takes room next to the map: the left panel, the inspector, or the dock below the map. */
export type PanelSlot = 'side' | 'inspector' | 'dock';

/** The page in CSS pixels. */
export type WindowSize = { readonly width: number; readonly height: number };

/** Choices of the user about the panels around the map. */
export type PanelLayout = {
  /** Whether a panel is open in a window that has room for it next to the map. */
  readonly open: Readonly<Record<PanelSlot, boolean>>;
  /** Whether a panel is open over the map, in a window that has no room for it. */
  readonly drawers: Readonly<Record<PanelSlot, boolean>>;
  /** Width, of the dock height, in CSS pixels; null: the default one. */
  readonly sizes: Readonly<Record<PanelSlot, number | null>>;
  /** Whether nothing is chosen that the inspector would show: next to the map it has no room then. */
  readonly isInspectorEmpty: boolean;
  /** Whether the workspace has nothing yet that the dock would show. */
  readonly isDockEmpty: boolean;
  /** Whether all panels are hidden, to be restored as they were. */
  readonly isMapFocused: boolean;
  readonly windowSize: WindowSize;
};

/** The geometry of a panel in the present window; sizes in CSS pixels. */
export type PanelGeometry = {
  readonly isShown: boolean;
  /** Whether it lies over the map, because the window has no room for both. */
  readonly isDrawer: boolean;
  readonly size: number;
  readonly min: number;
  readonly max: number;
};

export const headerHeight = 40;
/** The bar above the map with what is shown. */
export const showBarHeight = 36;
export const statusBarHeight = 26;
/** The map is never smaller: panels give way first. */
export const minMapSize: WindowSize = { width: 320, height: 200 };

const minPanelWidth = 280;
const maxPanelWidth = 480;
const minDockHeight = 120;

/** Whether the rail shows icons without words. */
export function isRailCompact({ width }: WindowSize): boolean {
  return width <= 1180;
}

/** Whether the rail is a row above the map: next to it, the map would be narrower than its minimum. */
export function isRailRow({ width }: WindowSize): boolean {
  return width < minMapSize.width + 44;
}

/** The width that the rail takes from the map. */
export function railWidth(windowSize: WindowSize): number {
  if (isRailRow(windowSize)) return 0;
  return isRailCompact(windowSize) ? 44 : 52;
}

/** Whether the window is too low for a histogram above the table. */
export function isWindowLow({ height }: WindowSize): boolean {
  return height < 800;
}

/** Whether the map is too small for notifications above it: they are in the tray of the jobs. */
export function areNotificationsInTray({ width }: WindowSize): boolean {
  return width <= 820;
}

/** Whether a panel lies over the map. */
export function isDrawer(slot: PanelSlot, { width, height }: WindowSize): boolean {
  if (slot === 'dock') return height <= 560;
  return width <= (slot === 'side' ? 1180 : 820);
}

/** Whether a panel is open, of the dock more than its tabs. While the map is focused it is hidden all the same. */
export function isPanelOpen(layout: PanelLayout, slot: PanelSlot): boolean {
  const { drawers, open, windowSize, isInspectorEmpty, isDockEmpty } = layout;
  if (isDrawer(slot, windowSize)) return drawers[slot];
  return open[slot] && !(slot === 'inspector' && isInspectorEmpty) && !(slot === 'dock' && isDockEmpty);
}

/** Whether a panel is visible; of the dock, more than its tabs. */
export function isPanelShown(layout: PanelLayout, slot: PanelSlot): boolean {
  return !layout.isMapFocused && isPanelOpen(layout, slot);
}

/** The geometry of the left panel. */
export function sideGeometry(layout: PanelLayout): PanelGeometry {
  return widthGeometry(layout, 'side', 320, inspectorReserve(layout));
}

/** Content of the inspector: an item, an item with a large chip, or in a review the map, too. */
export type InspectorContent = 'item' | 'large-chip' | 'review';

/** The geometry of the inspector. A large chip takes more room than the map. */
export function inspectorGeometry(layout: PanelLayout, content: InspectorContent): PanelGeometry {
  const { width } = layout.windowSize;
  const side = sideGeometry(layout);
  const taken = side.isShown && !side.isDrawer ? side.size : 0;
  const defaultWidth = content === 'review' ? 380 : width <= 1300 ? 300 : 324;
  const geometry = widthGeometry(layout, 'inspector', defaultWidth, taken);
  if (content !== 'large-chip') return geometry;
  const room = geometry.isDrawer ? width - railWidth(layout.windowSize) : roomForPanels(layout) - taken;
  const size = Math.min(Math.round(clamp(0.375 * width, 400, 760)), room);
  return { ...geometry, size, min: size, max: size };
}

/** The width of the map and of the dock below it in CSS pixels, next to an inspector without a large chip. */
export function mainWidth(layout: PanelLayout): number {
  const panels = [sideGeometry(layout), inspectorGeometry(layout, 'item')];
  const taken = panels.reduce(
    (sum, { isShown, isDrawer, size }) => sum + (isShown && !isDrawer ? size : 0),
    0,
  );
  return layout.windowSize.width - railWidth(layout.windowSize) - taken;
}

/** The geometry of the dock with its tabs; they all have the same height. */
export function dockGeometry(layout: PanelLayout): PanelGeometry {
  const { height } = layout.windowSize;
  const room = height - headerHeight - showBarHeight - statusBarHeight - minMapSize.height;
  const isOverMap = isDrawer('dock', layout.windowSize);
  const most = Math.floor(0.6 * height);
  const max = Math.max(minDockHeight, isOverMap ? most : Math.min(most, room));
  const chosen = layout.sizes.dock ?? (isWindowLow(layout.windowSize) ? 204 : 284);
  return {
    isShown: isPanelShown(layout, 'dock'),
    isDrawer: isOverMap,
    size: clamp(chosen, minDockHeight, max),
    min: minDockHeight,
    max,
  };
}

/** `reserve` is what the other panel needs of the room next to the map. */
function widthGeometry(
  layout: PanelLayout,
  slot: 'side' | 'inspector',
  defaultSize: number,
  reserve: number,
): PanelGeometry {
  const isOverMap = isDrawer(slot, layout.windowSize);
  const room = isOverMap
    ? layout.windowSize.width - railWidth(layout.windowSize)
    : roomForPanels(layout) - reserve;
  const max = Math.min(maxPanelWidth, room);
  const min = Math.min(minPanelWidth, max);
  return {
    isShown: isPanelShown(layout, slot),
    isDrawer: isOverMap,
    size: clamp(layout.sizes[slot] ?? defaultSize, min, max),
    min,
    max,
  };
}

/** Minimum width of the inspector in the room next to the map. */
function inspectorReserve(layout: PanelLayout): number {
  const takesRoom = isPanelShown(layout, 'inspector') && !isDrawer('inspector', layout.windowSize);
  return takesRoom ? minPanelWidth : 0;
}

function roomForPanels({ windowSize }: PanelLayout): number {
  return windowSize.width - railWidth(windowSize) - minMapSize.width;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
