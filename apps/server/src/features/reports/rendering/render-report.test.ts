import type { Worker } from 'node:worker_threads';
import { LOCALES } from '@field-inspection/contract';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { reportCatalogues } from '../words/write-words.ts';
import { renderReport } from './render-report.ts';
import {
  countPictures,
  hasPoppler,
  readFonts,
  readInfo,
  readJpegs,
  readPage,
  readText,
} from './testing/read-pdf.ts';
import {
  sampleAnnotation,
  sampleFinding,
  samplePhoto,
  samplePhotos,
  sampleReport,
} from './testing/sample-report.ts';

const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

const sample = await sampleReport();

describe('a report', () => {
  it.each([...LOCALES])('in %s is a PDF/A-2b, which has a glyph for every character', async (locale) => {
    const { pdf, pages } = await renderReport({ ...sample, locale });
    const text = Buffer.from(pdf).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(text).toContain('/MarkInfo');
    expect(text).toContain(`/Lang (${locale}`);
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(pages);
  });

  it('with a logo is one more picture, above the name, and the same byte for byte', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="100" height="100"/></svg>';
    const bytes = new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
    const organisation = {
      name: 'Nordic Surveyors',
      logo: { bytes, mime: 'image/png' as const },
      color: null,
    };
    const [plain, first, again] = [
      await renderReport({ ...sample, organisation: { ...organisation, logo: null } }),
      await renderReport({ ...sample, organisation }),
      await renderReport(structuredClone({ ...sample, organisation })),
    ];
    expect(Buffer.from(again.pdf).equals(first.pdf)).toBe(true);
    const countImages = (pdf: Uint8Array) =>
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)!.length;
    expect(countImages(first.pdf)).toBe(countImages(plain.pdf) + 1);
    const text = Buffer.from(first.pdf).toString('latin1');
    expect(text).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
  });

  it('is the same, byte for byte, for the same input', async () => {
    const first = await renderReport(sample);
    const again = await renderReport(structuredClone(sample));
    expect(Buffer.from(again.pdf).equals(first.pdf)).toBe(true);
  });

  it('is another where the input is another, in the time of its making too', async () => {
    const { pdf } = await renderReport(sample);
    for (const change of [{ createdAt: '2026-11-21T00:00:00.000Z' }, { operator: 'other@example.com' }]) {
      const changed = await renderReport({ ...sample, ...change });
      expect(Buffer.from(changed.pdf).equals(pdf)).toBe(false);
    }
  });

  it('is made with nothing in it, too', async () => {
    const none = {
      photos: [],
      whiteboards: [],
      recordings: [],
      anchors: [],
      auditTrail: [],
      participants: [],
    };
    const texts = { reference: '', type: '', notes: '' };
    const times = { scheduledFor: null, startedAt: null, endedAt: null };
    const { pages } = await renderReport({
      ...sample,
      ...none,
      operator: '',
      organisation: { name: '', logo: null, color: null },
      session: { ...sample.session, ...texts, ...times },
      signature: null,
      seal: null,
    });
    expect(pages).toBe(2);
  });

  it('has every variant of its parts', async () => {
    const photos = await samplePhotos(5, 0.1);
    photos[0]!.annotations.push(await sampleAnnotation('over'), await sampleAnnotation('beside'));
    photos[1]!.picture = null;
    photos[2]!.picture = { bytes: Buffer.from('no picture'), mime: 'image/jpeg' };
    const { bytes } = await samplePhoto(300, 80);
    const logo = { bytes: await sharp(bytes).png().toBuffer(), mime: 'image/png' as const };
    for (const layout of ['full', 'contact_sheet'] as const) {
      const { pages } = await renderReport({
        ...sample,
        photos,
        organisation: { name: 'Acme', logo, color: '#b3431e' },
        variant: { auditTrail: 'left_out', photos: layout },
        signature: { ...sample.signature!, picture: null, statement: 'Word '.repeat(2000) },
      });
      expect(pages).toBeGreaterThan(3);
    }
  });

  it('that is refused costs no other', async () => {
    const refused = renderReport({ ...sample, timeZone: 'Europe/Nowhere' });
    const next = renderReport(sample);
    await expect(refused).rejects.toThrow('Europe/Nowhere');
    expect((await next).pages).toBeGreaterThan(3);
  });
});

