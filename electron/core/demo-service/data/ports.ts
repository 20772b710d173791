import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { DemoRegion } from './regions.ts';

/** A harbour: ships lie at its quays and wait in its roads. */
export type Port = {
  readonly name: string;
  readonly region: DemoRegion;
  /** How busy it is, relative to the others. */
  readonly traffic: number;
  readonly harbour: LonLat;
  /** The middle of the anchorage. */
  readonly roads: LonLat;
};

/** The harbours of the demo data. */
export const ports: readonly Port[] = [
  { name: 'Tianjin', region: 'East Asia', traffic: 5, harbour: [117.8, 38.97], roads: [118.15, 38.85] },
  { name: 'Caofeidian', region: 'East Asia', traffic: 3, harbour: [118.5, 38.93], roads: [118.7, 38.75] },
  { name: 'Qinhuangdao', region: 'East Asia', traffic: 3, harbour: [119.62, 39.91], roads: [119.75, 39.75] },
  { name: 'Dalian', region: 'East Asia', traffic: 4, harbour: [121.68, 38.94], roads: [121.9, 38.9] },
  { name: 'Yantai', region: 'East Asia', traffic: 2, harbour: [121.4, 37.56], roads: [121.55, 37.68] },
  { name: 'Qingdao', region: 'East Asia', traffic: 5, harbour: [120.25, 36.03], roads: [120.45, 35.92] },
  { name: 'Rizhao', region: 'East Asia', traffic: 2, harbour: [119.56, 35.38], roads: [119.8, 35.3] },
  { name: 'Shanghai', region: 'East Asia', traffic: 7, harbour: [121.75, 31.38], roads: [122.4, 31.05] },
  { name: 'Yangshan', region: 'East Asia', traffic: 4, harbour: [122.06, 30.63], roads: [122.35, 30.55] },
  { name: 'Ningbo', region: 'East Asia', traffic: 6, harbour: [121.9, 29.93], roads: [122.4, 29.75] },
  { name: 'Wenzhou', region: 'East Asia', traffic: 1, harbour: [121.0, 27.95], roads: [121.25, 27.9] },
  { name: 'Fuzhou', region: 'East Asia', traffic: 1.5, harbour: [119.65, 26.03], roads: [119.85, 26.0] },
  { name: 'Xiamen', region: 'East Asia', traffic: 3, harbour: [118.05, 24.45], roads: [118.25, 24.3] },
  { name: 'Keelung', region: 'East Asia', traffic: 2, harbour: [121.75, 25.15], roads: [121.8, 25.25] },
  { name: 'Taichung', region: 'East Asia', traffic: 2, harbour: [120.5, 24.27], roads: [120.35, 24.28] },
  { name: 'Kaohsiung', region: 'East Asia', traffic: 4, harbour: [120.29, 22.57], roads: [120.2, 22.5] },
  { name: 'Hong Kong', region: 'East Asia', traffic: 6, harbour: [114.12, 22.33], roads: [114.05, 22.2] },
  { name: 'Shenzhen', region: 'East Asia', traffic: 4, harbour: [113.87, 22.47], roads: [113.78, 22.3] },
  { name: 'Zhanjiang', region: 'East Asia', traffic: 1.5, harbour: [110.42, 21.15], roads: [110.7, 20.95] },
  { name: 'Haikou', region: 'East Asia', traffic: 2, harbour: [110.28, 20.04], roads: [110.3, 20.12] },
  { name: 'Sanya', region: 'East Asia', traffic: 2, harbour: [109.5, 18.22], roads: [109.45, 18.1] },
  { name: 'Incheon', region: 'East Asia', traffic: 4, harbour: [126.6, 37.45], roads: [126.42, 37.28] },
  { name: 'Pyeongtaek', region: 'East Asia', traffic: 2, harbour: [126.82, 36.98], roads: [126.55, 37.1] },
  { name: 'Gwangyang', region: 'East Asia', traffic: 3, harbour: [127.7, 34.9], roads: [127.85, 34.7] },
  { name: 'Busan', region: 'East Asia', traffic: 6, harbour: [129.06, 35.1], roads: [129.1, 35.02] },
  { name: 'Ulsan', region: 'East Asia', traffic: 4, harbour: [129.38, 35.48], roads: [129.5, 35.42] },
  { name: 'Hakata', region: 'East Asia', traffic: 2, harbour: [130.4, 33.62], roads: [130.25, 33.72] },
  { name: 'Kitakyushu', region: 'East Asia', traffic: 2, harbour: [130.85, 33.93], roads: [130.75, 34.02] },
  { name: 'Kobe', region: 'East Asia', traffic: 3, harbour: [135.2, 34.66], roads: [135.25, 34.58] },
  { name: 'Nagoya', region: 'East Asia', traffic: 4, harbour: [136.83, 35.03], roads: [136.8, 34.9] },
  { name: 'Yokohama', region: 'East Asia', traffic: 6, harbour: [139.68, 35.44], roads: [139.75, 35.42] },
  { name: 'Chiba', region: 'East Asia', traffic: 4, harbour: [140.08, 35.57], roads: [139.98, 35.52] },
  { name: 'Vladivostok', region: 'East Asia', traffic: 2, harbour: [131.9, 43.1], roads: [131.85, 42.95] },
  { name: 'Naha', region: 'East Asia', traffic: 1, harbour: [127.66, 26.22], roads: [127.58, 26.24] },
  { name: 'Odesa', region: 'Eastern Europe', traffic: 4, harbour: [30.75, 46.5], roads: [30.95, 46.4] },
  { name: 'Pivdennyi', region: 'Eastern Europe', traffic: 2, harbour: [31.02, 46.6], roads: [31.05, 46.48] },
  {
    name: 'Izmail roads',
    region: 'Eastern Europe',
    traffic: 2,
    harbour: [29.75, 45.2],
    roads: [29.95, 45.12],
  },
  { name: 'Constanta', region: 'Eastern Europe', traffic: 6, harbour: [28.65, 44.13], roads: [28.85, 44.1] },
  { name: 'Varna', region: 'Eastern Europe', traffic: 3, harbour: [27.92, 43.19], roads: [28.05, 43.17] },
  { name: 'Burgas', region: 'Eastern Europe', traffic: 3, harbour: [27.48, 42.48], roads: [27.62, 42.5] },
  {
    name: 'Istanbul roads',
    region: 'Eastern Europe',
    traffic: 6,
    harbour: [28.93, 40.99],
    roads: [28.85, 40.93],
  },
  {
    name: 'Bosporus north roads',
    region: 'Eastern Europe',
    traffic: 4,
    harbour: [29.12, 41.24],
    roads: [29.25, 41.32],
  },
  { name: 'Samsun', region: 'Eastern Europe', traffic: 2, harbour: [36.36, 41.31], roads: [36.45, 41.36] },
  { name: 'Batumi', region: 'Eastern Europe', traffic: 2, harbour: [41.64, 41.65], roads: [41.55, 41.68] },
  { name: 'Poti', region: 'Eastern Europe', traffic: 2, harbour: [41.65, 42.15], roads: [41.5, 42.15] },
  {
    name: 'Novorossiysk',
    region: 'Eastern Europe',
    traffic: 5,
    harbour: [37.8, 44.71],
    roads: [37.85, 44.62],
  },
  {
    name: 'Kerch Strait roads',
    region: 'Eastern Europe',
    traffic: 4,
    harbour: [36.5, 45.33],
    roads: [36.5, 44.95],
  },
  {
    name: 'Taganrog Bay',
    region: 'Eastern Europe',
    traffic: 2,
    harbour: [38.92, 47.2],
    roads: [38.6, 46.95],
  },
  { name: 'Mariupol', region: 'Eastern Europe', traffic: 1, harbour: [37.5, 47.05], roads: [37.45, 46.95] },
  { name: 'Gdansk', region: 'Eastern Europe', traffic: 6, harbour: [18.68, 54.39], roads: [18.85, 54.47] },
  { name: 'Gdynia', region: 'Eastern Europe', traffic: 4, harbour: [18.55, 54.53], roads: [18.68, 54.53] },
  { name: 'Baltiysk', region: 'Eastern Europe', traffic: 3, harbour: [19.88, 54.65], roads: [19.75, 54.68] },
  { name: 'Klaipeda', region: 'Eastern Europe', traffic: 3, harbour: [21.1, 55.71], roads: [20.95, 55.73] },
  { name: 'Liepaja', region: 'Eastern Europe', traffic: 1.5, harbour: [20.99, 56.53], roads: [20.85, 56.54] },
  { name: 'Ventspils', region: 'Eastern Europe', traffic: 3, harbour: [21.53, 57.4], roads: [21.4, 57.45] },
  { name: 'Riga', region: 'Eastern Europe', traffic: 3, harbour: [24.02, 57.06], roads: [23.95, 57.14] },
  { name: 'Tallinn', region: 'Eastern Europe', traffic: 4, harbour: [24.77, 59.45], roads: [24.7, 59.53] },
  { name: 'Helsinki', region: 'Eastern Europe', traffic: 3, harbour: [24.97, 60.15], roads: [24.98, 60.07] },
  { name: 'Ust-Luga', region: 'Eastern Europe', traffic: 4, harbour: [28.4, 59.68], roads: [28.25, 59.8] },
  { name: 'Primorsk', region: 'Eastern Europe', traffic: 3, harbour: [28.7, 60.33], roads: [28.6, 60.2] },
  {
    name: 'Saint Petersburg',
    region: 'Eastern Europe',
    traffic: 3,
    harbour: [30.15, 59.92],
    roads: [29.4, 60.03],
  },
  {
    name: 'Swinoujscie',
    region: 'Eastern Europe',
    traffic: 3,
    harbour: [14.26, 53.92],
    roads: [14.25, 54.05],
  },
  { name: 'Rostock', region: 'Eastern Europe', traffic: 2, harbour: [12.1, 54.16], roads: [12.1, 54.25] },
  { name: 'Singapore', region: 'Southeast Asia', traffic: 6, harbour: [103.75, 1.28], roads: [103.95, 1.23] },
];
