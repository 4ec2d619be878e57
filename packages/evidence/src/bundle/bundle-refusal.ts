import type { EvidenceFault, EvidenceFaultCode } from './evidence-verdict.ts';
import { quotePath } from './quote-path.ts';

/** What is wrong with a bundle, and where. It never leaves the package: `verifyEvidence` makes a verdict of it. */
export class BundleRefusal extends Error {
  override readonly name = 'BundleRefusal';
  readonly fault: EvidenceFault;

  constructor(place: string, code: EvidenceFaultCode, message: string) {
    super(message);
    this.fault = { place: quotePath(place), code, message };
  }
}