describe.skipIf(!hasPoppler)('a report as another program reads it', () => {
  it('holds the photos byte for byte, and where an annotation is drawn, both', async () => {
    const photos = await samplePhotos(4, 0.3);
    photos[0]!.annotations.push(await sampleAnnotation('over'));
    const { pdf } = await renderReport({ ...sample, photos, whiteboards: [], signature: null });
    const jpegs = readJpegs(pdf, 5);
    const shown = photos.map(({ picture }) => jpegs.findIndex((each) => each.equals(picture!.bytes)));
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it('holds a photo with a finding byte for byte in a contact sheet, too', async () => {
    const photos = await samplePhotos(2, 1);
    photos[1]!.finding = sampleFinding();
    const variant = { auditTrail: 'left_out', photos: 'contact_sheet' } as const;
    const pieces = { photos, whiteboards: [], signature: null, variant };
    const jpegs = readJpegs((await renderReport({ ...sample, ...pieces })).pdf, 2);
    expect(photos.map(({ picture }) => jpegs.some((each) => each.equals(picture!.bytes)))).toEqual([
      false,
      true,
    ]);
  });

  it('is tagged, dated by its data, and has our fonts alone, embedded', async () => {
    const { pdf, pages } = await renderReport(sample);
    const info = readInfo(pdf);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(new RegExp(`Pages: +${pages}\\n`));
    expect(info).toMatch(/CreationDate: +D:20261120112205Z/);
    for (const font of readFonts(pdf)) expect(font).toMatch(/^[A-Z]{6}\+NotoSans\S* .* yes yes yes /);
  });

  it('leads to the verify page by the code on its first page', async () => {
    const page = readPage((await renderReport(sample)).pdf, 1);
    const { data, info } = await sharp(page).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const address = decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
    expect(address).toBe(`https://inspect.example.com/verify/${sample.chain.head}`);
  });

  it.each(['full', 'contact_sheet'] as const)('never parts a photo from its caption (%s)', async (layout) => {
    const photos = await samplePhotos(60, 0.1);
    const variant = { auditTrail: 'left_out', photos: layout } as const;
    const pieces = { whiteboards: [], signature: null, photos, variant };
    const { pdf, pages } = await renderReport({ ...sample, ...pieces, locale: 'bg' });
    const read = readText(pdf).split('\f').slice(0, pages);
    // The register in the annex names each photo once more.
    const shown = read.slice(
      0,
      read.findIndex((text) => text.includes(reportCatalogues.bg['section.annex'])) + 1,
    );
    const captions = shown.map((text) => text.match(/^Снимка \d+ ?(·|$)/gm)?.length ?? 0);
    expect(captions.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(captions).toEqual(countPictures(pdf, shown.length));
  });

  it('numbers its pages, and names the session on all but the first', async () => {
    const { pdf, pages } = await renderReport(sample);
    const read = readText(pdf).split('\f').slice(0, pages);
    read.forEach((text, index) => expect(text).toContain(`${index + 1} / ${pages}`));
    const heads = read.map((text) => text.split('\n').slice(0, 2).join(' '));
    expect(heads.map((head) => head.includes(`Session ${sample.session.id}`))).toEqual(
      read.map((_, index) => index > 0),
    );
  });
});

describe('the report thread', () => {
  it('is one, however many reports are asked for', async () => {
    const small = { ...sample, photos: [] };
    await Promise.all(Array.from({ length: 6 }, () => renderReport(small)));
    expect(threads).toHaveLength(1);
  });

  it('is replaced when it dies: the report it was making fails, and the next is made', async () => {
    const started = threads.length;
    const dying = renderReport(sample);
    const waiting = renderReport(sample);
    await Promise.all([
      expect(dying).rejects.toThrow('ended before it answered'),
      threads.at(-1)!.terminate(),
    ]);
    expect((await waiting).pages).toBeGreaterThan(3);
    expect(threads).toHaveLength(started + 1);
  });
});

describe('a report of 500 photos', () => {
  it('ends, in memory that the pixels of 500 photos would not fit into', async () => {
    const { bytes, mime } = await samplePhoto(1600, 1200);
    const photo = sample.photos[1]!;
    const photos = Array.from({ length: 500 }, () => ({
      ...photo,
      picture: { bytes: Uint8Array.from(bytes), mime },
    }));
    await renderReport(sample);
    const before = process.memoryUsage().rss;
    const { pdf, pages } = await renderReport({ ...sample, photos });
    const grown = process.memoryUsage().rss - before;
    expect(pages).toBeGreaterThan(80);
    expect(pdf.length).toBeGreaterThan(500 * bytes.length);
    // Decoded, the photos would be 500 × 5.8 MB.
    expect(grown).toBeLessThan(700e6);
  });
});
