import { formatAngle, formatCount, formatQuantity, formatScale, formatTime } from '../../shared/format.ts';
import { densityUnit } from '../map/field-title.ts';

/** All texts that the room `print` shows. */
export const texts = {
  dialog: {
    title: 'Export map image',
  },
  form: {
    label: 'Map image',
    title: 'Title',
    none: 'None',
    caveat: 'Header and footer, such as a caveat',
    size: 'Size',
    density: 'Dots per inch',
    dotsPerInch: (density: number) => `${density} dpi`,
    include: 'Include',
    elements: {
      scaleBar: 'Scale bar',
      northArrow: 'North arrow',
      legend: 'Legend',
      areas: 'Areas of interest',
      orders: 'Orders',
      inset: 'Overview map',
      corners: 'Corner coordinates',
      filter: 'Content: time and filter',
      sources: 'Sources',
      author: 'Account and date',
    },
    lightOnPaper: 'Light map, which saves ink',
    eachPass: 'One image for each pass over the view',
    eachPassHint: 'Named by collection time (UTC). Passes without detections have one, too.',
    save: 'Save as PNG…',
    saveEachPass: 'Save images…',
    print: 'Print…',
    cancel: 'Cancel',
    drawing: 'Drawing the map…',
    drawingPass: (position: number, count: number) =>
      `Drawing pass ${formatCount(position)} of ${formatCount(count)}…`,
    noPass: 'No pass shows this view. Zoom out, or widen the filter.',
    filterChanged: 'The filter was changed while the images were drawn. Save them again.',
    cancelled: 'The images were cancelled.',
    savedPasses: (images: number) =>
      `${formatQuantity(images, 'image')} saved. The list of jobs has the files.`,
    writing: 'Writing the file…',
    printing: 'Sending to the printer…',
    downloaded: (name: string) => `${name} was saved and downloaded.`,
    saved: (path: string) => `The image was saved to ${path}.`,
    failed: 'No image was created.',
    tooWide: (width: number, height: number, side: number) =>
      `The image would be ${width} × ${height} pixels; this graphics card draws at most ${side} on a side. Choose a smaller paper size or fewer dots per inch.`,
    tooManyPixels: (millions: number, max: number) =>
      `The image would have ${millions} million pixels; at most ${max} million are drawn. Choose a smaller paper size or fewer dots per inch.`,
    noMap: 'The map is not shown. Make the window larger.',
    noPicture: 'The canvas gave no picture.',
  },
  preview: {
    label: 'Map image preview',
    drawing: 'Drawing the preview…',
    failed: 'No preview is available.',
    incomplete: 'A map source has not responded. The image will be marked as incomplete.',
  },
  papers: {
    screen: 'Screen size',
    'screen-double': 'Screen size, double resolution',
    'a4-landscape': 'A4, landscape',
    'a4-portrait': 'A4, portrait',
    'a3-landscape': 'A3, landscape',
    'a3-portrait': 'A3, portrait',
  },
  sheet: {
    alternative: 'The map',
    detections: (inPicture: number, detections: number, collected: string | null) =>
      `${formatCount(inPicture)} in this picture, of ${[formatQuantity(detections, 'detection'), collected].filter(Boolean).join(', ')}`,
    noDetections: 'No detections',
    withoutFilter: (detections: string) => `${detections}, without a filter`,
    withFilter: (detections: string, restrictions: readonly string[]) =>
      `${detections}: ${restrictions.join(' · ')}`,
    pass: (step: string, image: string, analyses: string, isCumulative: boolean, isHatched: boolean) =>
      [
        `${step} · ${image}${isCumulative ? ', with all passes before it' : ''}`,
        analyses,
        ...(isHatched ? ['hatched: not imaged by this pass'] : []),
      ].join('; '),
    collected: (from: number, to: number) => `collected ${formatTime(from)} to ${formatTime(to)}`,
    sources: (sources: string) => `Sources: ${sources}`,
    detectionSource: (profile: string) => `Detections: ${profile}`,
    basemapSource: 'Land and borders: Natural Earth',
    backgroundSource: (name: string) => `Background: ${name}`,
    gaps: (name: string) => `Parts of “${name}” could not be loaded and are missing.`,
    madeWith: 'made with Sightline',
  },
  mapElements: {
    north: 'N',
    trueAtCenter: (latitude: number) =>
      `True at the center, ${formatAngle(Math.abs(latitude))} ${latitude < 0 ? 'S' : 'N'}; Web Mercator`,
    scale: (ratio: number, paper: string) =>
      `1 : ${formatScale(ratio)} there when printed at full ${paper} size`,
    incomplete: 'Incomplete: a map source did not respond in time.',
  },
  legend: {
    analytic: (name: string, detections: number) => `${name} ${formatCount(detections)}`,
    density: (top: number, cellPixels: number) => `1 to ${formatCount(top)} ${densityUnit(cellPixels)}`,
    colors: (field: string) => `Color: ${field}`,
    ramp: (field: string, low: string, high: string) => `${field}: ${low} to ${high}`,
    other: 'Other',
    absent: 'No value',
    notFetched: 'Not fetched',
    size: (field: string) => `Larger symbols: higher ${field}`,
    areas: (areas: number) => `${areas === 1 ? 'Area' : 'Areas'} of interest ${formatCount(areas)}`,
    order: (state: string, orders: number) => `Order: ${state} ${formatCount(orders)}`,
    hulls: 'Hulls derived from length, width and heading',
    usualWidths: 'Hulls derived from length, width (else the usual one) and heading',
    noOrderState: 'no state',
    notImaged: 'Imaged nowhere in view',
    imagedOnce: 'Imaged once',
    imagedUpTo: (times: number) => `Imaged 1 to ${formatCount(times)} times`,
    footprint: 'Outline of an image',
    more: (entries: number) => `and ${entries} more`,
  },
} as const;
