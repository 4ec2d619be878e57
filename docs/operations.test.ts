import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../apps/server/src/platform/metrics.ts';
import { REFUSALS, WORDS } from '../apps/server/src/platform/probes/describe-fault.ts';
import { parse } from 'yaml';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const guide = read('docs/operations.md');
const rules = [
  ...read('operations/alerts.yml').matchAll(/- alert: (\w+)\n +expr: (.+)\n(?: +for: (\w+)\n)?/g),
].map(([, name = '', expr = '', lasts = '']) => ({ name, expr, lasts }));
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };
const { panels } = JSON.parse(read('operations/grafana-dashboard.json')) as { panels: Panel[] };

type Metric = { name: string; type: string; labelNames: string[] };
const metrics = createMetrics().registry.getMetricsAsArray() as unknown as Metric[];

/** The series that a query may name, each with its labels. */
const SERIES = new Map(
  metrics.flatMap(({ name, type, labelNames }) =>
    (String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((end): [string, string[]] => [
      name + end,
      [...labelNames, ...(end === '_bucket' ? ['le'] : [])],
    ]),
  ),
);
// Prometheus makes it itself, for each process that it scrapes.
SERIES.set('up', []);
/** Prometheus adds these to all that it scrapes. */
const ADDED = ['instance', 'job'];

/** Finds series that are not there, and labels that none of the series has. */
const findUnknown = (expr: string): string[] => {
  const bare = expr.replaceAll(/"[^"]*"/g, '""');
  const labels = [...bare.matchAll(/\b(?:by|without) \(([^)]*)\)|([a-z_]+)(?:=~|!~|!=|=)""/g)].flatMap(
    ([, list, label]) => (list ?? label ?? '').split(/, */),
  );
  const series = bare
    .replaceAll(/\{[^}]*\}|\[\w+\]|\b(?:by|without) \([^)]*\)|\b\d[\w.]*/g, ' ')
    .match(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)!
    .filter((word) => !AGGREGATIONS.has(word));
  const known = [...ADDED, ...series.flatMap((name) => SERIES.get(name) ?? [])];
  return [
    ...series.filter((name) => !SERIES.has(name)),
    ...labels.filter((label) => !known.includes(label)).map((label) => `label ${label}`),
  ];
};
// Those that stand before `by` have no parenthesis behind them.
const AGGREGATIONS = new Set(['sum', 'min', 'max']);

/** Each bound in the words of the guide, with the end of the expression of its alert, and for how long it must be so. */
const BOUNDS: Record<string, [said: string, ends: string, lasts?: string]> = {
  PartNotReady: ['for a minute', '== 0', '1m'],
  RequestsFail: ['More than one request in a hundred', '> 0\\.01'],
  RequestsSlow: ['One request in a hundred takes longer than a second', '> 1'],
  WebhooksLate: ['for more than a minute', '> 60'],
  AnchorsLate: ['for more than an hour', '> 3600'],
  SealEnds: ['within 30 days', '< 30 \\* 86400'],
  SealEndsSoon: ['within 7 days, or has ended', '< 7 \\* 86400'],
  AuthorityEnds: ['within 30 days', '< 30 \\* 86400'],
  AuthorityEndsSoon: ['within 7 days, or has ended', '< 7 \\* 86400'],
  BackupUnverified: ['for more than eight days', '> 8 \\* 86400'],
  JobsFail: ['more than five times in a quarter of an hour', '\\[15m\\]\\)\\) > 5'],
  JobsGaveUp: ['gave up', '> 0'],
  SomebodyGuesses: ['faster than one a second', '> 1'],
  EventLoopLate: ['half a second late', '> 0\\.5'],
  EventLoopStood: ['for more than a second', '> 1'],
  MemoryHigh: ['more than 1.5 GB', '> 1\\.5e9'],
};

