import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePem } from '@field-inspection/evidence/asn1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeReportFiles } from '../../../consumers/write-report-files.ts';
import { buildBundle, hash, zipBundle } from '../../../../evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../../../../evidence/src/testing/create-authority.ts';
import { runCommand } from '../program/run-command.ts';
import { openTestTerminal } from '../testing/open-test-terminal.ts';

let folder: string;
let paths: Record<
  | 'good'
  | 'addenda'
  | 'waiting'
  | 'broken'
  | 'complex'
  | 'cut'
  | 'empty'
  | 'roots'
  | 'other'
  | 'folder'
  | 'missing',
  string
>;
let reports: Awaited<ReturnType<typeof writeReportFiles>>;
let head: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-cli-'));
  const [authority, stranger] = await Promise.all([createAuthority(), createAuthority()]);
  const bundle = await buildBundle({
    anchors: [{ authority, name: 'https://tsa.example/\u001b[2J\nVERIFIED' }, null],
  });
  reports = await writeReportFiles(folder);
  head = bundle.entries.at(-1)!.hash;
  const photos = ['a photo', 'b photo'].map((text) => Buffer.from(text));
  const anchor = { authority, name: 'https://tsa.example' };
  const withheld = 'originals/0199f0a0-0000-7000-8000-000000000001.jpg';
  const buildAnchored = (sequence: number) =>
    buildBundle({
      photos,
      anchors: [anchor],
      addenda: {
        reports: [Buffer.from('a report')],
        redactions: [[hash(photos[1]!)], []],
        anchors: [{ anchor, sequence }],
        withheld: [{ path: withheld, sequence: 2 }],
      },
    });
  const [before, after] = await Promise.all([buildAnchored(1), buildAnchored(2)]);
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  paths = {
    good: write('good.zip', await zipBundle(bundle)),
    addenda: write('addenda.zip', await zipBundle(after, { [withheld]: undefined })),
    waiting: write('waiting.zip', await zipBundle(before, { [withheld]: undefined })),
    broken: write('broken.zip', await zipBundle(bundle, { [bundle.originals[0]!]: Buffer.from('b photo') })),
    // Packed, the file is small.
    complex: write(
      'complex.zip',
      await zipBundle(bundle, { 'manifest.json': Buffer.alloc(12_000_000, '[') }),
    ),
    roots: write('roots.pem', writePem(authority.root)),
    other: write('other.pem', writePem(stranger.root)),
    cut: write('cut$&.zip', (await zipBundle(bundle)).subarray(0, 200)),
    empty: write('empty.zip', ''),
    folder,
    missing: join(folder, 'missing.zip'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, openTestTerminal({ out, err }));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('verify a bundle', () => {
  it('verified: 0, with a table of files and timestamps', async () => {
    const { code, out, err } = await run(
      'verify',
      paths.good,
      '--roots',
      paths.other,
      '--roots',
      paths.roots,
    );
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${paths.good}: VERIFIED`);
    expect(lines).toContain(`  Head      ${head}`);
    expect(lines).toContain('  ok  originals/0199f0a0-0000-7000-8000-000000000000.jpg');
    expect(lines.at(-2)).toMatch(/^ {2}trusted {2}2026-11-20T10:02:00.000Z {2}\S+ +CN=Test unit$/);
    expect(out).toContain('https://tsa.example/\ufffd[2J\ufffdVERIFIED');
    expect(lines).toContain('  pending  -                         https://tsa.example/silent');
  });

  it('tells of the addenda: what is withheld, their reports, and what no anchor covers', async () => {
    const { code, out } = await run('verify', paths.addenda, '--roots', paths.roots);
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines).toContain('  Addenda   3, the last 1 without an anchor');
    expect(lines).toContain('  Withheld  1');
    expect(lines).toContain('  withheld  originals/0199f0a0-0000-7000-8000-000000000001.jpg');
    expect(lines).toContain('  ok        reports/1.pdf');
    expect(lines.at(-2)).toBe('Timestamps of the addenda');
    expect(lines.at(-1)).toMatch(/^ {2}up to 2 {2}trusted {2}2026-11-20T10:02:00.000Z {2}/);
    expect(out).toContain('does not prove who withheld anything');
  });

  it('intact: 3, where a redaction has no anchor yet: withheld, not yet proven, and no break', async () => {
    const { code, out } = await run('verify', paths.waiting, '--roots', paths.roots);
    expect(code).toBe(3);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${paths.waiting}: INTACT (withheld, not yet proven)`);
    expect(lines).toContain('  Withheld  1, 1 of them not yet proven');
    expect(lines).toContain('  withheld, not yet proven  originals/0199f0a0-0000-7000-8000-000000000001.jpg');
  });

  it('intact: 3, and says what is missing', async () => {
    for (const roots of [[], ['--roots', paths.other]]) {
      const { code, out } = await run('verify', paths.good, ...roots);
      expect(code).toBe(3);
      expect(out).toContain(': INTACT (nothing is wrong, but nobody whom you trust vouches for it)');
      expect(out).toContain('give the root certificate of its authority');
    }
  });

  it('broken: 1, and names the first bad place', async () => {
    const { code, out } = await run('verify', paths.broken, '--roots', paths.roots);
    expect(code).toBe(1);
    expect(out).toContain('BROKEN');
    expect(out).toContain('The first bad place is originals/0199f0a0-0000-7000-8000-000000000000.jpg');
    expect(out).toMatch(/^ {2}BAD {2}originals\/\S+ +wrong_hash$/m);
  });

  it('too complex: 1, and says that it was not verified to its end', async () => {
    const { code, out } = await run('verify', paths.complex);
    expect(code).toBe(1);
    expect(out).toContain(`${paths.complex}: BROKEN`);
    expect(out).toContain('The bundle was not verified to its end: It takes more than 10000000 steps');
  });

  it('holds the chain against the head that is given', async () => {
    expect((await run('verify', paths.good, '--roots', paths.roots, '--head', head)).code).toBe(0);
    const other = await run('verify', paths.good, '--roots', paths.roots, '--head', 'f'.repeat(64));
    expect(other.code).toBe(1);
    expect(other.out).toContain('chain.jsonl, entry 3');
  });

  it('--json: the verdict as one line, with the same exit codes', async () => {
    for (const [path, verdict, exit] of [
      [paths.good, 'verified', 0],
      [paths.broken, 'broken', 1],
    ] as const) {
      const { code, out } = await run('verify', path, '--json', '--roots', paths.roots);
      expect(code).toBe(exit);
      expect(out.split('\n')).toHaveLength(1);
      expect(JSON.parse(out)).toMatchObject({ verdict, files: expect.any(Array) as unknown[], redacted: 0 });
    }
  });

  it('trusts the roots of timestamp authorities under either name', async () => {
    expect((await run('verify', paths.good, '--tsa-roots', paths.roots)).code).toBe(0);
  });

  it('a fault of the whole file is told under the name that the file has here', async () => {
    const { code, out } = await run('verify', paths.cut);
    expect(code).toBe(1);
    expect(out).toContain('The first bad place is cut$&.zip: ');
    expect(out).not.toContain('place is bundle.zip');
  });
});

