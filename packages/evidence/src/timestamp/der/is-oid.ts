const DOTTED = /^(?:[01]\.[123]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))*$/;

/** True for what `writeOid` takes: numbers joined by dots, the first 0 to 2, the second below 40 unless that is 2. */
export function isOid(text: string): boolean {
  return DOTTED.test(text);
}
