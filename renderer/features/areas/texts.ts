import { formatQuantity } from '../../../shared/format.ts';

/** The texts of the list of areas, and of the commands for one or several areas. */
export const texts = {
  list: {
    label: 'Areas of this workspace',
  },
  row: {
    select: (name: string) => `Select ${name}`,
    crossesAntimeridian: ' · crosses the antimeridian: sent as two areas',
  },
  actions: {
    zoom: 'Zoom',
    rename: 'Rename',
    edit: 'Edit',
    done: 'Done',
    simplify: 'Simplify…',
    order: 'Order',
    search: 'Search here',
    duplicate: 'Duplicate',
    delete: 'Delete',
  },
  marked: {
    selectAll: 'Select all',
    selected: (count: number, size: string) => `${formatQuantity(count, 'area')} selected · ${size}`,
    order: 'Order these',
    zoom: 'Zoom to selected',
    merge: 'Merge selected',
    delete: 'Delete selected',
  },
  commands: {
    orderMarked: 'Order for the areas selected in the list',
    duplicate: 'Duplicate the selected area',
    search: 'Search in the selected area',
  },
  edits: {
    duplicating: (name: string) => `duplicating “${name}”`,
    duplicated: (name: string, copy: string) => `“${name}” duplicated as “${copy}”.`,
  },
  failures: {
    notDuplicated: (name: string) => `“${name}” was not duplicated.`,
  },
} as const;
