import { beforeEach, describe, expect, it } from 'vitest';
import { FieldInspection } from '@field-inspection/sdk';
import { createFakeService } from '../../testing.ts';
import { runCommand } from '../program/run-command.ts';
import { openTestTerminal } from '../testing/open-test-terminal.ts';

let service: ReturnType<typeof createFakeService>;
let client: FieldInspection;
let endpointId: string;
beforeEach(async () => {
  service = createFakeService();
  client = new FieldInspection(service.clientOptions);
  ({ id: endpointId } = await client.webhookEndpoints.create({ url: 'https://receiver.example/hooks' }));
  await client.sessions.create({ notes: 'Roof' });
});

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const { apiKey, baseUrl } = service.clientOptions;
  const env = {
    FIELD_INSPECTION_API_KEY: apiKey!,
    FIELD_INSPECTION_BASE_URL: baseUrl!,
    XDG_CONFIG_HOME: '/nowhere',
  };
  const code = await runCommand(args, openTestTerminal({ out, err, env, options: service.clientOptions }));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const listDeliveries = async () => (await client.webhookEvents.list()).data;

describe('events list', () => {
  it('shows the deliveries, newest first, with what the receiver answered', async () => {
    const { code, out } = await run('events', 'list');
    const expected = (await listDeliveries()).map(({ id, event_type }) => [id, event_type]);
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => [line.trim().split(/ +/)[0], line.trim().split(/ +/)[2]])).toEqual(
      expected,
    );
    expect(out).toContain('session.created');
  });

  it('--json: a delivery a line, and the filters are the service’s', async () => {
    const { out } = await run('events', 'list', '--json', '--endpoint', endpointId, '--limit', '1');
    expect(out.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(
      (await listDeliveries()).slice(0, 1),
    );
    const { id } = await client.sessions.create({});
    const ofSession = await run('events', 'list', '--json', '--session', id, '--type', 'session.created');
    expect(ofSession.out.split('\n').map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event_type: 'session.created' },
    ]);
    expect((await run('events', 'list', '--session', id, '--type', 'session.ended')).out).toBe(
      'No deliveries.',
    );
    const refused = await run('events', 'list', '--status', 'lost');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('status')]);
  });
});

describe('events explain and redeliver', () => {
  it('explain says why a delivery is where it is', async () => {
    const { id } = (await listDeliveries())[0]!;
    const { reason } = await client.webhookEvents.explain(id);
    const { code, out } = await run('events', 'explain', id);
    expect([code, out.split('\n')[1]]).toEqual([0, reason]);
  });

  it('redeliver sends it once more', async () => {
    const { id } = (await listDeliveries())[0]!;
    const { code } = await run('events', 'redeliver', id);
    expect([code, service.requests.at(-1)?.path.endsWith(`/webhook-events/${id}/redeliver`)]).toEqual([
      0,
      true,
    ]);
  });

  it('a delivery that is not there: 1, with the words of the service', async () => {
    const { code, err } = await run('events', 'explain', '0199f0a0-0000-7000-8000-000000000000');
    expect([code, err]).not.toEqual([0, '']);
  });

  it.each([
    [['events'], 'Say which'],
    [['events', 'show'], 'Say which'],
    [['events', 'explain'], 'Say which delivery to explain.'],
    [['events', 'list', 'x'], 'events list takes no id.'],
    [['events', 'list', '--limit', 'abc'], '--limit needs a whole number from 1 to 100.'],
    [['events', 'list', '--limit', '1.5'], '--limit needs a whole number from 1 to 100.'],
    [['trigger'], 'Say which type'],
    [['trigger', 'session.created'], 'Say to which endpoint'],
  ])('misuse: %j', async (args, reason) => {
    const { code, err } = await run(...args);
    expect([code, err.split('\n')[0]!.includes(reason)]).toEqual([2, true]);
  });
});

describe('the program', () => {
  it('--version shows the version, --help the commands, help one of them', async () => {
    const { version } = (await import('../../../package.json', { with: { type: 'json' } })).default;
    expect(await run('--version')).toEqual({ code: 0, out: version, err: '' });
    const { out } = await run('--help');
    for (const name of ['verify', 'listen', 'trigger', 'events', 'login', 'logout']) {
      expect(out).toContain(`  ${name} `);
      const help = await run('help', name);
      expect(help).toEqual({
        code: 0,
        out: expect.stringContaining(`Usage: field-inspection ${name}`),
        err: '',
      });
      expect(await run(name, '--help')).toEqual(help);
    }
  });
});
