import { type FieldList, namedFieldLists, pathsOfFieldList } from '../../../shared/results/field-list.ts';
import { texts } from './texts.ts';

/** Returns the name of a field list on the screen or, for a list without a name, its number of fields. */
export function fieldListName(list: FieldList): string {
  const named = namedFieldLists.find((name) => name === list);
  return named ? texts.fieldList.named[named] : texts.fieldList.chosen(pathsOfFieldList(list).length);
}
