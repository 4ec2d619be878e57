import type { MintedInvite, Session } from '@field-inspection/contract';
import type { FieldInspection } from '@field-inspection/sdk';

type Body = NonNullable<Parameters<FieldInspection['participants']['create']>[1]>;

let people = 0;

/** Gives an address that no other test of the run uses: messages are limited per recipient. */
export const freshEmail = (): string => `person${++people}@example.com`;

/** Gives a new session and an invite to it; with an e-mail address, and so with a code, unless told otherwise. */
export const mintInviteFor = async (
  { client }: { client: FieldInspection },
  body: Body = { recipient_email: freshEmail() },
): Promise<{ session: Session; invite: MintedInvite }> => {
  const session = (await client.sessions.create({ notes: 'Roof' })) as Session;
  const invite = (await client.participants.create(session.id, body)) as MintedInvite;
  return { session, invite };
};
