import { LOCALES } from '@field-inspection/contract';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import type { ReportInput, ReportPhoto } from '../input/report-input.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { composeSheet } from './compose-sheet.ts';
import { drawQr, type QrDrawing } from './compose-cover.ts';

const sample = await sampleReport();
const compose = (changes: Partial<ReportInput> = {}) => composeSheet({ ...sample, ...changes }, new Map());

const photo = (changes: Partial<ReportPhoto> = {}): ReportPhoto => ({ ...sample.photos[1]!, ...changes });

describe('the times of a sheet', () => {
  it.each([...LOCALES])('are of one zone, which is named once, in %s', (locale) => {
    const text = JSON.stringify(compose({ locale }));
    expect(text.match(/\d{1,2}:\d{2}:\d{2}/g)!.length).toBeGreaterThan(40);
    expect(text.match(/Europe\/Rome \(UTC\+01:00\)/g)).toHaveLength(1);
    expect(text.match(/UTC[+-]\d{2}:\d{2}/g)).toHaveLength(1);
  });
});

it('says of each matter what the field persons allowed', () => {
  const { facts } = compose().people;
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Operator: ines.keller@example.com',
    'Consent to the camera: Granted',
    'Consent to the microphone: Granted',
    'Consent to the location: Granted',
    'Consent to recordings: Refused',
  ]);
});

it('says of each person from when until when they were there, and leaves no cell empty', () => {
  const [person] = sample.participants;
  const sheet = compose({
    participants: [person!, { ...person!, leftAt: null }, { ...person!, joinedAt: null, leftAt: null }],
  });
  expect(sheet.people.rows.map((cells) => cells.at(-1))).toEqual([
    '20 Nov 2026, 11:32:05 – 20 Nov 2026, 12:04:55',
    '20 Nov 2026, 11:32:05 – end of the session',
    'Did not join',
  ]);
  expect(sheet.timestamps.rows.map(({ state }) => state)).toEqual([
    'Confirmed · 20 Nov 2026, 12:06:06',
    'Pending',
  ]);
  expect(JSON.stringify(sheet)).not.toMatch(/"[–-]?"(?=[,\]])(?<!:"")/);
});

it('has no column of durations where nothing was measured', () => {
  const [film] = sample.recordings;
  expect(compose({ recordings: [{ ...film!, durationMs: null }] }).recordings!.columns).not.toContain(
    'Duration',
  );
  expect(compose().recordings!.columns).toContain('Duration');
});