describe('verify a report', () => {
  const trust = () => ['--roots', reports.roots, '--tsa-roots', reports.tsaRoots];

  it('trusted: 0, with a table of signatures', async () => {
    const { code, out, err } = await run('verify', reports.report, ...trust());
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${reports.report}: TRUSTED`);
    expect(lines).toContain('  Revisions  2');
    expect(lines.at(-1)).toMatch(/^ {2}trusted {2}B-T {2}2026-11-\S+Z {2}Seal {2}CN=Test unit$/);
  });

  it('untrusted: 3, for roots that are missing or another, and for a PDF without a seal', async () => {
    for (const args of [
      [reports.report],
      [reports.report, '--roots', paths.other],
      [reports.unsealed, ...trust()],
    ]) {
      const { code, out } = await run('verify', ...args);
      expect(code).toBe(3);
      expect(out).toContain(': UNTRUSTED (nothing is wrong, but nobody whom you trust vouches for it)');
    }
  });

  it('takes no time for proven that no given timestamp authority vouches for', async () => {
    const { code, out } = await run('verify', reports.report, '--roots', reports.roots);
    expect(code).toBe(0);
    expect(out).toContain('  trusted  B-B  -  Seal');
  });

  it('invalid: 1, and names the first bad place', async () => {
    const { code, out } = await run('verify', reports.tampered, ...trust());
    expect(code).toBe(1);
    expect(out).toContain('INVALID');
    expect(out).toContain('The first bad place is signature 1');
    expect(out).toMatch(/^ {2}invalid .* Seal {2}wrong_message_digest$/m);
  });

  it('--json: the verdict as one line, with the same exit codes', async () => {
    for (const [path, verdict, exit] of [
      [reports.report, 'trusted', 0],
      [reports.unsealed, 'untrusted', 3],
      [reports.tampered, 'invalid', 1],
    ] as const) {
      const { code, out } = await run('verify', path, '--json', ...trust());
      expect(code).toBe(exit);
      expect(out.split('\n')).toHaveLength(1);
      expect(JSON.parse(out)).toMatchObject({ verdict, signatures: expect.any(Array) as unknown[] });
    }
  });
});

describe('misuse: 2, with the reason, on stderr', () => {
  it.each<[string, () => string[], string]>([
    ['nothing', () => [], 'Say what to do.'],
    ['an unknown command', () => ['check'], 'There is no command check.'],
    ['no file', () => ['verify'], 'Say which report or bundle to verify.'],
    ['two files', () => ['verify', 'a', 'b'], 'one file at a time'],
    ['an unknown option', () => ['verify', 'a', '--root', 'b'], 'There is no option --root.'],
    ['an unknown letter', () => ['verify', 'a', '-x'], 'There is no option -x.'],
    ['what every object has', () => ['verify', 'a', '--constructor'], 'There is no option --constructor.'],
    ['an option without its value', () => ['verify', 'a', '--head'], '--head needs a value.'],
    ['another option as its value', () => ['verify', 'a', '--head', '--json'], '--head needs a value.'],
    ['an empty value', () => ['verify', 'a', '--roots='], '--roots needs a value.'],
    ['a value for what takes none', () => ['verify', 'a', '--json=no'], '--json takes no value.'],
    ['a file that is neither PDF nor ZIP', () => ['verify', paths.roots], 'is neither a PDF nor a ZIP file'],
    ['an empty file', () => ['verify', paths.empty], 'is neither a PDF nor a ZIP file'],
    ['a bundle that is not there', () => ['verify', paths.missing], 'There is no file '],
    ['a folder', () => ['verify', paths.folder], 'is a folder: name a file.'],
    ['roots that are not there', () => ['verify', paths.good, '--roots', paths.missing], 'There is no file '],
    [
      'roots that are none',
      () => ['verify', paths.good, '--roots', paths.good],
      'A root must be a certificate',
    ],
    [
      'roots of time that are not there',
      () => ['verify', paths.good, '--tsa-roots', paths.missing],
      'There is no file ',
    ],
    ['a head for a report', () => ['verify', reports.report, '--head', head], '--head is for a bundle'],
    ['a head that is none', () => ['verify', paths.good, '--head', 'abc'], '64 lower-case hex'],
  ])('%s', async (_name, args, reason) => {
    const { code, out, err } = await run(...args());
    expect([code, out]).toEqual([2, '']);
    expect(err.split('\n')[0]).toContain(reason);
  });

  it('shows what the command line can be', async () => {
    expect((await run('verify', '--help')).code).toBe(0);
    expect((await run('verify', '--help')).out).toContain('verify <report.pdf | bundle.zip>');
    expect((await run('verify')).err).toContain('verify <report.pdf | bundle.zip>');
  });
});
