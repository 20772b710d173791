import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { DemoRegion } from './regions.ts';

/** A route that ships follow, drawn after the well-known ways. Where it touches land, nothing sails. */
export type SeaLane = {
  readonly name: string;
  readonly region: DemoRegion;
  /** How busy it is, relative to the others. */
  readonly traffic: number;
  /** Standard deviation of the tracks to either side, metres. */
  readonly spread: number;
  /** `[longitude, latitude]` along the route. */
  readonly path: readonly LonLat[];
};

/** Name, traffic, spread, and the path as in WKT: `longitude latitude, …`. */
type LaneRow = readonly [name: string, traffic: number, spread: number, path: string];

const eastAsia: readonly LaneRow[] = [
  [
    'Bohai to Tianjin',
    4,
    1800,
    '118 38.85, 119 38.75, 120.2 38.6, 120.9 38.58, 121.6 38.3, 122.6 37.9, 123 37.4',
  ],
  ['Liaodong Bay', 2, 2000, '121.9 40.4, 121.3 39.8, 120.9 39, 120.9 38.6'],
  ['Qinhuangdao', 2, 1800, '119.7 39.85, 120.3 39.2, 120.9 38.65'],
  ['Yellow Sea, north to south', 5, 3500, '123 37.4, 123.2 36.5, 123 35, 122.8 33.5, 122.7 32, 122.9 31'],
  [
    'East China Sea coast',
    6,
    3500,
    '122.9 31, 122.9 30, 122.7 29, 122.4 28, 121.9 27, 121.1 26.2, 120.3 25.4',
  ],
  [
    'Taiwan Strait, west side',
    6,
    3000,
    '120.3 25.4, 119.6 24.6, 118.9 23.7, 117.8 22.8, 116.5 22.2, 115.3 21.9, 114.4 21.9',
  ],
  [
    'Taiwan Strait, east side',
    3,
    2200,
    '122.5 26, 121.3 25.6, 120.4 24.9, 119.95 24, 119.9 23.1, 120 22.4, 120.3 21.7',
  ],
  [
    'Korea Strait to Shanghai',
    5,
    2200,
    '129.2 34.95, 128.8 34.7, 128.2 34.25, 127.2 33.95, 126.3 33.85, 125.3 33.7, 123.8 32.4, 122.5 31.3',
  ],
  ['Tsushima to Kanmon', 3, 1500, '129.25 34.95, 130 34.5, 130.5 34.2, 130.85 34.05'],
  [
    'Sea of Japan to Tsugaru',
    2,
    4000,
    '129.2 34.95, 129.9 35.6, 130.8 36.3, 132.5 38, 135 40, 138.5 41.3, 140.3 41.35, 141.2 41.5, 142.2 41.4',
  ],
  ['Busan to Vladivostok', 1.5, 3500, '129.3 35.1, 129.9 36.5, 130.5 39, 131.3 41.5, 131.85 42.85'],
  ['Incheon approach', 3, 1500, '126.4 37.25, 126.1 36.95, 125.6 36.4, 125.2 35.5, 125.2 34.6, 125.1 33.8'],
  [
    'Incheon to Qingdao',
    2,
    2500,
    '126.2 37.25, 125 37.3, 123.5 37.45, 122.95 37.3, 122.6 36.7, 121.5 36.1, 120.6 35.92',
  ],
  ['Rizhao and Lianyungang', 2, 2000, '119.7 35.25, 120.6 35.1, 122 34.8, 122.95 34.6'],
  ['Yangtze mouth', 5, 1200, '123.2 30.9, 122.6 31.02, 122.25 31.08, 122 31.15'],
  ['Ningbo and Zhoushan', 4, 1000, '122.9 29.6, 122.5 29.7, 122.2 29.85, 121.95 30'],
  ['Shanghai to Osumi', 3, 4000, '122.8 31.1, 125 31, 128 30.8, 130.2 30.65, 131.2 30.8, 133 32, 135 33.1'],
  ['South of Honshu', 4, 2500, '135 33.1, 136.8 33.8, 138.3 34.3, 139.2 34.8, 139.7 35.05, 139.75 35.2'],
  ['Tokyo Bay', 5, 900, '141.5 34.7, 140.2 34.65, 139.85 34.9, 139.76 35.2, 139.73 35.33, 139.85 35.52'],
  ['Kii Channel to Osaka', 3, 1200, '135 33.2, 135 33.9, 135.05 34.3, 135.2 34.55'],
  ['Pearl River mouth', 4, 900, '113.9 21.8, 113.78 22.1, 113.75 22.4, 113.68 22.65'],
  ['Hong Kong to the South China Sea', 5, 4000, '114.2 22, 114 21.6, 113.2 20, 112.2 18, 111.3 15.8'],
  ['Hong Kong to Bashi Channel', 4, 3500, '114.5 21.95, 117 21.6, 119.5 21.2, 121.2 21.3, 123 21.8'],
  ['Qiongzhou Strait', 3, 1000, '109.4 20.1, 109.9 20.15, 110.3 20.15, 110.9 20.25, 112 20.8, 113.6 21.6'],
  [
    'South of Hainan',
    2.5,
    2500,
    '107 20.4, 107.3 19.4, 108.2 18.4, 109.2 18, 110.3 18.25, 111.5 19.1, 112.8 20.5',
  ],
  ['Okinawa to Shanghai', 1.5, 3500, '127.55 26.2, 126 27.6, 124.2 29.5, 122.9 30.7'],
  ['Xiamen', 2, 1000, '118.12 24.33, 118.5 24.2, 119 24'],
  ['Keelung', 2, 1200, '121.76 25.2, 121.9 25.45, 122.6 26.3'],
];

