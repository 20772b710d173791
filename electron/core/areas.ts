import type { Area, AreaChange, AreaExchange, NewArea } from '../../shared/areas/area.ts';
import type { SoftCap } from '../../shared/areas/soft-cap.ts';
import type { Result } from '../../shared/result.ts';

/** The areas of interest of the open workspace. */
export type Areas = {
  list(): Promise<Result<readonly Area[]>>;
  /** Fails with `invalid-input` and the problems of the shape. */
  create(area: NewArea): Promise<Result<Area>>;
  /**
   * Adds all of them or, when one has problems or the disk cannot take them, none. A name that another area has gets
   * a number. Problems name their area by its place in the list: `areas.3.shape.polygon`.
   */
  createMany(areas: readonly NewArea[]): Promise<Result<readonly Area[]>>;
  change(change: AreaChange): Promise<Result<Area>>;
  remove(id: string): Promise<Result<void>>;
  restore(id: string): Promise<Result<Area>>;
  /** Takes areas away and brings deleted ones back, all or none. Fails with `not-found`. Returns those that are back. */
  exchange(exchange: AreaExchange): Promise<Result<readonly Area[]>>;
  /** Puts one new area in the place of others, which can be restored. */
  replace(ids: readonly string[], area: NewArea): Promise<Result<Area>>;
  /** The analyst's own caps on size, kept with the workspace; all off at first. */
  softCap(): Promise<Result<SoftCap>>;
  setSoftCap(cap: SoftCap): Promise<Result<void>>;
};
