import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a remux went. Without ffmpeg on the host there is none, and that is no failure of the video. */
export type Remuxed = { ok: true } | { ok: false; reason: 'missing' | 'failed' | 'timeout'; message: string };

export type RemuxVideo = (inputPath: string, outputPath: string) => Promise<Remuxed>;

const TIMEOUT_MS = 600_000;
/** What ffmpeg says of a file that it can't read is in its last lines. */
const KEPT_MESSAGE = 500;

/**
 * Writes a video anew with its length and an index, without touching its pictures: a browser's recorder writes
 * neither, so that players can't seek. ffmpeg reads this one file and nothing else that the file may name.
 */
export const createRemuxVideo =
  ({ ffmpegPath }: { ffmpegPath: string }): RemuxVideo =>
  async (inputPath, outputPath) => {
    const flags = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-i', inputPath];
    const child = spawn(ffmpegPath, [...flags, '-c', 'copy', '-y', outputPath], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-KEPT_MESSAGE);
    });
    try {
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      if (code === 0) return { ok: true };
      if (signal) return { ok: false, reason: 'timeout', message: 'The video took too long to process.' };
      return { ok: false, reason: 'failed', message: said.trim() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { ok: false, reason: 'missing', message: `There is no ${ffmpegPath} on this host.` };
    }
  };
