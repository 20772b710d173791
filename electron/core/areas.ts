import type { Area, AreaChange, NewArea } from '../../shared/areas/area.ts';
import type { Result } from '../../shared/result.ts';

/** The areas of interest of the open workspace. */
export type Areas = {
  list(): Promise<Result<readonly Area[]>>;
  /** Fails with `invalid-input` and the problems of the shape. */
  create(area: NewArea): Promise<Result<Area>>;
  change(change: AreaChange): Promise<Result<Area>>;
  remove(id: string): Promise<Result<void>>;
  restore(id: string): Promise<Result<Area>>;
};
