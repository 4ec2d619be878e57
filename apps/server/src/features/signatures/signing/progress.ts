import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { ProviderRedirect, SigningCredential } from '../providers/protocol/signature-provider.ts';
import type { SignatureRow } from '../state/signature-view.ts';

const Redirect = z.object({ state: z.string(), secret: z.string(), expiresAt: z.coerce.date() });
const Credential = z.object({
  id: z.string(),
  subject: z.string(),
  level: z.enum(['SES', 'AES', 'QES']),
  certificates: z.array(z.base64()),
  hash: z.enum(['SHA-256', 'SHA-384', 'SHA-512']),
  scheme: z.enum(['RSASSA-PKCS1-v1_5', 'RSA-PSS']).optional(),
  access: z.string(),
});
const Prepared = z.object({
  reportId: z.string(),
  digest: z.string(),
  claimedAt: z.coerce.date(),
  until: z.coerce.date(),
});
const Progress = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('prepare'), redirect: Redirect, sha256: z.string() }),
  z.object({
    stage: z.literal('authorise'),
    redirect: Redirect,
    credential: Credential,
    prepared: Prepared,
  }),
]);

/** The revision is this signer's alone until the time `until`. */
export type Prepared = z.output<typeof Prepared>;

export type Progress =
  | { stage: 'prepare'; redirect: ProviderRedirect; sha256: string }
  | { stage: 'authorise'; redirect: ProviderRedirect; credential: SigningCredential; prepared: Prepared };

/** The hash is enough to know the state again. */
export const hashState = (state: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(state).digest());

/** The progress holds the provider's secrets: it is sealed under its row. */
export const sealProgress = (
  { keyring }: Pick<Context, 'keyring'>,
  row: SignatureRow,
  progress: Progress,
): string => {
  const { redirect } = progress;
  const kept =
    progress.stage === 'prepare'
      ? progress
      : { ...progress, credential: { ...progress.credential, certificates: toBase64(progress.credential) } };
  return keyring.seal(
    JSON.stringify({ ...kept, redirect: { ...redirect, actionUrl: '' } }),
    progressSeal(row),
  );
};

export const openProgress = ({ keyring }: Pick<Context, 'keyring'>, row: SignatureRow, sealed: string) => {
  const progress = Progress.parse(JSON.parse(keyring.open(sealed, progressSeal(row))));
  if (progress.stage === 'prepare') return progress;
  const { scheme, ...credential } = progress.credential;
  const certificates = credential.certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  return {
    ...progress,
    credential: { ...credential, certificates, ...(scheme ? { scheme } : {}) } satisfies SigningCredential,
  };
};

const toBase64 = ({ certificates }: SigningCredential): string[] =>
  certificates.map((der) => Buffer.from(der).toString('base64'));

export const progressSeal = ({ organisation_id, id }: Pick<SignatureRow, 'organisation_id' | 'id'>): string =>
  `signatures/${organisation_id}/${id}/progress`;
