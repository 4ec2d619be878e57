import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readChapters, type Operation } from '../reference/read-operations.ts';
import { readCalls, writeSamples } from './write-samples.ts';
import { sampleBody } from './sample-body.ts';

const baseUrl = 'https://inspections.example.com';

const operations = readChapters().flatMap((chapter) => chapter.operations);
const find = (id: string): Operation => operations.find((operation) => operation.id === id)!;
const sample = (id: string, name: string, apiKey?: string) =>
  writeSamples(find(id), { baseUrl, apiKey }).find((one) => one.name === name)?.code ?? '';

const readArguments = (code: string, env: Record<string, string>): string[] =>
  execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }\n${code}`], {
    env: { PATH: process.env.PATH!, ...env },
  })
    .toString()
    .trim()
    .split('\n');

describe('the samples', () => {
  it('call by the SDK each operation that takes an API key', () => {
    const without = operations.filter(
      (operation) =>
        operation.credential === 'apiKey' &&
        !writeSamples(operation, { baseUrl }).some(({ name }) => name === 'SDK'),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('hold no idempotency key, no id of nobody, and no date that grows old', () => {
    const texts = operations
      .flatMap((operation) => writeSamples(operation, { baseUrl }))
      .map(({ code }) => code);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => /idempotency-key/i.test(text))).toEqual([]);
    expect(texts.filter((text) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\d{4}-\d\d-\d\dT/.test(text))).toEqual([]);
  });

  it('are lines that a shell takes', () => {
    const given = readArguments(sample('updateSession', 'curl', 'fis_demo'), { SESSION_ID: 'the-session' });
    expect(given).toEqual([
      '-X',
      'PATCH',
      `${baseUrl}/api/v1/public/sessions/the-session`,
      '-H',
      'Authorization: Bearer fis_demo',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"notes":"Roof, north side. Ring at the gate."}',
    ]);
    const since = JSON.parse(readArguments(sample('recoverWebhookEndpoint', 'curl'), {}).at(-1)!) as {
      since: string;
    };
    expect(since.since).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const drawn = readArguments(sample('createAnnotation', 'curl'), { EVIDENCE: 'the-photo' });
    expect(JSON.parse(drawn.at(-1)!)).toMatchObject({ evidence: 'the-photo' });
    expect(readArguments(sample('redeemInvite', 'curl'), { X_JOIN_OTP: '123456' })).toContain(
      'X-Join-OTP: 123456',
    );
  });

  it('of an endpoint work as they stand, or say what to put there: nobody answers at example.com', () => {
    const [, ...body] = /-d '(.*)'/.exec(sample('createWebhookEndpoint', 'curl')) ?? [];
    expect(JSON.parse(body[0]!)).toMatchObject({ kind: 'pull' });
    for (const id of ['createWebhookEndpoint', 'updateWebhookEndpoint', 'createWebhook']) {
      expect(sample(id, 'SDK')).toContain("const url = 'https://…'; // yours: it must answer a ping by 2xx");
      expect(sample(id, 'SDK')).toMatch(/\{ url[ ,}]/);
      expect(sample(id, 'SDK') + sample(id, 'curl')).not.toContain('//example.com');
    }
  });

  it('have the key that they are given, and else the reader’s own', () => {
    expect(sample('createSession', 'SDK', 'fis_demo')).toContain("apiKey: 'fis_demo'");
    expect(sample('createSession', 'SDK')).toContain('apiKey: process.env.FIELD_INSPECTION_API_KEY');
    expect(sample('createSession', 'curl')).toContain('Bearer $KEY');
  });
});

describe('sampleBody', () => {
  it('leaves out what a new organisation has none of, and what it may lack', () => {
    const { schema, example } = find('createSession').body!;
    const planned = { ...(example as object), campaign: 'one', scheduled_for: '2026-11-25T09:00:00.000Z' };
    const stand = { instant: 'now', id: (name: string) => name };
    const sample = sampleBody({ schema, example: planned }, stand);
    expect(sample).toMatchObject({ notes: 'Roof, north side', locale: 'de' });
    expect(sample).not.toHaveProperty('campaign');
    expect(sample).not.toHaveProperty('scheduled_for');
    expect(sampleBody(find('recoverWebhookEndpoint').body!, stand)).toEqual({ since: 'now' });
  });
});

describe('readCalls', () => {
  it('reads the call of a method that is broken over lines', () => {
    const source = `export class Evidence {
  /**
   * Download.
   *
   * @example
   * \`\`\`ts
   * const response = await client.evidence.download(sessionId);
   * \`\`\`
   */
  download(sessionId: string): Promise<WebResponse> {
    return this.#transport
      .get(path\`/v1/evidence/\${{ sessionId }}/bundle.zip\`, { options })
      .asResponse();
  }
}`;
    expect(readCalls(source)).toEqual([
      [
        'GET /v1/evidence/{session_id}/bundle.zip',
        'const response = await client.evidence.download(sessionId);',
      ],
    ]);
  });
});
