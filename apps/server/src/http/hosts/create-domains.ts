import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';

export type Domain = { name: string; organisationId: string };

export type Domains = {
  find: (name: string) => Promise<Domain | undefined>;
  /** Forgets in this process; other processes learn of a change within a minute. */
  forget: (name: string) => void;
};

const KEPT_MS = 60_000;
/** Unknown names are kept apart, so that invented names push no known one out. */
const KEPT = 1_000;

/** Each name is asked for once a minute. While the database does not answer, earlier answers hold. */
export const createDomains = (
  { database, clock }: { database: Pick<Database, 'prisma'>; clock: Pick<Clock, 'now'> },
  kept = KEPT,
): Domains => {
  const known = new Map<string, Known>();
  const nobodys = new Map<string, Known>();
  const read = async (name: string): Promise<Domain | undefined> => {
    const row = await database.prisma.organisation.findUnique({
      where: { domain: name },
      select: { id: true },
    });
    const domain = row ? { name, organisationId: row.id } : undefined;
    const [into, from] = domain ? [known, nobodys] : [nobodys, known];
    from.delete(name);
    keep(into, name, { domain, until: clock.now().getTime() + KEPT_MS });
    return domain;
  };
  const keep = (into: Map<string, Known>, name: string, value: Known): void => {
    into.delete(name);
    // A map keeps its order: the first name is the oldest.
    if (into.size >= kept) into.delete(into.keys().next().value!);
    into.set(name, value);
  };
  return {
    find: async (name) => {
      const found = known.get(name) ?? nobodys.get(name);
      if (found && found.until > clock.now().getTime()) return found.domain;
      return read(name).catch((error: unknown) => {
        if (found) return found.domain;
        throw error;
      });
    },
    forget: (name) => {
      known.delete(name);
      nobodys.delete(name);
    },
  };
};

type Known = { domain: Domain | undefined; until: number };
