import type { EvidenceFault, EvidenceFaultCode } from './evidence-verdict.ts';

/** The place of a fault that is no single file's. */
export const BUNDLE_PLACE = 'bundle.zip';

const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 200;

/** What is wrong with a bundle, and where. It never leaves the package: `verifyEvidence` makes a verdict of it. */
export class BundleRefusal extends Error {
  override readonly name = 'BundleRefusal';
  readonly fault: EvidenceFault;

  constructor(place: string, code: EvidenceFaultCode, message: string) {
    super(message);
    this.fault = { place: quotePath(place), code, message };
  }
}

/**
 * A path as it may be shown: whoever wrote a ZIP chose its names, and they end on terminals. What is not printable ASCII
 * is escaped as in JSON, so that nothing is hidden and no text runs backwards.
 */
export function quotePath(path: string): string {
  const shown = path.length > MAX_LENGTH ? `${path.slice(0, MAX_LENGTH)}…` : path;
  if (PLAIN.test(path)) return shown;

  const escaped = JSON.stringify(shown).replaceAll(/[^\x20-\x7e…]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}
