import { REPORT_PLACE } from '../report-refusal.ts';
import type { ReportVerdict, SignatureVerdict } from './report-verdict.ts';

export function describeReport({ verdict, fault, signatures }: Omit<ReportVerdict, 'message'>): string {
  if (fault?.code === 'too_complex' && fault.place === REPORT_PLACE)
    return `The report was not verified to its end: ${fault.message}`;
  if (fault) {
    const rest = signatures.length === 0 ? ' Nothing else was judged.' : '';
    return `The report can't be trusted. The first bad place is ${fault.place}: ${fault.message}${rest}`;
  }
  if (signatures.length === 0)
    return 'It has no signature: nothing tells who made it, nor whether it was changed.';

  const whole = 'Nothing was changed since its first signature but by adding further ones.';
  const sentences = signatures.map((signature) => describeSignature(signature));
  return [whole, ...sentences, describeDoubt({ verdict, signatures })].join(' ');
}

function describeDoubt({ verdict, signatures }: Pick<ReportVerdict, 'verdict' | 'signatures'>): string {
  if (verdict === 'trusted') return describeRevocation(signatures);
  if (signatures.some(({ demo }) => demo)) {
    return "Untrusted is no fault of the file: a demonstration's authority is among nobody's trusted ones, so what it signs proves nothing to a stranger, whatever root you give.";
  }
  return 'Untrusted is no fault of the file: not all of them are of somebody whom you trust. To trust one, give the root of its certificate.';
}

function describeRevocation(signatures: readonly SignatureVerdict[]): string {
  const isKnown = signatures.every(({ kind, level }) => {
    return kind === 'document_timestamp' || level === 'B-LT' || level === 'B-LTA';
  });
  if (isKnown) return 'By the answers that it carries, no certificate of a signer had been revoked then.';
  return 'It does not tell of every certificate whether it was revoked.';
}

function describeSignature(signature: SignatureVerdict): string {
  const { field, signer, time, demo } = signature;
  if (signature.kind === 'document_timestamp') {
    const authority = demo ? 'a demonstration' : 'an authority that you have not given';
    return `"${field}": ${signer ?? authority} saw the document at ${time}.`;
  }
  const unknown = demo ? 'a demonstration' : 'somebody unknown';
  return `"${field}": signed by ${signer ?? unknown}, ${describeTime(signature)}.`;
}

function describeTime({ time, time_source: source, timestamp }: SignatureVerdict): string {
  if (source === 'now' && timestamp?.verdict === 'untrusted') {
    const why = timestamp.demo ? 'is of a demonstration' : 'leads to no root that you have given';
    return `at a time that nothing proves, since its timestamp ${why}`;
  }
  if (source === 'now') return 'at a time that nothing proves';
  return `before ${time}, as ${source === 'signature_timestamp' ? 'its timestamp' : 'a document timestamp'} proves`;
}