describe('the first page', () => {
  it('says in words that there is no seal', () => {
    expect(compose({ seal: null }).cover.verify.seal).toMatchObject({
      text: 'This document bears no electronic seal.',
      demo: false,
    });
  });

  it('says of the seal what the annex says of it, to the level', () => {
    for (const level of ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const) {
      const { cover, timestamps } = compose({ seal: { level, authority: null, demo: false } });
      expect(cover.verify.seal.text).toContain(`(PAdES ${level})`);
      expect(timestamps.seal.text).toBe(cover.verify.seal.text);
    }
  });

  it('marks a demo seal and a demo timestamp as such', () => {
    const { cover, timestamps } = compose({
      seal: { level: 'B-T', authority: 'demo', demo: true },
      anchors: [{ authority: 'demo', status: 'anchored', genTime: sample.createdAt, demo: true }],
    });
    expect([cover.verify.seal.demo, cover.verify.timestamps.demo, timestamps.rows[0]!.demo]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('counts in the plural of the locale', () => {
    const { cover } = compose({ locale: 'pl', photos: Array.from({ length: 22 }, () => photo()) });
    expect(cover.facts.find(({ label }) => label === 'Dowody')!.value).toMatch(/^22 zdjęcia · /);
  });

  it('says what the session came to, when that was said and why', () => {
    const { cover } = compose({});
    expect(cover.outcome).toMatchObject({
      kind: 'inconclusive',
      label: 'Outcome',
      word: 'Inconclusive',
      said: '20 Nov 2026, 12:12:05',
      note: { lines: [{ text: 'The meter was behind a locked door.' }] },
    });
  });

  it('names each person and each photo with a finding in full', () => {
    const name = 'Dr. Maria-Magdalena von und zu Hohenstein-Wittelsbach-Lüdenscheid, öbuv Sachverständige';
    const [person] = sample.participants;
    const { cover } = compose({ operator: name, participants: [{ ...person!, name, role: 'field' }] });
    const facts = new Map(cover.facts.map(({ label, value }) => [label, value.replaceAll('\u200b', '')]));
    expect([facts.get('Operator'), facts.get('Field person')]).toEqual([name, name]);
    expect(cover.findings!.rows).toEqual([
      {
        title: 'Photo 3',
        detail: 'Ridge',
        text: expect.stringContaining('Three ridge tiles are broken') as string,
      },
    ]);
    expect(compose({ photos: [photo()] }).cover.findings).toBeNull();
  });

  it('names the field persons who joined, and not who was invited and did not come', () => {
    const [person] = sample.participants;
    const absent = { ...person!, name: 'Gina Never', joinedAt: null, leftAt: null };
    const sheet = compose({ participants: [{ ...person!, role: 'field' }, absent] });
    const cover = JSON.stringify(sheet.cover.facts);
    expect([cover.includes(person!.name), cover.includes('Gina Never')]).toEqual([true, false]);
    expect(JSON.stringify(sheet.people)).toContain('Gina Never');
  });

  it('says where it was inspected, next to the reference', () => {
    const [reference, address] = compose().cover.facts;
    expect([reference!.label, address]).toEqual([
      'Reference',
      { label: 'Address of the site', value: 'Via Torino 12, 20123 Milano', mono: false },
    ]);
  });

  it('leaves out what is not set', () => {
    const { cover } = compose({
      session: {
        ...sample.session,
        reference: '',
        type: '',
        siteAddress: ' ',
        notes: ' \n',
        scheduledFor: null,
      },
      participants: [],
      outcome: null,
    });
    expect(cover.facts.map(({ label }) => label)).toEqual([
      'Time',
      'Time zone',
      'Operator',
      'Place',
      'Evidence',
    ]);
    expect([cover.notes, cover.subtitle, cover.outcome]).toEqual([null, '', null]);
  });

  it('gives each line of the notes its direction', () => {
    const { cover } = compose({ session: { ...sample.session, notes: 'שלום ABC\nABC שלום' } });
    expect(cover.notes!.lines.map(({ direction }) => direction)).toEqual(['rtl', 'ltr']);
  });

  it('prints no place without consent to it', () => {
    const sheet = JSON.stringify(compose({ photos: [photo({ location: null })] }));
    expect(sheet).toContain('Not recorded');
    expect(sheet).not.toMatch(/45\.46|9\.19/);
  });
});

describe('the QR code', () => {
  it('leads to the verify page with the head', () => {
    const { url, qr } = compose().cover.verify;
    expect(url).toBe(`https://inspect.example.com/verify/${sample.chain.head}`);
    expect(decodeQR(paint(qr))).toBe(url);
  });

  it('is another for another head: the reading can tell', () => {
    expect(decodeQR(paint(drawQr('https://inspect.example.com/verify/other')))).not.toContain(
      sample.chain.head,
    );
  });
});

describe('the audit trail', () => {
  it.each([...LOCALES])('has a sentence for every kind of entry in %s', (locale) => {
    const { rows } = compose({ locale }).audit;
    expect(rows).toHaveLength(25);
    expect(new Set(rows.map(([, , sentence]) => sentence)).size).toBe(25);
    for (const [, , sentence] of rows) expect(sentence).toMatch(/^\p{L}.*\.$/u);
  });

  it('names nobody whose name is not known', () => {
    const { rows } = compose({
      auditTrail: [{ sequence: 1, occurredAt: sample.createdAt, kind: 'participant.joined', name: ' ' }],
    }).audit;
    expect(rows[0]![2]).toBe('Unknown joined.');
  });

  it('is left out where that is asked for, and says where it is', () => {
    const { audit } = compose({ variant: { auditTrail: 'left_out', photos: 'full' } });
    expect(audit.rows).toEqual([]);
    expect(audit.intro).toBe(
      'The audit trail has 21 entries. It is not printed in this version of the report; the evidence bundle holds it.',
    );
  });
});

describe('what the report proves', () => {
  const prove = (changes: Partial<ReportInput>) => {
    const { proves, limits } = compose(changes).proof;
    return { proves: proves.items.join(' '), limits: limits.items.join(' ') };
  };
  const demoAnchor = [
    { authority: 'demo', status: 'anchored', genTime: sample.createdAt, demo: true },
  ] as const;

  it('rests on a seal only where there is one', () => {
    expect(prove({}).proves).toContain('has not been changed since it was sealed');
    const { proves, limits } = prove({ seal: null });
    expect(proves).not.toContain('seal');
    expect(limits).toContain('The document bears no seal');
  });

  it('does not rest on a demo seal or a demo timestamp', () => {
    const { proves, limits } = prove({
      seal: { level: 'B-T', authority: 'demo', demo: true },
      anchors: [...demoAnchor],
    });
    expect(proves).not.toMatch(/seal|timestamp/);
    expect(limits).toContain('marked “Demo”');
  });

  it('says of each level what it proves of the certificates of the seal', () => {
    for (const level of ['B-LT', 'B-LTA'] as const) {
      const seal = { level, authority: 'https://tsa.example/tsr', demo: false };
      const { proves, limits } = prove({ seal });
      expect(proves).toContain('the certificates of the seal had not been revoked at that time');
      expect(limits).not.toContain('revoked');
      expect(compose({ seal }).cover.verify.seal.text).toContain(`(PAdES ${level})`);
    }
    const { proves, limits } = prove({ seal: { level: 'B-T', authority: 'a', demo: false } });
    expect(proves).not.toContain('revoked');
    expect(limits).toContain('no proof that the certificates of the seal had not been revoked');
  });

  it('has no trusted time for a seal of level B-B', () => {
    const { proves, limits } = prove({ seal: { level: 'B-B', authority: null, demo: false } });
    expect(proves).not.toContain('the time of the seal');
    expect(limits).toContain('No timestamp authority has confirmed the time of the seal.');
  });

  it('has no time of the chain while all authorities are pending', () => {
    const anchors = [{ authority: 'a', status: 'pending', genTime: null, demo: false }] as const;
    const { proves, limits } = prove({ anchors: [...anchors] });
    expect(proves).not.toContain('at the latest');
    expect(limits).toContain('no timestamp authority had confirmed the audit chain');
  });

  it('calls nothing qualified', () => {
    expect(prove({ seal: null, signature: null }).limits).not.toContain('qualified');
    expect(prove({}).limits).toContain('are not qualified within the meaning of Regulation (EU) No 910/2014');
  });
});

it('explains the sign for missing characters where it stands, and nowhere else', () => {
  expect(compose().sign).toBe('');
  expect(compose({ operator: '漢字' }).sign).toContain('The sign □ stands for');
});

it('explains it, too, when it is in the picture of a drawing alone', () => {
  const [photo, board] = [sample.photos[0]!, sample.whiteboards[0]!];
  const picture = { ...board.picture!, hasMissingSign: true };
  const annotations = [{ ...photo.annotations[0]!, picture }];
  for (const changes of [
    { photos: [{ ...photo, annotations }] },
    { whiteboards: [board, { ...board, picture }] },
    { signature: { ...sample.signature!, picture } },
  ]) {
    expect(compose(changes).sign).toContain('The sign □ stands for');
  }
  expect(compose({ whiteboards: [{ ...board, picture: null }] }).sign).toBe('');
});

const paint = ({ size, runs }: QrDrawing) => {
  const [scale, margin] = [4, 4];
  const side = (size + 2 * margin) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const { x, y, length } of runs) {
    for (let row = (y + margin) * scale; row < (y + margin + 1) * scale; row++) {
      const start = row * side + (x + margin) * scale;
      for (let at = start; at < start + length * scale; at++) data.fill(0, at * 4, at * 4 + 3);
    }
  }
  return { width: side, height: side, data };
};
