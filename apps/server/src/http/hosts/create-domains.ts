import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';

/** A domain that an organisation has verified, and over which this request came. */
export type Domain = { name: string; organisationId: string };

/** The verified domains, for whoever is asked by one. */
export type Domains = {
  /** The domain of this name; undefined where no organisation has verified it. */
  find: (name: string) => Promise<Domain | undefined>;
  /** Has the domain read anew the next time, in this process: other processes learn of a change within a minute. */
  forget: (name: string) => void;
};

const KEPT_MS = 60_000;
/** The most names that are kept of each kind: nobody's are kept apart, so that invented names push no known one out. */
const KEPT = 1_000;

/** Asks the database for each name once a minute. While it does not answer, earlier answers still hold. */
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
    // A map keeps its order: the first name was read the longest time ago.
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
