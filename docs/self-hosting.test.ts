import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PULL_WAIT_SECONDS } from '../packages/contract/src/index.ts';
import { describe, expect, it } from 'vitest';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const nginx = read('operations/nginx.conf');
const caddy = read('operations/Caddyfile');
const guide = read('docs/self-hosting.md');

/** The service's settings are in milliseconds, those of a proxy in seconds. */
const numberOf = (text: string, words: RegExp): number => Number(words.exec(text)![1]!.replaceAll('_', ''));

const drainSeconds = numberOf(read('apps/server/src/start-server.ts'), /DRAIN_MS = ([\d_]+)/) / 1000;
const pingSeconds =
  numberOf(read('apps/server/src/features/media/attach-signalling.ts'), /pingMs: ([\d_]+)/) / 1000;

describe('the files for what is in front', () => {
  it('wait for longer than a reader of webhooks, and than a silent socket of the live picture', () => {
    const [readSeconds, sendSeconds] = [/proxy_read_timeout (\d+)s/, /proxy_send_timeout (\d+)s/].map(
      (words) => numberOf(nginx, words),
    );
    for (const seconds of [readSeconds, sendSeconds]) {
      expect(seconds).toBeGreaterThan(2 * Math.max(MAX_PULL_WAIT_SECONDS, pingSeconds));
    }
    // Caddy has no such limit, unless it is told one.
    expect(caddy).not.toMatch(/read_timeout|write_timeout|response_header_timeout/);
  });

  it('end a connection that nobody uses before a process that stops does', () => {
    expect(numberOf(nginx, /keepalive_timeout (\d+)s/)).toBeLessThan(drainSeconds);
    expect(numberOf(caddy, /keepalive (\d+)s/)).toBeLessThan(drainSeconds);
    expect(numberOf(caddy, /health_interval (\d+)s/)).toBeLessThan(drainSeconds);
  });

  it('bound no body, keep none, and ask no other process after a 503', () => {
    expect(nginx).toContain('client_max_body_size 0;');
    expect(nginx).toContain('proxy_request_buffering off;');
    expect(nginx.match(/^ *proxy_next_upstream .*$/gm)).toEqual(['    proxy_next_upstream error timeout;']);
    expect([...nginx.matchAll(/^ *server [\d.:]+(.*);$/gm)].map(([, more]) => more)).toEqual([
      ' max_fails=0',
      ' max_fails=0',
    ]);
    expect(caddy).not.toMatch(/max_size|request_buffers|buffer_requests|unhealthy_status|fail_duration/);
  });

  it('log no address, since it may hold a token', () => {
    expect(nginx.match(/^ *access_log .*$/gm)).toEqual(['  access_log off;']);
    expect(caddy).not.toMatch(/^\s*log\b/m);
  });

  it('are what the guide says', () => {
    // nginx speaks HTTP/2 by this word from 1.25.1 on.
    expect(nginx).toContain('http2 on;');
    for (const file of [nginx, guide])
      expect(file).toMatch(/nginx 1\.25\.1 or newer|nginx\.conf\), for nginx 1\.25\.1/);
    const sentences = [
      `every ${pingSeconds} seconds`,
      numberOf(caddy, /health_interval (\d+)s/) === 1 ? 'looks at `/readyz` every second' : 'another figure',
      `may wait for ${MAX_PULL_WAIT_SECONDS} seconds`,
      `end after ${numberOf(nginx, /keepalive_timeout (\d+)s/)} seconds. A process that stops goes on for ${drainSeconds},`,
    ];
    expect(sentences.filter((words) => !guide.includes(words))).toEqual([]);
  });
});
