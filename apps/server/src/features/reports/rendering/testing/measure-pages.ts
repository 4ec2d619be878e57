import { inflateSync } from 'node:zlib';

/** The body of a page of A4, between the running texts: its edges in points from below. */
const BODY = { top: 842 - 22 * 2.8346, bottom: 20 * 2.8346 };

/** `end`: how much of its body a page has above its last line, from 0 to 1; `gap`: the largest blank stretch above that. */
export type Fill = { end: number; gap: number };

/** The layout of a report, page by page: where Typst sets texts, lines and pictures. */
export const measurePages = (pdf: Uint8Array): Fill[] => {
  const file = Buffer.from(pdf).toString('latin1');
  const kids = /\/Type \/Pages\n\s*\/Count \d+\n\s*\/Kids \[([^\]]+)\]/.exec(file)![1]!;
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const contents = /\/Contents (\d+) 0 R/.exec(file.slice(file.indexOf(`\n${page} 0 obj\n`)))![1]!;
    return measureSpans(listSpans(readStream(file, contents)));
  });
};

const readStream = (file: string, number: string): string => {
  const from = file.indexOf(`\n${number} 0 obj\n`);
  const length = Number(/\/Length (\d+)/.exec(file.slice(from))![1]);
  const start = file.indexOf('stream\n', from) + 'stream\n'.length;
  return inflateSync(Buffer.from(file.slice(start, start + length), 'latin1')).toString('latin1');
};

type Span = { top: number; bottom: number };

/** Typst begins each text, path and picture with its origin, and turns the axis of all but pictures. */
const listSpans = (content: string): Span[] =>
  content
    .replaceAll(/\/Artifact <<[^>]*\/Type \/Pagination\n>> BDC\n.*?EMC/gs, '')
    .split(/^q$/m)
    .flatMap((part): Span[] => {
      const origin = /^\n[-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) [-\d.]+ ([-\d.]+) cm$/m.exec(part);
      if (!origin) return [];
      const [height, y] = [Number(origin[1]), Number(origin[2])];
      if (/ Do$/m.test(part)) return [{ top: y + height, bottom: y }];
      const size = / ([\d.]+) Tf$/m.exec(part)?.[1];
      if (size) return [{ top: y + Number(size), bottom: y }];
      const depths = [...part.matchAll(/([-\d.]+) [mlc]$/gm)].map(([, depth]) => y - Number(depth));
      return depths.length > 0 ? [{ top: Math.max(...depths), bottom: Math.min(...depths) }] : [];
    });

const measureSpans = (spans: Span[]): Fill => {
  const height = BODY.top - BODY.bottom;
  let [reached, gap] = [BODY.top, 0];
  for (const { top, bottom } of spans.sort((one, other) => other.top - one.top)) {
    gap = Math.max(gap, reached - top);
    reached = Math.min(reached, bottom);
  }
  return { end: (BODY.top - reached) / height, gap: gap / height };
};
