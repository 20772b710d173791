import { formatBytes, formatCount, formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `layers` shows. */
export const texts = {
  panel: {
    title: 'Layers',
    resetOrder: 'Reset order',
    list: 'Map layers, topmost first',
    hint: 'Drag a layer by its handle, or press Alt + ↑ or ↓. Layers higher in the list cover those below.',
  },
  sections: {
    results: 'Results',
    sensors: 'Sensors',
    areas: 'Areas and orders',
    basemap: 'Basemap',
  },
  row: {
    handleHint: 'Drag, or press Alt + ↑ or ↓',
    move: (layer: string) => `Move ${layer}`,
    zoomTo: (layer: string) => `Zoom to ${layer}`,
    opacity: (layer: string) => `Opacity of ${layer}`,
    labelSample: 'Aa',
  },
  facts: {
    loading: 'Loading…',
    none: 'none',
    unreadable: (features: number) => `${formatCount(features)} unreadable and not drawn`,
  },
  controls: {
    graticule: 'Graticule type',
    degrees: 'Degrees',
    mgrs: 'MGRS',
    footprints: 'Footprints shown',
    allFootprints: 'All',
    footprintsInView: 'Fully in view',
  },
  moved: {
    alreadyOnTop: (layer: string) => `${layer} is already on top.`,
    alreadyAtBottom: (layer: string) => `${layer} is already at the bottom.`,
    to: (layer: string, position: number, layers: number) =>
      `${layer} is layer ${position} of ${layers} from the top.`,
  },
  sources: {
    title: 'Your sources',
    add: 'Add a source…',
    loading: 'Loading the sources…',
    none: 'Your own maps and imagery: XYZ, WMS, WMTS, PMTiles, GeoTIFF. Nothing is fetched from the internet unless you add it here.',
    dialog: {
      offline: (name: string) => `${name} for offline use`,
      edit: (name: string) => `Edit ${name}`,
      add: 'Add a source',
    },
    attribution: 'Sources of the map',
  },
  form: {
    edit: (name: string) => `Edit ${name}`,
    new: 'New source',
    kind: 'Kind of source',
    name: 'Name',
    nameExample: 'Name in the layer list',
    attribution: {
      label: 'Attribution',
      hint: 'Shown on the map, as the operator requires.',
    },
    save: 'Save',
    add: 'Add',
    cancel: 'Cancel',
    notSaved: 'The source was not saved.',
    updated: (name: string) => `“${name}” was updated.`,
    added: (name: string) => `“${name}” was added to the map below all results.`,
    problems: {
      zoomLevel: 'Enter a whole number from 0 to 24.',
      incomplete: 'The source is incomplete.',
      readLayersFirst: 'Read the layers of the service first.',
      chooseFile: 'Choose a file.',
      readArchiveFirst: 'Read the archive first.',
    },
  },
  tiles: {
    address: 'Address',
    addressHint:
      '{z} stands for the zoom level, {x} for the column, {y} for the row; {-y} counts rows from the south (TMS).',
    addressExample: 'https://tiles.example.org/{z}/{x}/{y}.png',
    minZoom: 'Min zoom',
    maxZoom: 'Max zoom',
    tileSize: 'Tile size',
  },
  archive: {
    location: 'Archive location',
    file: 'File',
    address: 'Address',
    addressExample: 'https://example.org/world.pmtiles',
    read: 'Read archive',
    content: (isVector: boolean, minZoom: number, maxZoom: number) =>
      `${isVector ? 'Vector tiles, basic style' : 'Images'}, zoom ${minZoom} to ${maxZoom}.`,
  },
  file: {
    choose: {
      pmtiles: 'Choose a PMTiles archive…',
      geotiff: 'Choose a GeoTIFF…',
    },
    chooseAnother: 'Choose another file…',
    none: 'No file selected.',
    isCopied:
      'A browser does not reveal where a file is stored, so a copy is stored in Sightline’s folder until the source is removed.',
    isReadInPlace: 'It is read from its current location.',
    unusable: 'The file cannot be used.',
  },
  service: {
    address: 'Address',
    wmsExample: 'https://maps.example.org/wms',
    wmtsExample: 'https://maps.example.org/wmts/1.0.0/WMTSCapabilities.xml',
    readLayers: 'Read layers',
    savedLayers: (layers: string, format: string, crs: string) => `Layers: ${layers} · ${format} · ${crs}`,
    savedLayer: (layer: string, format: string, matrixSet: string) =>
      `Layer: ${layer} · ${format} · ${matrixSet}`,
    layersOf: (service: string) => `Layers of ${service}`,
    unsupportedCrs: 'No supported coordinate system.',
    styleOf: (layer: string) => `Style of ${layer}`,
    format: 'Format',
    noSupportedLayer: 'No layer of this service is supported. ',
    layerOf: (service: string) => `Layer of ${service}`,
    notSupported: (layer: string) => `${layer} (not supported)`,
    matrixSet: 'Matrix set and format',
    style: 'Style',
    mapsFrom: 'Maps are requested from',
    mapsFromAbout: 'The service names the first address. Choose the other one if it cannot be reached.',
    tilesFrom: (host: string) => `Tiles are fetched from ${host}.`,
  },
  source: {
    removed: (name: string) => `The source “${name}” was removed.`,
    tilesDeleted: (name: string) => `The cached tiles of “${name}” were deleted.`,
    tilesNotDeleted: 'The tiles were not deleted.',
    tilesOnDisk: (tiles: number, bytes: number) =>
      `${formatQuantity(tiles, 'tile')} on this disk (${formatBytes(bytes)})`,
    tryAgain: 'Try again',
    confirmRemove: 'Remove this source?',
    confirmRemoveWithTiles: 'Remove this source and its tiles on this disk?',
    originalStays: 'Your original file is not deleted.',
    cancel: 'Cancel',
    notRemoved: 'The source was not removed.',
    editNamed: (name: string) => `Edit ${name}`,
    edit: 'Edit',
    offlineNamed: (name: string) => `Make ${name} available offline`,
    offline: 'Make available offline…',
    clearNamed: (name: string) => `Clear the tiles of ${name}`,
    clear: 'Clear tiles',
    removeNamed: (name: string) => `Remove ${name}`,
    remove: 'Remove',
  },
  offline: {
    noMap: 'The map is not visible. Show it, then try again.',
    label: 'Fetch tiles for offline use',
    about:
      'Fetches the tiles of the current map extent to this disk. Tiles that you view are cached in any case.',
    minZoom: 'Min zoom',
    maxZoom: 'Max zoom',
    zoomOrder: 'Min zoom must not be greater than max zoom.',
    counting: 'Counting tiles…',
    terms:
      'Some operators prohibit bulk downloads. Check their terms first. At most two tiles are requested from a server at a time.',
    fetch: 'Fetch tiles',
    cancel: 'Cancel',
    allOnDisk: (tiles: number) => `${formatQuantity(tiles, 'tile')}; all are already on this disk.`,
    missing: (tiles: number, missing: number, bytes: number | null) =>
      `${formatQuantity(tiles, 'tile')}; ${formatCount(missing)} of them ${missing === 1 ? 'is' : 'are'} missing${bytes === null ? '' : `, about ${formatBytes(bytes)}`}.`,
  },
  test: {
    button: 'Test',
    failed: 'The test failed.',
    alternative: 'A tile of the source at the center of the map',
    image: (width: number, height: number, bands: number, depth: string, crs: string) =>
      `${formatCount(width)} × ${formatCount(height)} pixels, ${formatQuantity(bands, 'band')} of ${depth}, ${crs}.`,
    stretch: (ranges: readonly { readonly low: string; readonly high: string }[]) =>
      `Values from ${ranges.map(({ low, high }) => `${low} to ${high}`).join(', ')} are stretched from black to white.`,
    vectorTile: 'vector tile',
    received: (content: string, bytes: number) => `Tile received: ${content}, ${formatBytes(bytes)}.`,
  },
  tileCache: {
    size: (bytes: number, limit: number) =>
      `Tiles on this disk: ${formatBytes(bytes)} of ${formatBytes(limit)}.`,
    name: 'tile cache',
    changeLimit: 'Change limit',
    save: 'Save',
  },
} as const;
