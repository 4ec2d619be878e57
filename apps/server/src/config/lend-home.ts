import { homedir, tmpdir } from 'node:os';

/*
 * Imported before all else: graphile-worker has a library look below the user's home as it is loaded, and Node.js throws
 * where neither HOME nor the system names one. Nothing is read there.
 */
try {
  homedir();
} catch {
  process.env.HOME = tmpdir();
}
