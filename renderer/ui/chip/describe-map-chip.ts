/** Describes the size of a chip on the map, for legends. */
export function describeMapChip(isCalibrated: boolean): string {
  return isCalibrated
    ? 'Chip to scale by your calibration, drawn upright'
    : 'Chip not to scale: the service does not state its size';
}
