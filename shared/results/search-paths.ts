/** Paths of the record schema that have separate fields in the results form (results document, 2.1 to 2.5). */
export const searchPaths = {
  assignedId: 'assignedId',
  uploadTime: 'uploadTime',
  analytic: 'content.processors.processorName',
  region: 'content.processors.parameters.dissemination.region',
  collected: 'content.sensorData.startTimeUTC',
} as const;
