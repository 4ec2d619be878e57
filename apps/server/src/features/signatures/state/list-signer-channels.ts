import type { SignatureRow } from './signature-view.ts';

/** Where messages to the signer go. */
export const listSignerChannels = ({
  signer_email,
  signer_phone,
}: Pick<SignatureRow, 'signer_email' | 'signer_phone'>) => [
  ...(signer_email ? [{ channel: 'email' as const, recipient: signer_email }] : []),
  ...(signer_phone ? [{ channel: 'sms' as const, recipient: signer_phone }] : []),
];
