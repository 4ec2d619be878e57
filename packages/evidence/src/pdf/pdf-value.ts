/**
 * Values of PDF objects (ISO 32000-1, section 7.3). A string has its place, since a signature must leave out exactly
 * its own.
 */
export type PdfValue =
  null | boolean | number | PdfName | PdfString | PdfReference | PdfDictionary | readonly PdfValue[];

export type PdfName = { readonly type: 'name'; readonly name: string };
export type PdfReference = { readonly type: 'reference'; readonly number: number };
export type PdfDictionary = { readonly type: 'dictionary'; readonly entries: ReadonlyMap<string, PdfValue> };

export type PdfString = {
  readonly type: 'string';
  readonly bytes: Uint8Array;
  readonly isHex: boolean;
  readonly start: number;
  readonly end: number;
};

export type PdfObject = {
  readonly number: number;
  readonly value: PdfValue;
  readonly isStream: boolean;
  readonly data: Uint8Array | null;
  readonly start: number;
  readonly end: number;
};

export type PdfObjects = ReadonlyMap<number, PdfObject>;

export function isList(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

export function isOfType<T extends 'name' | 'string' | 'reference' | 'dictionary'>(
  value: PdfValue | undefined,
  type: T,
): value is Extract<PdfValue, { type: T }> {
  return typeof value === 'object' && value !== null && !isList(value) && value.type === type;
}

export function nameOf(value: PdfValue | undefined): string | undefined {
  return isOfType(value, 'name') ? value.name : undefined;
}

/** A missing object is null (section 7.3.10). */
export function resolve(value: PdfValue | undefined, objects: PdfObjects): PdfValue {
  if (value === undefined) return null;
  return isOfType(value, 'reference') ? (objects.get(value.number)?.value ?? null) : value;
}

/** Gives undefined for a value that neither is nor refers to a dictionary. */
export function entriesOf(
  value: PdfValue | undefined,
  objects: PdfObjects,
): ReadonlyMap<string, PdfValue> | undefined {
  const resolved = resolve(value, objects);
  return isOfType(resolved, 'dictionary') ? resolved.entries : undefined;
}

export function visitValues(value: PdfValue, visit: (inner: PdfValue) => void): void {
  visit(value);
  if (isList(value)) for (const item of value) visitValues(item, visit);
  if (isOfType(value, 'dictionary')) for (const entry of value.entries.values()) visitValues(entry, visit);
}
