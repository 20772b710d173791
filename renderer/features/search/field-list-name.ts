import { type FieldList, namedFieldLists, pathsOfFieldList } from '../../../shared/results/field-list.ts';
import { texts } from './texts.ts';

/** The name of a field list, or how many fields it has. */
export function fieldListName(list: FieldList): string {
  const named = namedFieldLists.find((name) => name === list);
  return named ? texts.fieldList.named[named] : texts.fieldList.chosen(pathsOfFieldList(list).length);
}
