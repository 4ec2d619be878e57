import { formatName } from './format-name.ts';
import type { Certificate } from './read-certificate.ts';

/** A certificate by its subject, for messages: escaped, and cut to a length, as whoever made it chose it. */
export function describeCertificate({ subject }: Certificate): string {
  return `The certificate "${formatName(subject).slice(0, 200)}"`;
}
