import { describe, expect, it, vi } from 'vitest';
import { ConflictError } from '../../errors/api-error.ts';
import { UsageError } from '../../errors/field-inspection-error.ts';
import { ConnectionError } from '../../errors/request-error.ts';
import type { Runtime } from '../../requests/options.ts';
import { type FakeReply, problem } from '../../testing/fake-fetch.ts';
import {
  cut,
  ID,
  join,
  openFakeRecordings as open,
  segment,
  SESSION,
  URL_OF,
} from '../../testing/fake-recordings.ts';

describe('recordings.start', () => {
  it('opens the upload before its length is known, under an Idempotency-Key', async () => {
    const { recordings, requests } = open();
    const options = { idempotencyKey: 'recording-1' };
    const details = { type: 'video/webm;codecs=vp8', slot: 'roof' };
    const recording = await recordings.start(SESSION, details, options);
    const [{ headers } = requests[0]!] = requests;
    expect(headers.get('upload-defer-length')).toBe('1');
    expect([headers.get('upload-length'), headers.get('idempotency-key')]).toEqual([null, 'recording-1']);
    const metadata = headers
      .get('upload-metadata')!
      .split(',')
      .map((pair) => pair.split(' '));
    expect(
      Object.fromEntries(metadata.map(([name, value]) => [name, Buffer.from(value!, 'base64').toString()])),
    ).toEqual({ session: SESSION, slot: 'roof', filetype: 'video/webm;codecs=vp8' });
    expect([recording.id, recording.url, recording.sentBytes]).toEqual([ID, URL_OF, 0]);
  });

  it('a recorder that begins anew under its key goes on behind what has arrived', async () => {
    const { start, arrived } = open({ arrived: join(segment(400)) });
    const recording = await start();
    expect(recording.sentBytes).toBe(400);
    await recording.append(segment(100, 400));
    await recording.stop();
    expect(arrived).toEqual(join(segment(500)));
  });

  it('says what to pass where the session or the type is missing', async () => {
    const { recordings } = open();
    const wrong = (value: unknown) => value as never;
    for (const call of [
      recordings.start(wrong(1), { type: 'video/webm' }),
      recordings.start(SESSION, wrong(undefined)),
    ])
      await expect(call).rejects.toThrow("Pass the session's id, and the type");
  });

  it.each([{ bufferBytes: 0 }, { partBytes: 1.5 }, { everyMs: -1 }])('refuses %j', async (feed) => {
    await expect(open().start(feed)).rejects.toBeInstanceOf(UsageError);
  });
});

