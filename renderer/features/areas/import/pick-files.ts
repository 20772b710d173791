/** Extensions that the file dialog offers; the format of a file is detected from its content. */
const fileExtensions = '.geojson,.json,.wkt,.txt,.kml,.kmz,.gpx,.zip';

/** Opens the file dialog. Must be called from a click or key press; `onPicked` is not called when it is cancelled. */
export function pickFiles(onPicked: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = fileExtensions;
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  input.click();
}
