import type { Area, AreaChange, AreaSwap, ChangedArea, NewArea } from '../../../shared/areas/area.ts';
import type { SoftCap } from '../../../shared/areas/soft-cap.ts';
import type { Result } from '../../../shared/result.ts';

/** The areas of interest of the open workspace. */
export type Areas = {
  list(): Promise<Result<readonly Area[]>>;
  /** Fails with `invalid-input` and the problems of the shape. */
  create(area: NewArea): Promise<Result<Area>>;
  /**
   * Adds all of them or, when one has problems or cannot be written, none. A name that another area has gets a number
   * appended. Problems name their area by its index in the list: `areas.3.shape.polygon`.
   */
  createMany(areas: readonly NewArea[]): Promise<Result<readonly Area[]>>;
  /** Fails with `conflict` when the area is not as expected. */
  change(change: AreaChange): Promise<Result<ChangedArea>>;
  /** Deletes one, which can be restored, and returns it. Fails with `not-found`. */
  remove(id: string): Promise<Result<Area>>;
  /**
   * Deletes areas, restores deleted ones and sets others back, all or none. Fails with `not-found`, or with `conflict` when
   * an area is not as expected. Returns the restored and reverted areas.
   */
  swap(change: AreaSwap): Promise<Result<readonly Area[]>>;
  /** Deletes areas, which can be restored, and adds one new area in the same transaction. */
  replace(ids: readonly string[], area: NewArea): Promise<Result<Area>>;
  /** The analyst's warning limits on area size, saved in the workspace; all off by default. */
  softCap(): Promise<Result<SoftCap>>;
  setSoftCap(cap: SoftCap): Promise<Result<void>>;
};
