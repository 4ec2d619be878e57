import type { Context } from '../../../context.ts';
import type { ReportRows } from './read-report-rows.ts';

/** Names by address. Who is no member, or has been removed, has none. */
export type Operators = ReadonlyMap<string, string>;

export const nameOperators = async (
  { database }: Pick<Context, 'database'>,
  { session, evidence }: Pick<ReportRows, 'session' | 'evidence'>,
): Promise<Operators> => {
  const authors = evidence.map(({ finding_author }) => finding_author);
  const addresses = new Set([session.operator_email, ...authors].filter((address) => address !== ''));
  const members = await database.prisma.member.findMany({
    where: { organisation_id: session.organisation_id, email: { in: [...addresses] } },
    select: { email: true, name: true },
  });
  return new Map(members.map(({ email, name }) => [email, name]));
};

/** Such as Ada Rossi (ada@example.com). */
export const nameInFull = (address: string, operators: Operators): string => {
  const name = operators.get(address)?.trim();
  return name ? `${name} (${address})` : address;
};
