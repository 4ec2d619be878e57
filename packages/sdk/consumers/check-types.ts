import {
  composeFetch,
  type ErrorCode,
  FieldInspection,
  type FetchFunction,
  NotFoundError,
  type Session,
} from '@field-inspection/sdk';
import { EvidenceError, type EvidenceVerdict, verifyEvidence } from '@field-inspection/sdk/evidence';
import {
  type ConsentState,
  type Drawing,
  type FieldClient,
  joinSession,
  openFieldSession,
} from '@field-inspection/sdk/field';
import { createEvent, createFakeService, createWebhook } from '@field-inspection/sdk/testing';
import { createWebhookHandler, receiveWebhook, verifyWebhook } from '@field-inspection/sdk/webhooks';

/* A customer's possible code, for the type-checker only. It emits declarations, so every type must have a name. */

export const fetch: FetchFunction = composeFetch([(url, init, next) => next(url, init)]);
export const client = new FieldInspection({ apiKey: 'fis_1', baseUrl: undefined, fetch });
export const page = client.sessions.list({ status: 'created', limit: 50 });
export const created = client.sessions.create({ notes: 'Roof' }, { idempotencyKey: 'order-1' });
export const service = createFakeService();
export const handler = createWebhookHandler({
  secrets: async () => ['whsec_1'],
  on: {
    'session.joined': (event) => {
      const name: string = event.data.invite.recipient_first_name;
      return name;
    },
    // @ts-expect-error -- a type of event that there is not
    'session.jonied': () => {},
  },
});

export async function collectNotes(): Promise<string[]> {
  const notes: string[] = [];
  for await (const session of client.sessions.list()) notes.push(session.notes);
  return notes;
}

export async function readResult() {
  const { data, requestId, rateLimit } = await client.sessions.get('id').withResponse();
  return { data, requestId, remaining: rateLimit?.remaining };
}

export function readCode(error: unknown): ErrorCode | undefined {
  return error instanceof NotFoundError ? error.code : undefined;
}

export function readEvent(body: string): string {
  const event = verifyWebhook({ body, headers: { 'svc-signature': 't=1,v1=00' }, secrets: ['whsec_1'] });
  return event.type;
}

export async function answerEvent() {
  const event = createEvent('session.created', { data: { notes: 'Roof' } });
  return receiveWebhook(createWebhook({ event, secrets: ['whsec_1'] }), { secrets: 'whsec_1', on: {} });
}

export async function readVerdict(bundle: Uint8Array): Promise<EvidenceVerdict['verdict'] | string> {
  try {
    const { verdict, fault } = await verifyEvidence(bundle, { roots: ['PEM'], expectedHead: 'head' });
    return fault ? `${fault.place} ${fault.code}` : verdict;
  } catch (error) {
    return error instanceof EvidenceError ? error.code : 'unreadable';
  }
}

export const status = (session: Session): 'open' | undefined =>
  session.status === 'open' ? 'open' : undefined;

// @ts-expect-error -- a field that there is not
void (() => client.sessions.create({ note: 'Roof' }));
// @ts-expect-error -- a path where the bytes stand
void (() => verifyEvidence('bundle.zip'));
// @ts-expect-error -- a number where an id stands
void (() => client.sessions.get(1));
// @ts-expect-error -- an option that there is not
void (() => new FieldInspection({ timeout: 1 }));

export const field: FieldClient = openFieldSession({ token: 'token', baseUrl: 'https://example.com' });

export async function joinByCode(joinUrl: string, otpCode: string): Promise<string | number | null> {
  const result = await joinSession(joinUrl, { otpCode });
  switch (result.status) {
    case 'joined':
      return result.joined.uploads.max_bytes ?? null;
    case 'otp_required':
      return result.channels.join();
    case 'otp_invalid':
      return result.attemptsLeft;
    default:
      return result.status satisfies
        'otp_expired' | 'otp_locked' | 'invite_expired' | 'invite_redeemed' | 'not_found';
  }
}

export async function capture(photo: Uint8Array, { camera, microphone }: ConsentState) {
  if (camera !== 'granted' || microphone === 'denied') await field.updateConsent({ microphone: 'granted' });
  // @ts-expect-error -- an answer that there is not
  await field.updateConsent({ camera: 'yes' });
  const upload = await field.uploads.start(photo, { slot: 'roof' });
  const drawing: Drawing = {
    width: 600,
    height: 400,
    strokes: [
      {
        tool: 'arrow',
        color: '#d92d20',
        size: 6,
        points: [
          [100, 80],
          [412, 230],
        ],
      },
    ],
  };
  const { id } = await upload.finish({ onProgress: ({ sentBytes, totalBytes }) => sentBytes / totalBytes });
  return field.evidence.createAnnotation({ evidence: id, drawing }).withResponse();
}
