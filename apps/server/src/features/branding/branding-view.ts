import type { Branding } from '@field-inspection/contract';
import { describeRecord } from '@field-inspection/rules';
import type { Branding as BrandingRow, Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { describeLogo } from './exports/describe-brand.ts';

type DomainRow = BrandingRow & { organisation: { domain: string | null } };

export const withDomain = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  row: BrandingRow,
): Promise<DomainRow> => ({
  ...row,
  organisation: await db.organisation.findUniqueOrThrow({
    where: { id: row.organisation_id },
    select: { domain: true },
  }),
});

export const viewBranding = ({ config }: Pick<Context, 'config'>, row: DomainRow | null): Branding => ({
  display_name: row?.display_name ?? '',
  sender_name: row?.sender_name ?? '',
  footer: row?.footer ?? '',
  imprint_url: row?.imprint_url ?? null,
  privacy_url: row?.privacy_url ?? null,
  colours: { primary: row?.primary_colour ?? null, background: row?.background_colour ?? null },
  logo: viewLogo(config.baseUrl, row),
  domain: viewDomain(row),
  version: row?.version ?? 0,
  updated_at: row?.version ? row.updated_at.toISOString() : null,
});

const viewLogo = (baseUrl: string, row: BrandingRow | null): Branding['logo'] => {
  const logo = row && describeLogo(row);
  return logo && { url: `${baseUrl}/${logo.path}`, width: logo.width, height: logo.height };
};

const viewDomain = (row: DomainRow | null): Branding['domain'] => {
  if (!row?.domain || !row.domain_value) return null;
  return {
    name: row.domain,
    verified: row.organisation.domain === row.domain,
    record: describeRecord(row.domain, row.domain_value),
    missing_since: row.domain_missing_since?.toISOString() ?? null,
  };
};
