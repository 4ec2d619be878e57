import type { MintedInvite, Session } from '@field-inspection/contract';
import type { FieldInspection } from '@field-inspection/sdk';

type Body = NonNullable<Parameters<FieldInspection['participants']['create']>[1]>;

let people = 0;

export const freshEmail = (): string => `person${++people}@example.com`;

export const mintInviteFor = async (
  { client }: { client: FieldInspection },
  body: Body = { recipient_email: freshEmail() },
): Promise<{ session: Session; invite: MintedInvite }> => {
  const session = (await client.sessions.create({ notes: 'Roof' })) as Session;
  const invite = (await client.participants.create(session.id, body)) as MintedInvite;
  return { session, invite };
};
