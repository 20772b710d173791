/** Endings that the file dialog offers; what a file is, is told by what is in it. */
const endings = '.geojson,.json,.wkt,.txt,.kml,.kmz,.gpx,.zip';

/** Opens the file dialog. It must be called by a press of key or button; nothing is told when it is cancelled. */
export function pickFiles(onPicked: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = endings;
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  input.click();
}
