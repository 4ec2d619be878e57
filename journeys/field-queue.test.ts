import { FieldInspection } from '@field-inspection/sdk';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinAs, openCamera, takePhoto } from './field-queue/field-person.ts';
import { openPhone } from './field-queue/open-phone.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';

const PHOTOS = 50;
const PATIENCE = { timeout: 120_000 };

describe.runIf(hasBrowser)('photos that were taken without a network', () => {
  let world: ProcessWorld;
  let server: SpawnedServer;
  let client: FieldInspection;
  beforeAll(async () => {
    world = await openProcessWorld();
    server = await world.spawn('all');
    client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
  });
  afterAll(() => world.close());

  const restart = async () => {
    const port = Number(new URL(server.baseUrl).port);
    await server.kill('SIGKILL');
    server = await world.spawn('all', {}, port);
  };

  it(
    `${PHOTOS} are brought home over a reload, killed browsers and a killed server: each once, as it was taken, after the consent`,
    { timeout: 280_000 },
    async ({ onTestFinished }) => {
      const { session, invite } = await mintInviteFor({ client }, {});
      const phone = await openPhone();
      onTestFinished(() => phone.close());
      const readStored = async () =>
        (await readKept(phone.page())).filter(({ state }) => state === 'stored').length;
      await joinAs(phone.page(), invite);
      await openCamera(phone.page());
      await phone.page().getByRole('button', { name: 'Take the photo' }).waitFor();
      await phone.context().setOffline(true);
      // The made-up camera shows the same picture now and then, which is kept once.
      while ((await readKept(phone.page())).length < PHOTOS) await takePhoto(phone.page());
      const taken = await readKept(phone.page());
      expect(taken.every(({ state, hasBytes }) => state === 'waiting' && hasBytes)).toBe(true);

      await phone.page().reload();
      await phone
        .page()
        .getByRole('button', { name: `Not sent yet: ${PHOTOS}` })
        .waitFor();
      await phone.kill();
      await phone.open();
      await phone.page().goto(invite.join_url.split('#')[0]!);
      await expect.poll(readStored, PATIENCE).toBeGreaterThan(5);
      await restart();
      await expect.poll(readStored, PATIENCE).toBeGreaterThan(15);
      await phone.kill();
      await phone.open();
      await phone.page().goto(invite.join_url.split('#')[0]!);
      await expect.poll(readStored, PATIENCE).toBe(PHOTOS);

      const stored = await readKept(phone.page());
      expect(stored.map(({ sha256 }) => sha256)).toEqual(taken.map(({ sha256 }) => sha256));
      // The bytes have left the device, and their place with them.
      expect(stored.some(({ hasBytes, place }) => hasBytes || place)).toBe(false);
      const evidence = [];
      for await (const piece of client.evidence.list({ session_id: session.id })) evidence.push(piece);
      const hashOf = new Map(evidence.map(({ id, received_sha256 }) => [id, received_sha256]));
      expect(evidence).toHaveLength(PHOTOS);
      expect(stored.map(({ receipt }) => hashOf.get(receipt!.evidenceId))).toEqual(
        taken.map(({ sha256 }) => sha256),
      );
      const entries = await world.context.database.prisma.auditEntry.findMany({
        where: { session_id: session.id },
        orderBy: { sequence: 'asc' },
      });
      const kinds = entries.map(({ kind }) => kind);
      expect(kinds.indexOf('consent.changed')).toBeLessThan(kinds.indexOf('evidence.captured'));
      const sequenceOf = new Map(
        entries.map(({ sequence, payload }) => [(payload as { evidence_id?: string }).evidence_id, sequence]),
      );
      expect(stored.map(({ receipt }) => receipt!.sequence)).toEqual(
        stored.map(({ receipt }) => sequenceOf.get(receipt!.evidenceId)),
      );
    },
  );
});