describe('recording.append and stop', () => {
  it('feeds what it is given while the recording goes on, and says with the last part how large the whole is', async () => {
    const { start, requests, arrived } = open();
    const recording = await start({ everyMs: 0 });
    await recording.append(segment(300));
    await vi.waitFor(() => expect(recording.sentBytes).toBe(300));
    await recording.append(new Blob([segment(200, 300)]));
    expect(await recording.stop()).toEqual({
      id: ID,
      status: 'pending',
      sha256: 'a',
      receivedSha256: 'b',
      sequence: 7,
    });
    expect(arrived).toEqual(join(segment(500)));
    const lengths = requests.map(({ headers }) => headers.get('upload-length'));
    expect(lengths.filter((length) => length !== null)).toEqual(['500']);
  });

  it('segments share a request while less than everyMs has gone by, and a full part does not wait', async () => {
    const { start, requests, sleeps } = open();
    const recording = await start({ everyMs: 5_000, partBytes: 100 });
    for (let position = 0; position < 90; position += 30) await recording.append(segment(30, position));
    await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
    expect(sleeps).toEqual([5_000]);
    await recording.append(segment(250, 90));
    await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
    const sizes = requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => (body as ArrayBuffer).byteLength);
    expect(sizes).toEqual([30, 60, 100, 100, 50]);
    expect(sleeps).toEqual([5_000, 5_000]);
  });

  it('a wait for more ends as soon as a part is full, and when the recording stops', async () => {
    const sleep: Runtime['sleep'] = (_ms, signal) =>
      new Promise((resolve) => {
        if (signal!.aborted) resolve();
        signal!.addEventListener('abort', () => resolve());
      });
    const { start, arrived } = open({ sleep });
    const recording = await start({ partBytes: 100 });
    await recording.append(segment(10));
    await vi.waitFor(() => expect(recording.sentBytes).toBe(10));
    await recording.append(segment(60, 10));
    await recording.append(segment(60, 70));
    await vi.waitFor(() => expect(recording.sentBytes).toBeGreaterThanOrEqual(110));
    await recording.stop();
    expect(arrived).toEqual(join(segment(130)));
  });

  it('goes on after cuts where it stopped, in a part, before it and after its last byte, and sends no byte twice', async () => {
    const faults = [
      { takes: 77, then: cut },
      cut,
      null,
      { takes: 100, then: cut },
      { takes: 100, then: cut },
    ];
    const { start, arrived, sent } = open({ faults });
    const recording = await start({ everyMs: 0, partBytes: 100 });
    await recording.append(segment(1_000));
    const receipt = await recording.stop();
    expect([receipt.id, arrived]).toEqual([ID, join(segment(1_000))]);
    expect(sent()).toBe(1_000);
  });

  it('the last part, cut and its length told already, goes on without telling it again', async () => {
    const { start, arrived, requests } = open({ faults: [{ takes: 30, then: cut }] });
    const recording = await start({ everyMs: 60_000 });
    const stopped = recording.append(segment(100)).then(() => recording.stop());
    expect((await stopped).id).toBe(ID);
    expect(arrived).toEqual(join(segment(100)));
    expect(requests.filter(({ headers }) => headers.has('upload-length')).length).toBeLessThanOrEqual(1);
  });

  it('a reply to the last part that is lost is asked for, and stop gives the same receipt as often as it is called', async () => {
    const { start, methods } = open({ faults: [{ takes: Infinity, then: cut }] });
    const recording = await start();
    const append = recording.append(segment(100));
    const receipts = await Promise.all([recording.stop(), recording.stop()]);
    await append;
    const count = methods().length;
    expect([...receipts, await recording.stop()].map(({ id }) => id)).toEqual([ID, ID, ID]);
    expect(methods().length).toBe(count);
  });

  it('a recording of which everything has arrived is ended by a request without bytes', async () => {
    const { start, requests } = open();
    const recording = await start({ everyMs: 0 });
    await recording.append(segment(100));
    await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
    await recording.stop();
    const last = requests.at(-1)!;
    expect([last.method, (last.body as ArrayBuffer).byteLength]).toEqual(['PATCH', 0]);
    expect(last.headers.get('upload-length')).toBe('100');
  });

  it('one that was told to be larger does not end in a loop: stop says so', async () => {
    const { recordings, end } = open({ arrived: join(segment(100)) });
    end(500);
    const recording = await recordings.resume(URL_OF);
    const refused = recording.append(segment(100)).then(() => recording.stop());
    await expect(refused).rejects.toThrow('was told to have more');
  });

  it('a network that is away does not end it: it is tried again until it is back', async () => {
    const { start, arrived, sleeps } = open({ faults: Array<FakeReply>(40).fill(cut) });
    const recording = await start({ everyMs: 0 });
    await recording.append(segment(100));
    await vi.waitFor(() => expect(recording.sentBytes).toBe(100));
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(8_000);
    expect(arrived).toEqual(join(segment(100)));
  });

  it('stop gives up after its retries without a byte more, and can be called again', async () => {
    const { recordings, arrived } = open({
      faults: [null, ...Array<FakeReply>(4).fill(cut)],
      arrived: join(segment(100)),
    });
    const recording = await recordings.resume(URL_OF, { everyMs: Infinity });
    await recording.append(segment(10, 100));
    await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
    await expect(recording.stop({ maxRetries: 3 })).rejects.toBeInstanceOf(ConnectionError);
    expect((await recording.stop()).id).toBe(ID);
    expect(arrived).toEqual(join(segment(110)));
  });

  it.each([
    ['session.already_ended', 409],
    ['consent_required', 409],
    ['payload_too_large', 413],
    ['unauthenticated', 401],
    ['not_found', 404],
  ])('%s ends it: append and stop say so', async (code, status) => {
    const { start, sleeps } = open({ faults: [problem(status, code)] });
    const recording = await start({ everyMs: 0 });
    await recording.append(segment(10)).catch(() => {});
    await vi.waitFor(() => expect(recording.append(segment(10))).rejects.toMatchObject({ status, code }));
    const refused: unknown = await recording.stop().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status, code });
    expect(refused instanceof ConflictError).toBe(status === 409);
    expect(sleeps).toEqual([]);
  });

  it('a recording that is fed from elsewhere, too, is told apart from one that was cut', async () => {
    const { start, arrived } = open();
    const recording = await start({ everyMs: 0 });
    arrived.push(...segment(1_000));
    await recording.append(segment(10));
    await expect(recording.stop()).rejects.toThrow('is it fed from elsewhere, too?');
  });
});

describe('recordings.resume', () => {
  it('goes on behind what has arrived, also in another process', async () => {
    const { recordings, arrived } = open({ arrived: join(segment(400)) });
    const recording = await recordings.resume(URL_OF);
    expect(recording.sentBytes).toBe(400);
    await recording.append(segment(100, 400));
    await recording.stop();
    expect(arrived).toEqual(join(segment(500)));
  });

  it('of one that the service has cut it gives the receipt, and takes nothing more', async () => {
    const { recordings, end } = open({ arrived: join(segment(400)) });
    end();
    const recording = await recordings.resume(URL_OF);
    await expect(recording.append(segment(1))).rejects.toBeInstanceOf(UsageError);
    expect((await recording.stop()).sequence).toBe(7);
  });

  it.each(['resume', 'start'])('a length that is told already is not told again, by %s', async (way) => {
    const { recordings, start, end, arrived } = open({ arrived: join(segment(400)) });
    end(500);
    const recording = way === 'start' ? await start() : await recordings.resume(URL_OF);
    await recording.append(segment(100, 400));
    await recording.stop();
    expect(arrived).toEqual(join(segment(500)));
  });

  it('refuses what is no address of an upload', async () => {
    await expect(open().recordings.resume('roof')).rejects.toBeInstanceOf(UsageError);
  });
});
