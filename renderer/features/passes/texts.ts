/** The texts of the menu of a row, and of the grouping by place. */
export const texts = {
  menu: {
    pass: (title: string) => `Pass ${title}`,
    group: (title: string) => `Group ${title}`,
    zoom: 'Zoom to',
    filter: 'Filter to this pass',
    noDetections: 'No detections shown',
    review: 'Review',
    export: 'Export…',
    compare: 'Compare with the selected pass',
    compareTwo: 'Compare the two selected',
    onlyPlace: (place: string) => `Show only detections near ${place}`,
    withoutPlace: 'Show only detections without a place',
    expand: 'Expand',
    collapse: 'Collapse',
  },
  zoomFailed: 'The map was not moved.',
  placeMeasure: 'Busiest port in the image, or nearest within 25 nm',
} as const;