const easternEurope: readonly LaneRow[] = [
  ['Bosporus to Odesa', 5, 2200, '29.15 41.28, 29.4 42.2, 29.9 43.5, 30.6 45, 30.9 46.1, 30.85 46.4'],
  [
    'Western Black Sea coast',
    5,
    1800,
    '29.15 41.32, 28.75 42.3, 28.8 43.3, 28.95 44.1, 29.9 44.9, 30.4 45.6',
  ],
  ['Varna and Burgas', 3, 1200, '28.05 43.16, 28.4 43.05, 28.2 42.6, 27.75 42.5'],
  ['Bosporus to Novorossiysk', 6, 3000, '29.2 41.32, 31.5 42.2, 34 43.4, 36.3 44.3, 37.5 44.55, 37.8 44.65'],
  [
    'Kerch and Azov',
    5,
    1200,
    '34 43.4, 35.6 44.5, 36.4 44.9, 36.52 45.12, 36.6 45.35, 36.75 45.55, 37.4 46.1, 38.2 46.6, 38.8 46.95',
  ],
  ['Mariupol and Berdyansk', 2, 1500, '36.75 45.55, 36.9 46.3, 37.4 46.95'],
  ['Bosporus to Georgia', 3, 2500, '29.3 41.35, 32 42.1, 35 42.35, 38 41.9, 41.2 41.8'],
  ['Sea of Marmara', 4, 1200, '26.6 40.4, 27.4 40.65, 28.3 40.85, 28.95 40.95'],
  [
    'Great Belt',
    4,
    1000,
    '10.9 57.6, 11.4 57, 11.3 56.3, 10.9 55.9, 11 55.3, 10.8 54.9, 11.2 54.55, 12.1 54.5, 12.7 54.8, 13.5 54.95, 14.4 55.28',
  ],
  [
    'Bornholm to the Gulf of Finland',
    6,
    2500,
    '14.4 55.28, 15.5 55.4, 16.6 55.7, 18.2 56.1, 19.6 57.2, 20.6 58.6, 21.6 59.2, 22.8 59.45, 24.3 59.75, 25.5 59.95, 26.8 60, 28.2 60.05, 29.2 60.05',
  ],
  ['Oresund', 2, 700, '12.3 56.4, 12.6 56.1, 12.75 55.85, 12.75 55.4, 12.9 55.1, 13.4 54.98'],
  ['Gdansk Bay', 5, 1500, '15.6 55.2, 17.8 55.1, 18.9 54.85, 19 54.6, 18.8 54.44'],
  ['Baltiysk and Klaipeda', 3, 1500, '19.75 54.7, 19.4 55.1, 19.6 55.6, 20.95 55.72'],
  ['Ventspils and Riga', 3, 1500, '20.3 57.5, 21.4 57.6, 21.9 57.95, 22.6 57.75, 23.4 57.5, 23.95 57.15'],
  ['Helsinki to Tallinn', 3, 900, '24.95 60.08, 24.9 59.85, 24.75 59.55'],
  ['Swinoujscie', 2.5, 1200, '14.25 53.98, 14.2 54.4, 13.9 54.9'],
  ['Stockholm approach', 2, 1500, '19.2 59.6, 19.9 59.3, 20.6 58.8'],
];

const southeastAsia: readonly LaneRow[] = [
  ['Singapore Strait', 6, 1000, '103.3 1.15, 103.7 1.15, 104.1 1.25, 104.6 1.4, 105.2 1.9'],
  ['Malacca Strait', 5, 2000, '103.3 1.15, 102.4 1.75, 101.2 2.7, 100.3 3.8, 99 4.9'],
];

/** The lanes of the demo data. */
export const seaLanes: readonly SeaLane[] = [
  ...eastAsia.map((row) => toLane('East Asia', row)),
  ...easternEurope.map((row) => toLane('Eastern Europe', row)),
  ...southeastAsia.map((row) => toLane('Southeast Asia', row)),
];

function toLane(region: DemoRegion, [name, traffic, spread, text]: LaneRow): SeaLane {
  const path = text.split(', ').map((pair): LonLat => {
    const [longitude, latitude] = pair.split(' ').map(Number);
    return [longitude ?? Number.NaN, latitude ?? Number.NaN];
  });
  return { name, region, traffic, spread, path };
}
