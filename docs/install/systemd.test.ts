import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SECRET_NAMES, SETTING_NAMES } from '../../apps/server/src/config/settings.ts';
import { ROOT } from '../code-blocks/read-code-blocks.ts';

const FOLDER = join(ROOT, 'operations/systemd');
const UNITS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('the units of systemd', () => {
  it.each(UNITS)('$name gives settings that there are, and secrets by credentials alone', ({ text }) => {
    const known = new Set<string>([
      ...SETTING_NAMES.filter((name) => !SECRET_NAMES.includes(name)),
      ...SECRET_NAMES.map((name) => `${name}_FILE`),
    ]);
    const given = valuesOf(text, 'Environment').map((assignment) => assignment.split('='));
    expect(given.length).toBeGreaterThan(1);
    expect(given.filter(([name = '']) => !known.has(name))).toEqual([]);
    const loaded = valuesOf(text, 'LoadCredential').map((credential) => credential.split(':')[0]);
    const read = given.flatMap(([, value = '']) => /^%d\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(read).toEqual(loaded);
  });

  it.each(UNITS)('$name runs as a user of its own, who may write to nothing else', ({ text }) => {
    expect(valuesOf(text, 'DynamicUser')).toEqual(['yes']);
    expect(valuesOf(text, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(text, 'CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf(text, 'NoNewPrivileges')).toEqual(['yes']);
  });

  it('let the job that migrates alone know the password of the role that owns the tables', () => {
    const knowing = UNITS.filter(({ text }) => text.includes('database_owner_url'));
    expect(knowing.map(({ name }) => name)).toEqual(['fis-migrate.service']);
  });

  it('give a process longer to end than it takes: 5 s for the balancers, 2 for those who connect, 15 for what is under way', () => {
    const serving = UNITS.filter(({ name }) => name.includes('@'));
    expect(serving).toHaveLength(2);
    const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    expect(operations).toContain('Give a process 30 seconds before it is killed');
    for (const { text } of serving)
      expect(Number(valuesOf(text, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(30);
  });
});

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

// Needs systemd-analyze, of the package systemd.
describe.skipIf(!hasAnalyze)('the units of systemd, as systemd-analyze reads them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fis-units-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are verified without a word', () => {
    for (const { name, text } of UNITS) {
      // The program is not installed here, and systemd-analyze asks whether it is.
      writeFileSync(join(folder, name), text.replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true'));
    }
    const files = UNITS.map(({ name }) => join(folder, name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    writeFileSync(join(folder, UNITS[0]!.name), UNITS[0]!.text.replace('ExecStart=', 'ExecuteStart='));
    const spoilt = spawnSync('systemd-analyze', ['verify', '--man=no', files[0]!], { encoding: 'utf8' });
    expect(spoilt.stderr).toContain('ExecuteStart');
  });

  it.each(UNITS)('$name is exposed to 2.0 of 10 at most', ({ name }) => {
    const run = () =>
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', join(FOLDER, name)]);
    expect(run).not.toThrow();
  });
});
