import type { Context } from '../../context.ts';
import type { PageRoute } from '../../http/pages/page.ts';
import { isUuid } from '../../platform/ids.ts';

export const logoPages = ({ database }: Pick<Context, 'database'>): PageRoute[] => [
  {
    path: '/branding/:organisation_id/:file',
    answer: async ({ params: { organisation_id = '', file = '' }, domain }) => {
      const [, sha256] = /^([0-9a-f]{64})\.png$/.exec(file) ?? [];
      const row =
        isUuid(organisation_id) && sha256 && (!domain || domain.organisationId === organisation_id)
          ? await database.prisma.brandingLogo.findUnique({ where: { organisation_id } })
          : null;
      if (row?.sha256 !== sha256 || !row) return { status: 404, headers: NONE, body: '' };
      return { headers: HEADERS, body: Buffer.from(row.png) };
    },
  },
];

const SHARED = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

const HEADERS = {
  ...SHARED,
  'Content-Type': 'image/png',
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Mail programs in the browser show the logo on their own pages.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const NONE = { ...SHARED, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
