import type { LonLat } from '../../../../shared/geo/geometry.ts';
import type { DemoRegion } from './regions.ts';

/** A place on land that is watched for what stands or changes there. */
export type GroundSite = {
  readonly name: string;
  readonly region: DemoRegion;
  readonly position: LonLat;
  /** `depot`: rows of parked vehicles. `industry`: bright structures, building work. */
  readonly kind: 'depot' | 'industry';
};

/** The sites on land of the demo data: near known towns, not at any particular installation. */
export const groundSites: readonly GroundSite[] = [
  { name: 'Pyeongtaek logistics', region: 'East Asia', position: [127.05, 36.99], kind: 'depot' },
  { name: 'Daejeon north', region: 'East Asia', position: [127.39, 36.42], kind: 'depot' },
  { name: 'Ulsan car terminal', region: 'East Asia', position: [129.34, 35.55], kind: 'depot' },
  { name: 'Tianjin west', region: 'East Asia', position: [117.1, 39.1], kind: 'depot' },
  { name: 'Jinan east', region: 'East Asia', position: [117.15, 36.7], kind: 'depot' },
  { name: 'Suzhou logistics', region: 'East Asia', position: [120.68, 31.36], kind: 'depot' },
  { name: 'Taichung west', region: 'East Asia', position: [120.62, 24.17], kind: 'depot' },
  { name: 'Foshan', region: 'East Asia', position: [113.1, 23.0], kind: 'depot' },
  { name: 'Nagoya north', region: 'East Asia', position: [136.9, 35.26], kind: 'depot' },
  { name: 'Ussuriysk', region: 'East Asia', position: [131.95, 43.8], kind: 'depot' },
  { name: 'Constanta hinterland', region: 'Eastern Europe', position: [28.4, 44.2], kind: 'depot' },
  { name: 'Galati', region: 'Eastern Europe', position: [27.98, 45.48], kind: 'depot' },
  { name: 'Chisinau south', region: 'Eastern Europe', position: [28.86, 46.93], kind: 'depot' },
  { name: 'Lublin east', region: 'Eastern Europe', position: [22.68, 51.24], kind: 'depot' },
  { name: 'Elblag', region: 'Eastern Europe', position: [19.47, 54.14], kind: 'depot' },
  { name: 'Kaunas', region: 'Eastern Europe', position: [23.97, 54.95], kind: 'depot' },
  { name: 'Daugavpils', region: 'Eastern Europe', position: [26.58, 55.9], kind: 'depot' },
  { name: 'Tapa', region: 'Eastern Europe', position: [25.97, 59.25], kind: 'depot' },
  { name: 'Rostov east', region: 'Eastern Europe', position: [39.9, 47.25], kind: 'depot' },
  { name: 'Tianjin Binhai', region: 'East Asia', position: [117.65, 39.02], kind: 'industry' },
  { name: 'Dalian Ganjingzi', region: 'East Asia', position: [121.58, 38.98], kind: 'industry' },
  { name: 'Ningbo Zhenhai', region: 'East Asia', position: [121.6, 29.94], kind: 'industry' },
  { name: 'Shanghai Baoshan', region: 'East Asia', position: [121.4, 31.4], kind: 'industry' },
  { name: 'Gwangyang', region: 'East Asia', position: [127.7, 34.98], kind: 'industry' },
  { name: 'Ulsan Onsan', region: 'East Asia', position: [129.32, 35.42], kind: 'industry' },
  { name: 'Incheon Songdo', region: 'East Asia', position: [126.75, 37.4], kind: 'industry' },
  { name: 'Kawasaki', region: 'East Asia', position: [139.68, 35.54], kind: 'industry' },
  { name: 'Mailiao hinterland', region: 'East Asia', position: [120.3, 23.78], kind: 'industry' },
  { name: 'Kaohsiung Xiaogang', region: 'East Asia', position: [120.36, 22.57], kind: 'industry' },
  { name: 'Huizhou', region: 'East Asia', position: [114.5, 22.9], kind: 'industry' },
  { name: 'Navodari', region: 'Eastern Europe', position: [28.58, 44.34], kind: 'industry' },
  { name: 'Burgas refinery', region: 'Eastern Europe', position: [27.33, 42.55], kind: 'industry' },
  { name: 'Odesa north', region: 'Eastern Europe', position: [30.68, 46.56], kind: 'industry' },
  { name: 'Novorossiysk west', region: 'Eastern Europe', position: [37.7, 44.78], kind: 'industry' },
  { name: 'Gdansk refinery', region: 'Eastern Europe', position: [18.7, 54.33], kind: 'industry' },
  { name: 'Mazeikiai', region: 'Eastern Europe', position: [22.17, 56.39], kind: 'industry' },
  { name: 'Ust-Luga hinterland', region: 'Eastern Europe', position: [28.5, 59.62], kind: 'industry' },
  { name: 'Porvoo', region: 'Eastern Europe', position: [25.6, 60.4], kind: 'industry' },
  { name: 'Mariupol east', region: 'Eastern Europe', position: [37.65, 47.12], kind: 'industry' },
];
