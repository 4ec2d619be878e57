import { createHash } from 'node:crypto';
import { type Branding, MAX_LOGO_BYTES } from '@field-inspection/contract';
import { invalidField } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { createShares } from '../../platform/concurrency/create-shares.ts';
import { LostOrderError } from '../../platform/concurrency/lost-order-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { DecodingKind } from '../../platform/decoding/open-decoding.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { type BrandingWrite, lockBranding, writeBranding } from './lock-branding.ts';
import type { LogoOrder, LogoOutcome } from './logos/draw-logo.ts';
import { locateProgram } from '../../paths.ts';

export type DrawnLogo = { png: Uint8Array<ArrayBuffer>; sha256: string; width: number; height: number };

export const LOGO: DecodingKind<LogoOrder, LogoOutcome> = {
  name: 'logo',
  module: locateProgram('features/branding/logos/draw-logo'),
  make: 'drawLogo',
};

/** An organisation has one logo drawn at a time; others wait only briefly, since each is held in memory. */
const inOrganisation = createShares(1);
export const LOGO_WAIT_MS = 10_000;

/**
 * Draws a logo, in a process of its own.
 *
 * @throws {Refusal} validation_error for a file that is no logo, or takes too long
 * @throws {NoPermitError} when other logos of the organisation are drawn all the while
 */
export const prepareLogo = async (
  { decoding }: Pick<Context, 'decoding'>,
  { organisationId, image }: { organisationId: string; image: string },
): Promise<DrawnLogo> => {
  if (Buffer.byteLength(image, 'base64') > MAX_LOGO_BYTES) throw refuse('A logo may have at most 1 MiB.');
  const draw = () => decoding({ organisationId, sessionId: null }, (decode) => decode(LOGO, { image }));
  const outcome = await inOrganisation(organisationId, { waitMs: LOGO_WAIT_MS }, draw).catch(
    (error: unknown) => {
      if (error instanceof LostOrderError)
        throw refuse('The logo takes too long to draw, or too much memory. Send a simpler one.');
      throw error;
    },
  );
  if (!outcome.ok) throw refuse(outcome.message);
  const png = Uint8Array.from(Buffer.from(outcome.png, 'base64'));
  const sha256 = createHash('sha256').update(png).digest('hex');
  return { png, sha256, width: outcome.width, height: outcome.height };
};

const refuse = (message: string) => invalidField('image', message, 'invalid_logo');

export const setLogo = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, logo, ...actor }: BrandingWrite & { logo: DrawnLogo | null },
): Promise<Branding> => {
  const where = { organisation_id: organisationId };
  const columns = {
    logo_sha256: logo?.sha256 ?? null,
    logo_width: logo?.width ?? null,
    logo_height: logo?.height ?? null,
  };
  // The lock comes first, so that two changes at once take turns, and the picture is the row's.
  await lockBranding(tx, { organisationId, ifMatch });
  const row = await writeBranding(tx, { organisationId, columns });
  await tx.db.brandingLogo.deleteMany({ where });
  if (logo) await tx.db.brandingLogo.create({ data: { ...where, sha256: logo.sha256, png: logo.png } });
  const payload = { ...nameActor(actor), version: row.version, logo_sha256: logo?.sha256 ?? null };
  appendOrgEntry(context, tx, { organisationId, kind: 'branding.updated', payload });
  return viewBranding(context, await withDomain(tx.db, row));
};
