import type { FieldInspection } from '@field-inspection/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useWorlds, type World } from './use-worlds.ts';

const TIMES = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const TEXT = expect.any(String) as string;
const ADA = { name: 'Ada Rossi', email: 'ada@example.com' };
const RECEIVER = 'https://example.com/signed';

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  let sessionId: string;
  beforeEach(async () => {
    world = await open();
    ({ client } = world);
    ({ id: sessionId } = await client.sessions.create({ locale: 'it' }));
  });
  const ask = (body: object = {}) =>
    client.signatures.request(sessionId, { signer: ADA, level: 'SES', ...body });
  const complete = async () => {
    await client.sessions.end(sessionId);
    await world.makeReport(sessionId);
  };

  it('has a report signed by the person who was asked: a revision, an addendum, session.signed, and no way back', async () => {
    await complete();
    await client.webhookEndpoints.create({ url: RECEIVER });
    const [report] = (await client.reports.list(sessionId)).data;
    const { sign_url, ...asked } = await ask();
    expect(sign_url).toMatch(/\/sign#[\w-]{43}$/);
    expect(asked).toEqual({
      id: TEXT,
      session: sessionId,
      report: report!.id,
      status: 'pending',
      level: 'SES',
      provider: 'demo',
      locale: 'it',
      signer: { ...ADA, phone: '' },
      certificate_subject: null,
      failure: null,
      expires_at: new Date(new Date(asked.created_at).getTime() + 14 * 86_400_000).toISOString(),
      signed_at: null,
      created_at: TIMES,
    });
    expect(await client.signatures.get(sessionId, asked.id)).toEqual(asked);

    await world.sign({ ...asked, sign_url });
    const signed = await client.signatures.get(sessionId, asked.id);
    const changes = { status: 'signed', report: TEXT, certificate_subject: TEXT, signed_at: TIMES };
    expect(signed).toEqual({ ...asked, ...changes });
    expect((await client.signatures.list(sessionId)).data).toEqual([signed]);

    const { data: reports } = await client.reports.list(sessionId);
    expect(reports.map(({ id, revision_of }) => [id, revision_of])).toEqual([
      [signed.report, report!.id],
      [report!.id, null],
    ]);
    expect(reports[0]).toMatchObject({
      status: 'ready',
      locale: 'it',
      seal: report!.seal,
      pages: report!.pages,
    });
    const [addendum, ...before] = (await client.evidence.listAddenda(sessionId)).data;
    expect(before.map(({ kind }) => kind)).toEqual(['report.ready']);
    expect(addendum!.kind).toBe('signature.applied');
    expect(addendum!.payload).toMatchObject({
      signature_id: signed.id,
      report_id: signed.report,
      revision_of: report!.id,
      sha256: reports[0]!.sha256,
      byte_size: reports[0]!.byte_size,
      level: 'SES',
      provider: 'demo',
    });
    const sent = (await world.deliver(RECEIVER, 204)).map(({ body }) => JSON.parse(body) as Sent);
    const events = sent.filter(({ type }) => type === 'session.signed');
    expect(events.map(({ data }) => [data.id, data.signature])).toEqual([[sessionId, signed]]);
    expect(JSON.stringify(sent)).not.toContain(sign_url);

    const tooLate = refusal(409, 'session.invalid_state');
    expect(await readRefusal(client.signatures.cancel(sessionId, asked.id))).toEqual(tooLate);
  });

  it('lets nobody sign what was cancelled, and cancels it twice', async () => {
    await complete();
    const asked = await ask();
    await client.signatures.cancel(sessionId, asked.id);
    await client.signatures.cancel(sessionId, asked.id);
    expect(await client.signatures.get(sessionId, asked.id)).toMatchObject({ status: 'cancelled' });
    await expect(world.sign(asked)).rejects.toThrow();
    expect((await client.reports.list(sessionId)).data).toHaveLength(1);
    expect(await ask()).toMatchObject({ status: 'pending' });
  });

  it('lets nobody sign what has expired, 14 days after it was asked for', async () => {
    await complete();
    const asked = await ask();
    world.advance(14 * 86_400_000);
    expect(await client.signatures.get(sessionId, asked.id)).toMatchObject({ status: 'expired' });
    await expect(world.sign(asked)).rejects.toThrow();
  });

  it('refuses to ask before a report is ready, for what the provider does not give, and where no code can go', async () => {
    const rule = (path: string) => refusal(400, 'validation_error', [[path, 'invalid_value']]);
    expect(await readRefusal(ask())).toEqual(refusal(409, 'evidence_not_ready'));
    await complete();
    expect(await readRefusal(ask({ signer: { name: 'Ada' } }))).toEqual(rule('body.signer.email'));
    expect(await readRefusal(ask({ level: 'QES', provider: 'demo' }))).toEqual(rule('body.level'));
    const unknown = client.signatures.get(sessionId, '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01');
    expect(await readRefusal(unknown)).toEqual(refusal(404, 'not_found'));
  });

  it('sends the report to whom is added, again to whom it was sent, and to nobody once it was withdrawn', async () => {
    const eva = { name: ' Eva Brandt', email: 'eva.brandt@example.com' };
    const add = (body: object = {}) => client.recipients.create(sessionId, { ...eva, ...body });
    expect(await readRefusal(add())).toEqual(refusal(409, 'evidence_not_ready'));
    await complete();
    const added = await add();
    expect(added).toEqual({
      id: TEXT,
      session: sessionId,
      name: 'Eva Brandt',
      email: eva.email,
      status: 'sent',
      opened_at: null,
      expires_at: new Date(new Date(added.created_at).getTime() + 14 * 86_400_000).toISOString(),
      created_at: TIMES,
    });
    const twice = refusal(400, 'validation_error', [['body.email', 'invalid_value']]);
    expect(await readRefusal(add({ email: 'EVA.Brandt@example.com' }))).toEqual(twice);

    world.advance(14 * 86_400_000);
    expect((await client.recipients.list(sessionId)).data).toEqual([{ ...added, status: 'expired' }]);
    const again = await client.recipients.reissue(sessionId, added.id);
    expect(again).toEqual({ ...added, expires_at: again.expires_at });
    expect(new Date(again.expires_at).getTime()).toBeGreaterThan(new Date(added.expires_at).getTime());

    await client.recipients.revoke(sessionId, added.id);
    await client.recipients.revoke(sessionId, added.id);
    expect((await client.recipients.list(sessionId)).data).toEqual([{ ...again, status: 'revoked' }]);
    const gone = client.recipients.reissue(sessionId, added.id);
    expect(await readRefusal(gone)).toEqual(refusal(409, 'session.invalid_state'));
    expect((await client.evidence.listAddenda(sessionId)).data.map(({ kind }) => kind)).toEqual([
      'report.link_revoked',
      'report.shared',
      'report.shared',
      'report.ready',
    ]);
    const other = await client.sessions.create();
    expect(await readRefusal(client.recipients.revoke(other.id, added.id))).toEqual(
      refusal(404, 'not_found'),
    );
    expect(await add()).toMatchObject({ status: 'sent' });
  });
});

type Sent = { type: string; data: { id: string; signature?: unknown } };
