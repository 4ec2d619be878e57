import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startWebhookServer } from '@field-inspection/server/testing/start-webhook-receiver';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const fileOf = (path: string) => fileURLToPath(new URL(`../packages/openapi/${path}`, import.meta.url));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' };

let server: Awaited<ReturnType<typeof startWebhookServer>>;
let folder: string;
beforeAll(async () => {
  server = await startWebhookServer();
  folder = await mkdtemp(join(tmpdir(), 'arazzo-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Workflow = { workflowId: string; status: string };

const runFlows = async (inputs: Record<string, string>): Promise<Record<string, string>> => {
  const output = join(folder, 'output.json');
  const cli = fileOf('node_modules/@redocly/cli/bin/cli.js');
  const flags = ['-S', `api=${server.baseUrl}`, '-i', JSON.stringify(inputs), '--json-output', output];
  await run(process.execPath, [cli, 'respect', fileOf('arazzo.yaml'), ...flags], {
    env,
    timeout: 60_000,
  }).catch((error: { code?: unknown }) => {
    // Status 1: a flow failed, which the output tells.
    if (error.code !== 1) throw error;
  });
  const { files } = JSON.parse(await readFile(output, 'utf8')) as {
    files: Record<string, { executedWorkflows: Workflow[] }>;
  };
  const flows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
  return Object.fromEntries(flows.map(({ workflowId, status }) => [workflowId, status]));
};

const makeInputs = async () => {
  const { session, invite } = await mintInviteFor(server);
  return {
    apiKey: server.seed.apiKey,
    session_id: session.id,
    token: new URL(invite.join_url).hash.slice(1),
    code: invite.otp_code ?? '',
    url: (await server.openReceiver()).url,
  };
};

it('the Arazzo file of the main flows runs against the service, each reply as the document says', async () => {
  expect(await runFlows(await makeInputs())).toEqual({
    invite: 'success',
    join: 'success',
    close: 'success',
    webhooks: 'success',
  });
});

it('a flow that the service refuses fails', async () => {
  const inputs = await makeInputs();
  expect(await runFlows({ ...inputs, token: 'A'.repeat(43) })).toMatchObject({
    invite: 'success',
    join: 'error',
  });
});
