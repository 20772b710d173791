import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { type PictureView, positionAt } from '../../map/picture/picture-view.ts';

/** Meters of Web Mercator around the Earth. */
const worldWidth = 2 * Math.PI * 6_378_137;

/**
 * The filter restricted to the extent of a picture. Unchanged where the picture shows the whole Earth, or where the
 * filter has an extent and an outline already.
 */
export function filterInView(filter: DetectionFilter, view: PictureView): DetectionFilter {
  const { center, resolution, rotation, width, height } = view;
  const across = (Math.abs(width * Math.cos(rotation)) + Math.abs(height * Math.sin(rotation))) * resolution;
  if (across >= worldWidth) return filter;
  const half = (across / worldWidth) * 180;
  const latitudes = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => positionAt(view, x, y)[1]);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [center[0] - half, center[0] + half];
  if (filter.within === undefined) {
    const ring: [number, number][] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    return { ...filter, within: [ring] };
  }
  if (filter.boundingBox !== undefined) return filter;
  return { ...filter, boundingBox: [normalized(west), south, normalized(east), north] };
}

function normalized(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
