import { describe, expect, it } from 'vitest';
import { judgeFolders, type Source } from './judge-folders.ts';

const SERVER = 'apps/server/src/';

const file = (path: string, ...imports: string[]): Source => ({
  path: SERVER + path,
  imports: imports.map((to) => ({
    path: SERVER + to.replace('type:', ''),
    isType: to.startsWith('type:'),
  })),
});

describe('features', () => {
  it('may use what a feature below offers, also from a nested folder', () => {
    expect(
      judgeFolders([
        file('features/sessions/exports/end-session.ts', 'features/audit/exports/append-entry.ts'),
        file('features/audit/exports/append-entry.ts'),
      ]),
    ).toEqual([]);
  });

  it('never use what is another feature’s own, however deep the importer lies', () => {
    const faults = judgeFolders([file('features/evidence/photos/x.ts', 'features/sessions/get-session.ts')]);
    expect(faults).toEqual([
      `${SERVER}features/evidence/photos/x.ts: ${SERVER}features/sessions/get-session.ts is sessions's own; ` +
        'only sessions/exports/ is for others.',
    ]);
  });

  it('never use a feature above or beside them', () => {
    for (const other of ['evidence', 'campaigns']) {
      const [fault] = judgeFolders([file('features/sessions/x.ts', `features/${other}/exports/y.ts`)]);
      expect(fault).toContain(`sessions may not know ${other}`);
    }
  });

  it('stand on a layer, each of them', () => {
    expect(judgeFolders([file('features/new-one/x.ts')])[0]).toContain('names no layer for new-one');
  });
});

describe('the demo wing', () => {
  it('is known to the processes alone', () => {
    expect(judgeFolders([file('main.ts', 'demo/open-embedded.ts')])).toEqual([]);
    expect(judgeFolders([file('app.ts', 'demo/outbox/outbox-page.ts')])[0]).toContain('is of demo mode');
  });
});

describe('prepared SQL', () => {
  it('lies in folders named prepared/ and in the queue of deliveries, so that a folder tells which is which', () => {
    const run = 'platform/database/run-prepared.ts';
    const folders = ['http/prepared/', 'features/sessions/prepared/', 'features/webhooks/dispatch/'];
    expect(folders.flatMap((folder) => judgeFolders([file(`${folder}x.ts`, run)]))).toEqual([]);
    for (const folder of ['http/', 'features/sessions/', 'features/sessions/exports/']) {
      expect(judgeFolders([file(`${folder}x.ts`, run)])).toEqual([
        `${SERVER}${folder}x.ts: prepared SQL lies in a folder named prepared/; everywhere else it is Prisma that asks.`,
      ]);
    }
  });
});

describe('circles', () => {
  it('are found between files, types included', () => {
    const faults = judgeFolders([file('http/a.ts', 'type:http/b.ts'), file('http/b.ts', 'http/a.ts')]);
    expect(faults).toEqual([
      `Files import each other: ${SERVER}http/a.ts -> ${SERVER}http/b.ts -> ${SERVER}http/a.ts`,
    ]);
  });

  it('are found between folders whose files make none', () => {
    const faults = judgeFolders([
      file('platform/jobs/a.ts', 'platform/secrets/b.ts'),
      file('platform/secrets/b.ts'),
      file('platform/secrets/c.ts', 'platform/jobs/d.ts'),
      file('platform/jobs/d.ts'),
    ]);
    expect(faults).toEqual([
      `Folders import each other: ${SERVER}platform/jobs -> ${SERVER}platform/secrets -> ${SERVER}platform/jobs`,
    ]);
  });

  it('are none where a folder only asks for the type of the wiring', () => {
    const wiring = file('context.ts', 'platform/clock.ts');
    expect(judgeFolders([wiring, file('platform/clock.ts', 'type:context.ts')])).toEqual([]);
    expect(judgeFolders([wiring, file('platform/clock.ts', 'context.ts')])).not.toEqual([]);
  });
});

it('a folder has at most 25 files', () => {
  const folder = (count: number) => Array.from({ length: count }, (_, n) => file(`http/${n}.ts`));
  expect(judgeFolders(folder(25))).toEqual([]);
  expect(judgeFolders(folder(26))).toEqual([
    `${SERVER}http has 26 files; more than 25 are to be split by concept.`,
  ]);
});

describe('packages/rules', () => {
  const rule = (path: string, isType: boolean): Source[] => [
    { path: 'packages/rules/src/sessions/x.ts', imports: [{ path, isType }] },
  ];

  it('imports the types of the contract and what of it needs no zod, and nothing else', () => {
    expect(judgeFolders(rule('@field-inspection/contract', true))).toEqual([]);
    expect(judgeFolders(rule('@field-inspection/contract/plain', false))).toEqual([]);
    for (const path of ['@field-inspection/contract', 'zod', 'node:crypto', `${SERVER}context.ts`])
      expect(judgeFolders(rule(path, false))[0]).toContain(`${path} is no import for rules`);
    expect(judgeFolders(rule('zod', true))[0]).toContain('zod is no import for rules');
  });

  it('gets nothing of the contract that zod comes along with', () => {
    const plain = (imported: string): Source[] => [
      {
        path: 'packages/contract/src/plain.ts',
        imports: [{ path: 'packages/contract/src/x.ts', isType: false }],
      },
      {
        path: 'packages/contract/src/x.ts',
        imports: [{ path: imported, isType: imported === './types.ts' }],
      },
    ];
    expect(judgeFolders(plain('./types.ts'))).toEqual([]);
    expect(judgeFolders(plain('zod'))[0]).toContain('packages/contract/src/x.ts: zod would be in');
  });
});
