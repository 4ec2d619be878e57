import { setTimeout as sleep } from 'node:timers/promises';
import { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openDevice, type FieldReply } from '@field-inspection/server/testing/join-session';
import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { mintReportLink } from '@field-inspection/server/testing/mint-report-link';
import { readSentCode } from '@field-inspection/server/testing/read-sent-code';
import { beginUpload } from '../requests/call-operation.ts';
import { SAMPLE_DRAWING, SAMPLE_PHOTO } from '../requests/sample-body.ts';
import { sendRequest } from '../requests/send-request.ts';
import type { Scene } from './known-things.ts';

export type SceneMaker = {
  baseUrl: string;
  apiKey: string;
  word: string;
  context: ProcessWorld['context'];
  hookUrl?: string;
};

const REPORT_PATIENCE_MS = 30_000;
const USER_AGENT = 'fuzz';

const clientOf = ({ baseUrl, apiKey }: SceneMaker): FieldInspection =>
  new FieldInspection({ apiKey, baseUrl, maxRetries: 0 });

export const makeOpenScene = async (maker: SceneMaker): Promise<Scene> => {
  const joined = await makeJoinedScene(maker);
  return { ...joined, upload_id: await beginUpload(maker.baseUrl, joined['field_token']!) };
};

/** The session has a joined field person, a photo, a whiteboard, and the planted word in all texts. */
const makeJoinedScene = async (maker: SceneMaker): Promise<Scene> => {
  const { word } = maker;
  const client = clientOf(maker);
  const campaign = await client.campaigns.create({ name: word, description: word });
  const template = await client.templates.create({ name: word, type: word });
  const session = await client.sessions.create({
    notes: word,
    reference: word,
    metadata: { order: word },
    campaign: campaign.id,
    template: template.id,
  });
  const invite = await client.participants.create(session.id, {
    recipient_first_name: word,
    recipient_last_name: word,
  });
  const { body: joined } = await joinByLink(invite.join_url, { userAgent: USER_AGENT });
  const { call, send } = openDevice(maker.baseUrl, { token: joined.field_session_token });
  const idOf = ({ status, body }: FieldReply): string => {
    if (status < 300) return String(body['id']);
    throw new Error(`The world could not be made: ${status} ${JSON.stringify(body)}`);
  };
  await call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  const photo = idOf(await send(`/photos?slot=${word}`, SAMPLE_PHOTO, { 'content-type': 'image/jpeg' }));
  const whiteboard = idOf(await call('POST', '/whiteboards', { drawing: SAMPLE_DRAWING }));
  const { hookUrl: url } = maker;
  const endpoint = await client.webhookEndpoints.create(url ? { url } : { kind: 'pull' });
  const delivery = await client.webhookEndpoints.test(endpoint.id);
  return {
    session_id: session.id,
    invite_id: invite.id,
    campaign_id: campaign.id,
    template_id: template.id,
    token: new URL(invite.join_url).hash.slice(1),
    field_token: joined.field_session_token,
    evidence_id: photo,
    whiteboard_id: whiteboard,
    whiteboard_file: `${whiteboard}.png`,
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
  };
};

export const makeEndedScene = async (maker: SceneMaker): Promise<Scene> => {
  const client = clientOf(maker);
  const joined = await makeJoinedScene(maker);
  const session_id = joined['session_id']!;
  await client.sessions.end(session_id);
  const report = await waitForReport(client, session_id);
  const signature = await client.signatures.request(session_id, {
    signer: { name: maker.word, email: `${session_id}@example.com` },
    level: 'SES',
    send_link: false,
  });
  const recipient = await client.recipients.create(session_id, {
    name: maker.word,
    email: `reader-${session_id}@example.com`,
  });
  // An ended session lends no field token: a field person's calls go to open sessions.
  const { field_token: _, ...rest } = joined;
  return {
    ...rest,
    report_id: report.id,
    report_file: report.pdf_url.split('/').at(-1)!.replace(/\?.*/, ''),
    recipient_id: recipient.id,
    signature_id: signature.id,
    signing_link: new URL(signature.sign_url).hash.slice(1),
    sha256: report.sha256!,
  };
};

const waitForReport = async (client: FieldInspection, sessionId: string) => {
  const deadline = Date.now() + REPORT_PATIENCE_MS;
  const readSession = () => client.sessions.get(sessionId);
  for (;;) {
    const { data } = await client.reports.list(sessionId);
    if (data[0]?.pdf_url) return { ...data[0], pdf_url: data[0].pdf_url };
    if (Date.now() > deadline)
      throw new Error(`The session has no report: ${JSON.stringify([data, await readSession()])}`);
    await sleep(50);
  }
};

export const makeCodeScene = async (maker: SceneMaker): Promise<Scene> => {
  const ended = await makeEndedScene(maker);
  await callSigning(maker, ended, { path: '/code', body: {} });
  return { ...ended, code: await readSentCode(maker.context, ended['signature_id']!) };
};

export const makeSigningScene = async (maker: SceneMaker): Promise<Scene> => {
  const waiting = await makeCodeScene(maker);
  const { code } = waiting;
  const { signing_session_token } = await callSigning(maker, waiting, { path: '/verify', body: { code } });
  const reading_session = await openReading(maker, waiting);
  return { ...waiting, signing_session: String(signing_session_token), reading_session };
};

const openReading = async (maker: SceneMaker, { session_id }: Scene): Promise<string> => {
  const { signatureId, url } = await mintReportLink(maker.context, session_id!);
  const link = { signing_link: new URL(url).hash.slice(1) };
  await callSigning(maker, link, { path: '/code', body: {} });
  const otp_code = await readSentCode(maker.context, signatureId);
  const { signing_session_token } = await callSigning(maker, link, { path: '/verify', body: { otp_code } });
  return String(signing_session_token);
};

const callSigning = async (
  { baseUrl }: SceneMaker,
  { signing_link }: Scene,
  { path, body }: { path: string; body: object },
): Promise<Record<string, unknown>> => {
  const { text } = await sendRequest(baseUrl, {
    method: 'POST',
    path: `/v1/signing${path}`,
    headers: {
      authorization: `Bearer ${signing_link}`,
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
    },
    body: JSON.stringify(body),
  });
  return JSON.parse(text) as Record<string, unknown>;
};
