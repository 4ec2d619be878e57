import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { joinSession } from '../../../testing/join-session.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';
import { takePhoto } from '../../../testing/take-photo.ts';
import { readChapters } from '../reference/read-operations.ts';
import { writeSamples } from './write-samples.ts';

const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

test.skipIf(!hasCurl)(
  'the samples of uploads, as they are printed, begin one, send it, ask for it and cancel one',
  async ({ onTestFinished }) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const folder = await mkdtemp(join(tmpdir(), 'fis-samples-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'photo.jpg'), await takePhoto());
    const { token, call } = await joinSession(server);
    await call('PATCH', '/consent', { camera: 'granted' });

    const operations = readChapters().flatMap((chapter) => chapter.operations);
    const run = async (id: string, env: Record<string, string> = {}): Promise<string> => {
      const operation = operations.find((one) => one.id === id)!;
      const { code } = writeSamples(operation, { baseUrl: server.baseUrl }).find(
        ({ name }) => name === 'curl',
      )!;
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', code.replace(/^curl/, 'curl -sS -i --max-time 20')],
        {
          cwd: folder,
          env: { ...process.env, FIELD_SESSION: token, ...env },
        },
      );
      return stdout;
    };
    const begin = async (): Promise<string> => {
      const reply = await run('beginUpload');
      expect(reply).toMatch(/^HTTP\/1\.1 201 /);
      return /^location: .*\/(\S+)/im.exec(reply)![1]!;
    };

    const sent = { UPLOAD_ID: await begin() };
    expect(await run('sendUpload', sent)).toMatch(/^HTTP\/1\.1 204 [^]*evidence-id: /i);
    expect(await run('getUpload', sent)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await run('cancelUpload', { UPLOAD_ID: await begin() })).toMatch(/^HTTP\/1\.1 204 /);
  },
);
