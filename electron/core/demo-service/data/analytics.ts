/** An analytic of the demo data, with the product and processor names of its records. */
export type DemoAnalytic = {
  /** Analytic name (ordering document, 2.6), which is the processor's name in a record. */
  readonly name: string;
  readonly productType: string;
  readonly version: string;
  /** Processor parameters, beside the optional `dissemination`. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** The analytics of the demo data. */
export const analytics = {
  smallVessels: {
    name: 'SmallVesselDetection',
    productType: 'SAR_VESSEL_DETECTION',
    version: '3.4.1',
    parameters: { minimumLength_m: 20, maximumLength_m: 150, falseAlarmRate: 1e-6, landMaskBuffer_m: 50 },
  },
  largeVessels: {
    name: 'LargeVesselDetection',
    productType: 'SAR_VESSEL_DETECTION',
    version: '3.4.1',
    parameters: { minimumLength_m: 150, falseAlarmRate: 1e-7, landMaskBuffer_m: 50 },
  },
  aircraft: {
    name: 'AircraftDetection',
    productType: 'SAR_AIRCRAFT_DETECTION',
    version: '2.1.0',
    parameters: { airdromeMask: true, minimumConfidence: 0.3 },
  },
  groundVehicles: {
    name: 'GroundVehicleDetection',
    productType: 'SAR_GROUND_VEHICLE_DETECTION',
    version: '1.8.3',
    parameters: { model: 'gvd-resnet-2', minimumConfidence: 0.3 },
  },
  brightObjects: {
    name: 'SPEX',
    productType: 'SAR_MANMADE_OBJECTS',
    version: '1.2.0',
    parameters: { brightestPerCluster: 16, threshold_db: 6 },
  },
  changes: {
    name: 'ChangeDetection',
    productType: 'SAR_CHANGE_DETECTION',
    version: '4.0.2',
    parameters: { changeDetectionType: ['CHANGE_DETECTION'], minimumArea_m2: 150 },
  },
} as const satisfies Readonly<Record<string, DemoAnalytic>>;
