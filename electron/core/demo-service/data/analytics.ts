/** An analytic of the demo data, with the product and processor names of its records. */
export type DemoAnalytic = {
  /** Analytic name (service.md, Analytics), which is the processor's name in a record. */
  readonly name: string;
  readonly productType: string;
  /** First part of the versions, see `processorVersion`. */
  readonly majorVersion: number;
  /** Processor parameters, in addition to the optional `dissemination`. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** The analytics of the demo data. */
export const demoAnalytics = {
  smallVessels: {
    name: 'SmallVesselDetection',
    productType: 'SAR_VESSEL_DETECTION',
    majorVersion: 3,
    parameters: { minimumLength_m: 20, maximumLength_m: 150, falseAlarmRate: 1e-6, landMaskBuffer_m: 50 },
  },
  largeVessels: {
    name: 'LargeVesselDetection',
    productType: 'SAR_VESSEL_DETECTION',
    majorVersion: 3,
    parameters: { minimumLength_m: 150, falseAlarmRate: 1e-7, landMaskBuffer_m: 50 },
  },
  aircraft: {
    name: 'AircraftDetection',
    productType: 'SAR_AIRCRAFT_DETECTION',
    majorVersion: 2,
    parameters: { airdromeMask: true, minimumConfidence: 0.3 },
  },
  groundVehicles: {
    name: 'GroundVehicleDetection',
    productType: 'SAR_GROUND_VEHICLE_DETECTION',
    majorVersion: 1,
    parameters: { model: 'gvd-resnet-2', minimumConfidence: 0.3 },
  },
  brightObjects: {
    name: 'SPEX',
    productType: 'SAR_MANMADE_OBJECTS',
    majorVersion: 1,
    parameters: { brightestPerCluster: 16, threshold_db: 6 },
  },
  changes: {
    name: 'ChangeDetection',
    productType: 'SAR_CHANGE_DETECTION',
    majorVersion: 4,
    parameters: { changeDetectionType: ['CHANGE_DETECTION'], minimumArea_m2: 150 },
  },
} as const satisfies Readonly<Record<string, DemoAnalytic>>;

/**
 * The version of an analytic at an instant (epoch milliseconds UTC): its major version, the year, and the number of the
 * half month in it, since each is released on the 1st and on the 16th of every month.
 */
export function processorVersion({ majorVersion }: DemoAnalytic, time: number): string {
  const date = new Date(time);
  const halfMonth = 2 * date.getUTCMonth() + (date.getUTCDate() < 16 ? 1 : 2);
  return `${majorVersion}.${date.getUTCFullYear() % 100}.${halfMonth}`;
}
