import { isNumberMember, sensorMembers } from '../../../../shared/results/sensor-members.ts';

/** The members of sensor data that a footprint repeats. */
export const footprintMembers = sensorMembers.filter((member) => 'inFootprint' in member);

/** The columns of `sensors` that have members, with their types, as in CREATE TABLE. */
export const sensorDefinitions = sensorMembers
  .map((member) => `${member.column} ${isNumberMember(member) ? 'DOUBLE' : 'TEXT'}`)
  .join(',\n  ');

/** Columns of `sensors` that a page brings, as SQL; the keys are not among them. */
export const sensorColumns = `record_id, position, ${namesOf(sensorMembers)}, footprint_problem`;

/** Columns of `footprints` but its key, as SQL. */
export const footprintColumns = `geom, ${namesOf(footprintMembers)}, collected_at, square_metres, reference_longitude,
  reference_latitude, sensor_hash`;

function namesOf(members: readonly { readonly column: string }[]): string {
  return members.map(({ column }) => column).join(', ');
}
