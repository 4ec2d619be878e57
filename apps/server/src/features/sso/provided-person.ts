/** The person for whom a provider vouches, whichever protocol it speaks. */
export type ProvidedPerson = {
  /** Stable for one person at one connection: `sub`, or a NameID that is not transient. */
  subject: string;
  email: string | null;
  /** Null where the provider says nothing. */
  emailVerified: boolean | null;
  displayName: string | null;
  groups: string[];
  /** For who tests a connection: names and values as they came, bounded. */
  claims: Record<string, string | string[]>;
};
