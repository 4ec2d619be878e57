import { equalBytes } from '../bytes.ts';
import { isList, isOfType, type PdfDictionary, type PdfValue } from './pdf-value.ts';

export function equalValues(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (one === other) return true;
  if (isList(one)) {
    return (
      isList(other) && one.length === other.length && one.every((item, at) => equalValues(item, other[at]))
    );
  }
  if (isOfType(one, 'string')) return isOfType(other, 'string') && equalBytes(one.bytes, other.bytes);
  if (isOfType(one, 'name')) return isOfType(other, 'name') && one.name === other.name;
  if (isOfType(one, 'reference')) return isOfType(other, 'reference') && one.number === other.number;
  if (isOfType(one, 'dictionary')) {
    return isOfType(other, 'dictionary') && listDifferences(one.entries, other.entries).length === 0;
  }
  return false;
}

export function listDifferences(one: PdfDictionary['entries'], other: PdfDictionary['entries']): string[] {
  // An object that a later revision did not write again is the same, however large it is.
  if (one === other) return [];
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => !equalValues(one.get(key), other.get(key)));
}
