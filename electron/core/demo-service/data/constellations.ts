/** An imaging mode of a radar satellite. */
export type SensorMode = {
  readonly name: string;
  readonly productType: string;
  /** Size of an image along the satellite's track and across it, metres. */
  readonly along: number;
  readonly across: number;
  /** Ground resolution, metres. */
  readonly resolution: number;
  /** Image class: `detail` shows vehicles, `wide` shows ships over large areas. */
  readonly scale: 'detail' | 'strip' | 'wide';
};

/** A family of radar satellites that image in the same way. */
export type Constellation = {
  readonly sensorNames: readonly string[];
  /** Frequency of its images, relative to the others. */
  readonly share: number;
  /** Orbit inclination, degrees. */
  readonly inclinations: readonly number[];
  /** Local solar hours at which it passes, where its orbit is fixed to the sun at dawn and dusk. */
  readonly dawnDusk: boolean;
  /** Whether it can image to the left of its track as well. */
  readonly looksLeft: boolean;
  readonly polarizations: readonly string[];
  readonly modes: readonly SensorMode[];
  /** The vendor's name of an image. `stamp` is `YYYYMMDDTHHMMSS`; `serial` is a number of the image. */
  readonly vendorId: (image: {
    sensorName: string;
    mode: SensorMode;
    polarization: string;
    stamp: string;
    serial: number;
  }) => string;
};

/** Modes of one product, in rows of name, size along and across the track in kilometres, resolution, and scale. */
function modes(
  productType: string,
  ...rows: readonly (readonly [
    name: string,
    size: readonly [along: number, across: number],
    resolution: number,
    scale: SensorMode['scale'],
  ])[]
): readonly SensorMode[] {
  return rows.map(([name, [along, across], resolution, scale]) => {
    return { name, productType, along: along * 1000, across: across * 1000, resolution, scale };
  });
}

/** The satellites of the demo data: names and modes as their operators publish them, images invented. */
export const constellations: readonly Constellation[] = [
  {
    sensorNames: ['ICEYE-X36', 'ICEYE-X27', 'ICEYE-X43', 'ICEYE-X50'],
    share: 30,
    inclinations: [97.7],
    dawnDusk: false,
    looksLeft: true,
    polarizations: ['VV'],
    modes: modes(
      'GRD',
      ['Spot', [5, 5], 0.5, 'detail'],
      ['Spot Extended Area', [15, 15], 1, 'detail'],
      ['Strip', [50, 30], 3, 'strip'],
      ['Scan', [100, 100], 15, 'wide'],
    ),
    vendorId: ({ sensorName, mode, stamp, serial }) =>
      `${sensorName.replace('-', '_')}_GRD_${iceyeModeCodes[mode.name] ?? 'SM'}_${serial}_${stamp}`,
  },
  {
    sensorNames: ['CAPELLA-9', 'CAPELLA-11', 'CAPELLA-14'],
    share: 22,
    inclinations: [97.4, 53],
    dawnDusk: false,
    looksLeft: true,
    polarizations: ['HH', 'VV'],
    modes: modes(
      'GEO',
      ['Spotlight', [5, 5], 0.5, 'detail'],
      ['Sliding Spotlight', [10, 10], 0.8, 'detail'],
      ['Stripmap', [20, 10], 1.2, 'strip'],
    ),
    vendorId: ({ sensorName, mode, polarization, stamp, serial }) => {
      const satellite = sensorName.replace('CAPELLA-', 'C').replace(/^C(\d)$/, 'C0$1');
      const code = mode.name === 'Stripmap' ? 'SM' : mode.name === 'Spotlight' ? 'SP' : 'SS';
      return `CAPELLA_${satellite}_${code}_GEO_${polarization}_${stamp.replace('T', '')}_${serial}`;
    },
  },
  {
    sensorNames: ['UMBRA-05', 'UMBRA-06', 'UMBRA-08'],
    share: 16,
    inclinations: [97.5],
    dawnDusk: false,
    looksLeft: true,
    polarizations: ['VV', 'HH'],
    modes: modes('GEC', ['SPOTLIGHT', [4, 4], 0.35, 'detail'], ['SPOTLIGHT', [10, 10], 1, 'detail']),
    vendorId: ({ sensorName, stamp }) =>
      `${stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3-$4-$5-$6')}_${sensorName}`,
  },
  {
    sensorNames: ['SENTINEL-1A', 'SENTINEL-1C'],
    share: 9,
    inclinations: [98.2],
    dawnDusk: true,
    looksLeft: false,
    polarizations: ['VV', 'VH'],
    modes: modes('GRDH', ['IW', [170, 250], 20, 'wide']),
    vendorId: ({ sensorName, stamp, serial }) =>
      `S1${sensorName.slice(-1)}_IW_GRDH_1SDV_${stamp}_0${serial % 100_000}_${serial.toString(16).toUpperCase()}`,
  },
  {
    sensorNames: ['RADARSAT-2', 'RCM-1', 'RCM-2', 'RCM-3'],
    share: 10,
    inclinations: [97.7, 98.6],
    dawnDusk: true,
    looksLeft: false,
    polarizations: ['HH', 'HV', 'VV'],
    modes: [
      ...modes('SGF', ['Fine', [50, 50], 8, 'strip']),
      ...modes('SCS', ['Ship Detection', [120, 150], 25, 'wide']),
    ],
    vendorId: ({ sensorName, stamp, serial }) =>
      `${sensorName.replace('RADARSAT-2', 'RS2').replace('-', '')}_OK${serial}_PK${serial + 7}_${stamp.replace('T', '_')}_SGF`,
  },
  {
    sensorNames: ['TERRASAR-X', 'PAZ'],
    share: 8,
    inclinations: [97.4],
    dawnDusk: true,
    looksLeft: false,
    polarizations: ['HH', 'VV'],
    modes: modes(
      'EEC',
      ['High Resolution Spotlight', [5, 10], 1, 'detail'],
      ['Stripmap', [50, 30], 3, 'strip'],
    ),
    vendorId: ({ sensorName, mode, stamp, serial }) =>
      `${sensorName === 'PAZ' ? 'PAZ1' : 'TSX1'}_SAR__EEC_${mode.scale === 'strip' ? 'RE___SM' : 'SE___HS'}_S_SRA_${stamp}_${serial}`,
  },
];

/** The beam in which anchorages are imaged each day. */
export const monitoringBeam = {
  constellation: {
    sensorNames: ['RCM-1', 'RCM-2', 'RCM-3'],
    share: 1,
    inclinations: [97.7],
    dawnDusk: true,
    looksLeft: false,
    polarizations: ['VV'],
    modes: modes('GRD', ['Medium Resolution 30 m', [80, 125], 30, 'strip']),
    vendorId: ({ sensorName, polarization, stamp, serial }) =>
      `${sensorName.replace('-', '')}_OK${serial}_PK${serial + 7}_SC30M_${stamp.replace('T', '_')}_${polarization}_GRD`,
  },
  incidence: [32, 43],
} as const satisfies { readonly constellation: Constellation; readonly incidence: readonly [number, number] };

const iceyeModeCodes: Readonly<Record<string, string>> = {
  Spot: 'SL',
  'Spot Extended Area': 'SLEA',
  Strip: 'SM',
  Scan: 'SC',
};
