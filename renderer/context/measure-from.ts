import type { LonLat } from '../../shared/geo/geometry.ts';
import type { App } from './app-context.tsx';

/** Activates the measure tool and starts at a position. */
export function measureFrom({ engine, stores }: Pick<App, 'engine' | 'stores'>, position: LonLat): void {
  stores.ui.getState().setTool('measure');
  engine.tools.measureFrom(position);
  engine.focus();
}
