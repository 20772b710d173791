import { formatBytes, formatCount, formatMetres, formatQuantity } from '../../../shared/format.ts';
import {
  type LayerComparison,
  type LayerGeometry,
  maxShownText,
} from '../../../shared/layers/vector-layer.ts';

const geometryNames = { points: 'point', lines: 'line', polygons: 'area' } as const;

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
    layers: 'Your layers',
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
  own: {
    title: 'Your layers',
    import: 'Import a layer…',
    loading: 'Loading your layers…',
    none: 'Your own points, lines and areas, such as ports or exclusion zones: GeoJSON, GeoPackage, zipped shapefile, KML, GPX, FlatGeobuf or CSV. Drop a file here, or import one.',
    noWorkspace: 'Sign in once first: layers are saved in the workspace.',
    sending: (file: string, sent: string, total: string) => `Sending ${file}: ${sent} of ${total}.`,
    cancelSending: 'Cancel sending',
    notImported: 'The layer was not imported.',
    content: (features: number, geometry: LayerGeometry) =>
      geometry === 'mixed' || geometry === 'none'
        ? formatQuantity(features, 'feature')
        : formatQuantity(features, geometryNames[geometry]),
    imported: (file: string, time: string) => `From ${file}, imported ${time}`,
    editNamed: (name: string) => `Edit ${name}`,
    edit: 'Edit',
    list: 'Attributes',
    listNamed: (name: string) => `Attributes of ${name}`,
    feature: 'Feature of a layer',
    featureOf: (name: string, number: number) => `${name}, feature ${formatCount(number)}`,
    attributes: 'Attributes',
    source: 'Layer',
    file: 'File',
    stated: 'Stated',
    importedAt: 'Imported',
    loadingFeatures: 'Loading the features…',
    hideNamed: (name: string) => `Hide detections at ${name}`,
    hide: 'Hide detections',
    hiddenInside: (name: string) =>
      `Detections inside ${name} are hidden. The chip above the map removes this condition.`,
    hiddenNear: (name: string, meters: number) =>
      `Detections within ${formatMetres(meters)} of ${name} are hidden. Change the distance in the filter’s expression; the chip above the map removes it.`,
    makeSite: 'Make a site',
    noSite: 'No site was made.',
    moreNamed: (name: string) => `More actions for ${name}`,
    more: 'More…',
    useAsAreas: 'Use as areas of interest…',
    notUsed: 'The areas were not read.',
    export: 'Export as GeoJSON…',
    notExported: 'The layer was not exported.',
    replace: 'Replace by a newer file…',
    replaceNamed: (name: string) => `Replace ${name}`,
    replaceHint:
      'Import the newer file first: it becomes a layer of its own. Then the two exchange their contents, so that name, style and filters stay, and nothing is lost.',
    newerLayer: 'Newer layer',
    importNewer: 'Import the newer file…',
    comparing: 'Comparing the features…',
    comparison: ({ added, removed, changed, same }: LayerComparison) =>
      `${formatCount(added)} added, ${formatCount(removed)} removed, ${formatCount(changed)} changed, ${formatCount(same)} the same.`,
    matchedBy: (attribute: string) => `Features are matched by “${attribute}”.`,
    matchedByGeometry: 'No attribute identifies the features: they are matched by their geometry.',
    missingAttributes: (names: readonly string[]) =>
      `The newer layer has no ${names.map((name) => `“${name}”`).join(', ')}: conditions on ${names.length === 1 ? 'it' : 'them'} will match nothing.`,
    replaceNow: 'Replace',
    replacing: (name: string) => `replacing “${name}”`,
    replaced: (name: string, former: string) =>
      `“${name}” has the newer content; the former one is in “${former}”.`,
    notReplaced: 'The layer was not replaced.',
    deleteNamed: (name: string) => `Delete ${name}`,
    delete: 'Delete',
    confirmDelete: (features: number) =>
      `Delete this layer and its ${formatQuantity(features, 'feature')}? This cannot be undone. Your original file is not deleted.`,
    deleted: (name: string) => `The layer “${name}” was deleted.`,
    notDeleted: 'The layer was not deleted.',
    cancel: 'Cancel',
    save: 'Save',
    changed: (name: string) => `The layer “${name}” was changed.`,
    notChanged: 'The layer was not changed.',
    name: 'Name',
    color: 'Color',
    colorBy: 'Color by',
    oneColor: 'One color',
    colors: 'Colors',
    otherValues: 'all others',
    label: 'Labels',
    noLabel: 'None',
    date: 'Date of the content',
    dateHint: 'As its publisher states it, such as 2026-05 or “January 2026”.',
    license: 'Source and license',
    accuracy: 'Accuracy in meters',
    accuracyHint: 'How far positions may be off; leave it empty if it is not known.',
  },
  table: {
    show: 'Show the attributes of a layer',
    layer: 'Layer',
    noLayers: 'No layers yet',
    features: (layer: string) => `Features of ${layer}`,
    number: 'Number',
    find: 'Find features by a text in their attributes',
    findExample: 'Find…',
    count: (listed: number, all: number) =>
      listed === all
        ? formatQuantity(all, 'feature')
        : `${formatCount(listed)} of ${formatQuantity(all, 'feature')}`,
    moreAttributes: (shown: number, all: number) =>
      `The first ${formatCount(shown)} of ${formatCount(all)} attributes; the inspector has all.`,
    empty: 'This layer has no features',
    emptyHint: 'Another program has removed them.',
    noMatch: 'No matching features',
    noMatchHint: (text: string) => `No attribute has “${text}” in it.`,
    zoom: 'Zoom to feature',
    zoomHint: 'Press Enter in the table, or double-click a row',
    noGeometry: 'This feature has no position.',
    notRead: 'The feature was not read.',
    tooMany: (features: number) =>
      `At most ${formatQuantity(features, 'feature')} can be copied. Narrow the list, or export the layer.`,
    notCopied: 'The features were not copied.',
    copied: (features: number, isCut: boolean) =>
      `${formatQuantity(features, 'feature')} copied.${isCut ? ` Texts of more than ${formatCount(maxShownText)} characters were cut; an export of the layer has them whole.` : ''}`,
    denied: 'Clipboard access was denied.',
  },
  tableForm: {
    title: (name: string) => `Import ${name} as a layer`,
    fields: {
      geometry: 'Geometry (WKT, WKB or GeoJSON)',
      longitude: 'Longitude',
      latitude: 'Latitude',
      latitudeLongitude: 'Both coordinates, latitude first',
      longitudeLatitude: 'Both coordinates, longitude first',
      northSouth: 'N or S of the latitude',
      eastWest: 'E or W of the longitude',
      name: 'Name, the label on the map',
    },
    missing: 'Choose the column of the geometries, or those of longitudes and latitudes in degrees.',
    start: 'Import',
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
    dimension: (name: string, units: string) => (units === '' ? name : `${name} (${units})`),
    dimensionAbout: (standard: string, intervals: readonly string[]) =>
      [
        standard === ''
          ? 'The service states no default: it may refuse to draw without a value.'
          : `Without a value the service shows ${standard}.`,
        ...(intervals.length === 0 ? [] : [`It has ${intervals.join(', ')} (from/to/step).`]),
      ].join(' '),
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
