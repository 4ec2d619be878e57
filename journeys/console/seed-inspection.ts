import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openDevice } from '@field-inspection/server/testing/join-session';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';

/** A field person's words are hostile wherever they may write some. */
export const HOSTILE = '<img src=x onerror="document.title=1">';

/** An inspection that asks for two shots, of which somebody has taken one. */
export const seedInspection = async (
  { server: { baseUrl, client } }: Pick<SignInWorld, 'server'>,
  reference: string,
): Promise<{ id: string }> => {
  const { id } = await client.sessions.create({
    reference,
    notes: `Roof ${HOSTILE}`,
    shots: [
      { slot: 'roof', label: { en: 'The roof', de: 'Das Dach' } },
      { slot: 'wall', label: { en: 'The wall' } },
    ],
  });
  const invite = await client.participants.create(id, {
    recipient_first_name: 'Bea',
    recipient_last_name: HOSTILE,
  });
  const { body } = await joinByLink(invite.join_url);
  const device = openDevice(baseUrl, { token: body.field_session_token });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  await device.send('/photos?slot=roof', await takePhoto(), { 'content-type': 'image/jpeg' });
  return { id };
};
