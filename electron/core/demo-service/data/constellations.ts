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
  /** How often its images are used, relative to the others. */
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

const km = 1000;

/** The satellites of the demo data: names and modes as their operators publish them, images invented. */
export const constellations: readonly Constellation[] = [
  {
    sensorNames: ['ICEYE-X36', 'ICEYE-X27', 'ICEYE-X43', 'ICEYE-X50'],
    share: 30,
    inclinations: [97.7],
    dawnDusk: false,
    looksLeft: true,
    polarizations: ['VV'],
    modes: [
      { name: 'Spot', productType: 'GRD', along: 5 * km, across: 5 * km, resolution: 0.5, scale: 'detail' },
      {
        name: 'Spot Extended Area',
        productType: 'GRD',
        along: 15 * km,
        across: 15 * km,
        resolution: 1,
        scale: 'detail',
      },
      { name: 'Strip', productType: 'GRD', along: 50 * km, across: 30 * km, resolution: 3, scale: 'strip' },
      { name: 'Scan', productType: 'GRD', along: 100 * km, across: 100 * km, resolution: 15, scale: 'wide' },
    ],
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
    modes: [
      {
        name: 'Spotlight',
        productType: 'GEO',
        along: 5 * km,
        across: 5 * km,
        resolution: 0.5,
        scale: 'detail',
      },
      {
        name: 'Sliding Spotlight',
        productType: 'GEO',
        along: 10 * km,
        across: 10 * km,
        resolution: 0.8,
        scale: 'detail',
      },
      {
        name: 'Stripmap',
        productType: 'GEO',
        along: 20 * km,
        across: 10 * km,
        resolution: 1.2,
        scale: 'strip',
      },
    ],
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
    modes: [
      {
        name: 'SPOTLIGHT',
        productType: 'GEC',
        along: 4 * km,
        across: 4 * km,
        resolution: 0.35,
        scale: 'detail',
      },
      {
        name: 'SPOTLIGHT',
        productType: 'GEC',
        along: 10 * km,
        across: 10 * km,
        resolution: 1,
        scale: 'detail',
      },
    ],
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
    modes: [
      { name: 'IW', productType: 'GRDH', along: 170 * km, across: 250 * km, resolution: 20, scale: 'wide' },
    ],
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
      { name: 'Fine', productType: 'SGF', along: 50 * km, across: 50 * km, resolution: 8, scale: 'strip' },
      {
        name: 'Ship Detection',
        productType: 'SCS',
        along: 120 * km,
        across: 150 * km,
        resolution: 25,
        scale: 'wide',
      },
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
    modes: [
      {
        name: 'High Resolution Spotlight',
        productType: 'EEC',
        along: 5 * km,
        across: 10 * km,
        resolution: 1,
        scale: 'detail',
      },
      {
        name: 'Stripmap',
        productType: 'EEC',
        along: 50 * km,
        across: 30 * km,
        resolution: 3,
        scale: 'strip',
      },
    ],
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
    modes: [
      {
        name: 'Medium Resolution 30 m',
        productType: 'GRD',
        along: 80 * km,
        across: 125 * km,
        resolution: 30,
        scale: 'strip',
      },
    ],
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
