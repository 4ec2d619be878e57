import { FieldInspection } from '@field-inspection/sdk';
import { verifyReport } from '@field-inspection/sdk/evidence';
import { joinSession, type Drawing } from '@field-inspection/sdk/field';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { expect } from 'vitest';

const DRAWING: Drawing = {
  width: 480,
  height: 640,
  strokes: [
    {
      tool: 'arrow',
      color: '#d92d20',
      size: 8,
      points: [
        [60, 60],
        [300, 400],
      ],
    },
  ],
};

type Admin = (...words: string[]) => Promise<Record<string, string>>;

/** From the first organisation to a sealed report that is verified: each program of the service has its part in it. */
export const inspectRoof = async (baseUrl: string, admin: Admin): Promise<void> => {
  const { id: organisationId } = await admin('organisation', 'create', '--name', 'Acme', '--plan', 'pro');
  const { api_key: apiKey } = await admin(
    ...['credential', 'create', '--organisation', organisationId!, '--scope', 'org_admin'],
    ...['--operator-email', 'operator@example.com'],
  );
  const client = new FieldInspection({ apiKey: apiKey!, baseUrl });
  const { id } = await client.sessions.create({ notes: 'Roof, north side' });
  const invite = await client.participants.create(id, { recipient_email: 'anna@example.com' });
  await capture(invite.join_url, invite.otp_code!);
  await client.sessions.end(id);
  const download = () => client.reports.download(id).catch(() => undefined);
  await expect.poll(download).toBeDefined();
  const pdf = new Uint8Array(await (await client.reports.download(id)).arrayBuffer());
  const { verdict, signatures } = await verifyReport(pdf);
  expect([verdict, signatures.map(({ ok }) => ok)]).toEqual(['untrusted', [true]]);
};

const capture = async (joinUrl: string, otpCode: string): Promise<void> => {
  const joined = await joinSession(joinUrl, { otpCode });
  if (joined.status !== 'joined') throw new Error(`the join ended as ${joined.status}`);
  const { field } = joined;
  await field.updateConsent({ camera: 'granted' });
  const photo = await field.evidence.createPhoto(await takePhoto({ width: 4000, height: 3000 }));
  await field.evidence.createAnnotation({ evidence: photo.id, drawing: DRAWING });
  await field.whiteboards.create({ title: 'Plan', drawing: DRAWING });
  const words = { name: 'Ada Lovelace', statement: 'What was captured is complete.', locale: 'en' } as const;
  await field.evidence.createSignature({ ...words, drawing: DRAWING });
};
