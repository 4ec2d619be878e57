import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lowerProcess, watchProcess } from './bound-process.ts';
import { DECODING_POLICY } from './decoding-policy.ts';

/** `missing` says that the host has no ffmpeg, and nothing about the video. */
export type Remuxed = { ok: true } | { ok: false; reason: 'missing' | 'failed' | 'timeout'; message: string };

export type RemuxVideo = (inputPath: string, outputPath: string) => Promise<Remuxed>;

const { memoryMb, kinds } = DECODING_POLICY;
const KEPT_MESSAGE = 500;

/**
 * Browsers' recorders leave out the length and the index, without which players can't seek. The pictures are copied as
 * they are. ffmpeg may read this one file only, since a video can name others, and takes no more than it may.
 *
 * @param programPath where `ffmpegPath` is looked for, as PATH has it
 */
export const createRemuxVideo =
  ({ ffmpegPath, programPath }: { ffmpegPath: string; programPath: string | undefined }): RemuxVideo =>
  async (inputPath, outputPath) => {
    const flags = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-i', inputPath];
    const child = spawn(ffmpegPath, [...flags, '-c', 'copy', '-y', outputPath], {
      // A hostile file that takes ffmpeg over finds no secret here.
      env: { PATH: programPath },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: kinds.remux.timeoutMs,
      killSignal: 'SIGKILL',
    });
    lowerProcess(child.pid);
    let heavy: string | undefined;
    const unwatch = watchProcess(child.pid, { memoryMb, ...kinds.remux }, (words) => {
      heavy = words;
      child.kill('SIGKILL');
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-KEPT_MESSAGE);
    });
    try {
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      if (code === 0) return { ok: true };
      if (heavy) return { ok: false, reason: 'failed', message: heavy };
      if (signal) return { ok: false, reason: 'timeout', message: 'The video took too long to process.' };
      return { ok: false, reason: 'failed', message: said.trim() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { ok: false, reason: 'missing', message: `There is no ${ffmpegPath} on this host.` };
    } finally {
      unwatch();
    }
  };
