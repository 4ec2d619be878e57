import { FieldInspection } from '@field-inspection/sdk';
import { takeGrainyPhoto } from '../../apps/server/src/testing/take-grainy-photo.ts';
import { inTurn } from '../harness/turns.ts';
import { measureCalls, type Phase } from '../load/send-load.ts';
import { joinWithConsent, type Tenant } from '../stage/move-in.ts';
import type { Served } from './measure-calls.ts';

/** Each device is of another session, and an organisation has two: as many as a process decodes of it at once. */
const DEVICES_PER_ORGANISATION = 2;

/** Counts from the first byte to the answer that the photo is ready. */
export const measurePhotos = async (
  servers: readonly Served[],
  { tenants, count }: { tenants: readonly Tenant[]; count: number },
): Promise<Phase> => {
  const devices = await inTurn(tenants.length * DEVICES_PER_ORGANISATION, (turn) => {
    const { baseUrl } = servers[turn % servers.length]!;
    const { apiKey } = tenants[turn % tenants.length]!;
    return joinWithConsent({ client: new FieldInspection({ baseUrl, apiKey }), baseUrl });
  });
  const photos = await inTurn(count, takeGrainyPhoto);
  return measureCalls({ atOnce: devices.length, next: () => photos.pop() }, async (photo, worker) => {
    const { status, body } = await devices[worker]!.send('/photos', photo, { 'content-type': 'image/jpeg' });
    if (status !== 201) throw new Error(`a photo was answered with ${status} ${body.code}`);
  });
};
