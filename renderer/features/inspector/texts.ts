import type { InspectedKind } from '../../stores/inspector-store.ts';

/** The texts of the inspector's frame: its trail, and what it shows instead of an item. */
export const inspectorTexts = {
  back: 'Back',
  forward: 'Forward',
  pin: 'Pin the inspector to this item',
  unpin: 'Unpin the inspector',
  hide: 'Hide the inspector',
  crumbs: 'Inspected item',
  pinned: 'Pinned. Clicks on the map and in lists are marked there, and shown here once you unpin.',
  unpinFirst: 'The inspector is pinned. Unpin it first.',
  noEarlier: 'Nothing was inspected before.',
  noLater: 'Nothing was inspected after this.',
  nothingToPin: 'The inspector shows nothing.',
  empty: {
    title: 'Nothing to inspect',
    hint: 'Click a detection, a footprint, an area or an order on the map, or a row of the table, of Records or of Passes.',
  },
  emptyWorkspace: 'Nothing to inspect yet',
  loading: 'Loading the workspace…',
  noWorkspace: 'Sign in once. What you fetch is then saved on this disk.',
  noResults:
    'Fetch results in the Results panel, or draw an area. What you click on the map or in a list is shown here.',
  kinds: {
    detection: 'Detection',
    record: 'Record',
    pass: 'Pass',
    area: 'Area',
    order: 'Order',
  } satisfies Record<InspectedKind, string>,
  gone: {
    detection: {
      title: 'This detection no longer exists',
      hint: 'A newer version of its record has replaced it. It was removed from the trail.',
    },
    record: {
      title: 'This record is no longer on this disk',
      hint: 'It was removed from the trail.',
    },
    pass: {
      title: 'This pass no longer exists',
      hint: 'Newer versions of its records refer to other images. It was removed from the trail.',
    },
    area: {
      title: 'This area was deleted',
      hint: 'It was removed from the trail. Ctrl Z restores what was deleted last.',
    },
    order: {
      title: 'This order is no longer known',
      hint: 'It was removed from the trail.',
    },
  } satisfies Record<InspectedKind, { readonly title: string; readonly hint: string }>,
} as const;
