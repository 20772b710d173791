/** Paths of the record schema that have separate fields in the results form (service.md, Records). */
export const searchPaths = {
  assignedId: 'assignedId',
  uploadTime: 'uploadTime',
  analytic: 'content.processors.processorName',
  region: 'content.processors.parameters.dissemination.region',
  collected: 'content.sensorData.startTimeUTC',
} as const;
