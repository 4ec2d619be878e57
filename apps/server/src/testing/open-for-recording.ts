import { NOTHING_ANSWERED } from '../features/consents/exports/consent-columns.ts';
import { setSessionStatus } from './set-session-status.ts';
import type { TestServer } from './start-test-server.ts';

/** By its rows alone, as if somebody had joined, granted recordings and left again. */
export const openForRecording = async (
  server: Pick<TestServer, 'context' | 'seed' | 'clock'>,
  sessionId: string,
): Promise<void> => {
  await setSessionStatus(server, sessionId, 'open');
  await server.context.database.prisma.participant.create({
    data: {
      ...NOTHING_ANSWERED,
      consent_recording: 'granted',
      organisation_id: server.seed.organisationId,
      id: server.context.ids.next(),
      session_id: sessionId,
      recipient_first_name: '',
      recipient_last_name: '',
      recipient_email: '',
      recipient_phone: '',
      send_email: false,
      ttl_minutes: 1,
      expires_at: server.clock.now(),
      pin: Buffer.alloc(32),
      joined_at: server.clock.now(),
      created_at: server.clock.now(),
    },
  });
};