describe('operations', () => {
  it('every alert asks for series and labels that /metrics has', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.flatMap(({ name, expr }) => findUnknown(expr).map((word) => `${name}: ${word}`))).toEqual(
      [],
    );
  });

  it('the alerts of requests leave out what asks how a process does: a /readyz that says 503 is no request that fails', () => {
    const served = read('apps/server/src/http/probes/serve-probes.ts');
    const probes = [...served.matchAll(/serve\(\s*'(\/\w+)'/g)].map(([, path = '']) => path);
    expect(probes).toHaveLength(3);
    const asked = rules.filter(({ expr }) => expr.includes('http_request_duration_seconds'));
    expect(asked.map(({ name }) => name)).toEqual(['RequestsFail', 'RequestsSlow']);
    for (const { expr } of asked) {
      const series = expr.match(/http_request_duration_seconds_\w+(\{[^}]*\})?/g)!;
      for (const one of series) {
        // Prometheus compares with the whole label.
        const leftOut = new RegExp(`^(?:${/route!~"([^"]*)"/.exec(one)?.[1]})$`);
        expect(probes.filter((path) => !leftOut.test(path))).toEqual([]);
        expect(leftOut.test('/api/v1/public/sessions')).toBe(false);
      }
    }
  });

  it('every panel of the dashboard asks for series and labels that /metrics has, and shows labels that are left', () => {
    const queries = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));
    expect(queries.length).toBeGreaterThan(10);
    expect(
      queries.flatMap(({ title, expr }) => findUnknown(expr).map((word) => `${title}: ${word}`)),
    ).toEqual([]);
    for (const { title, expr, legendFormat } of queries) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const kept = /by \(([^)]*)\)\s*\((?!.*\bby \()/.exec(expr)?.[1]?.split(/, */) ?? [...ADDED, ...shown];
      expect([title, shown.filter((label) => !kept.includes(label))]).toEqual([title, []]);
    }
  });

  it('what is not there is found', () => {
    expect(findUnknown('sum by (le, kid) (rate(gone_total{route="x"}[5m])) > 1.5e9')).toEqual([
      'gone_total',
      'label le',
      'label kid',
      'label route',
    ]);
    expect(findUnknown('max by (part) (part_ready{instance="a"}) == 0')).toEqual([]);
    expect(findUnknown('webhook_first_attempt_latency_seconds')).toEqual([
      'webhook_first_attempt_latency_seconds',
    ]);
  });

  it('every alert has its remedy in the guide, and the guide no other', () => {
    const section = /^## Alerts\n([^]*?)^## /m.exec(guide)![1]!;
    const remedies = [...section.matchAll(/^### (\w+)\n\n.{60,}/gm)].map(([, name]) => name);
    expect(remedies).toEqual(rules.map(({ name }) => name));
  });

  it.each(Object.entries(BOUNDS))(
    'the guide says when %s comes, as its rule does',
    (name, [said, ends, lasts]) => {
      const remedy = new RegExp(`^### ${name}\\n\\n(.+)$`, 'm').exec(guide)![1];
      expect(remedy).toContain(said);
      const rule = rules.find((one) => one.name === name)!;
      expect(rule.expr).toMatch(new RegExp(`${ends}$`));
      if (lasts) expect(rule.lasts).toBe(lasts);
    },
  );

  it('the guide has Prometheus read the processes as the job that the alerts name, with the token of /metrics', () => {
    const [, block = ''] = /```yaml\n(scrape_configs:[^]*?)```/.exec(guide)!;
    const jobs = new Set(rules.flatMap(({ expr }) => /job="([^"]+)"/.exec(expr)?.[1] ?? []));
    const { scrape_configs } = parse(block) as {
      scrape_configs: { job_name: string; authorization: object }[];
    };
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual([...jobs]);
    expect(scrape_configs[0]!.authorization).toEqual({ credentials: 'METRICS_TOKEN' });
  });

  it('the guide has every metric of the service with its labels, and every metric that it names exists', () => {
    const rows = [...guide.matchAll(/^\| `([a-z_]+)` +\| ([^|]*?) *\|/gm)].map(
      ([, name = '', labels = '']) => [name, [...labels.matchAll(/\w+/g)].map(([label]) => label)],
    );
    const own = metrics.filter(({ name }) => !/^(process|nodejs)_/.test(name));
    expect(rows.toSorted()).toEqual(own.map(({ name, labelNames }) => [name, labelNames]).toSorted());
    const named = [...guide.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, name = '']) => name);
    const known = new Set([...metrics.map(({ name }) => name), ...LOGGED]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('the guide has the words of every fault of /readyz, with their codes', () => {
    const section = /^## What \/readyz says\n([^]*?)^## /m.exec(guide)![1]!;
    const rows = [...section.matchAll(/^\| ([a-z][^|]*?) +\| ([^|]*?) +\|/gm)].slice(1);
    const codesOf = new Map(rows.map(([, words = '', codes = '']) => [words, codes]));
    expect([...codesOf.keys()].toSorted()).toEqual([...new Set(Object.values(WORDS))].toSorted());
    for (const [code, words] of Object.entries(WORDS)) expect(codesOf.get(words)).toContain(`\`${code}\``);
  });

  it('the guide says of each fault whether /readyz is 503 at once, as it is', () => {
    const section = /^## What \/readyz says\n([^]*?)^## /m.exec(guide)![1]!;
    const rows = [...section.matchAll(/^\| [a-z][^|]*\| ([^|]*?) +\| (at once|third time) +\|/gm)];
    expect(rows).toHaveLength(new Set(Object.values(WORDS)).size);
    for (const [, codes = '', counts] of rows) {
      const named = [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
      const isAtOnce = named.map((code) => REFUSALS.has(code));
      expect([codes, new Set(isAtOnce)]).toEqual([codes, new Set([counts === 'at once'])]);
    }
  });
});

/** Fields of the log that the guide names. */
const LOGGED = [
  'request_id',
  'stalled_ms',
  'duration_ms',
  'session_id',
  'organisation_id',
  'credential_id',
  'participant_id',
  'signature_id',
];
