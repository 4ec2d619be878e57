import { BundleRefusal } from '../bundle-refusal.ts';

/**
 * A name that leads out of the folder into which the ZIP is unpacked, or that one system reads otherwise than another,
 * is refused, whether anything names the file or not.
 *
 * @throws {BundleRefusal} `unsafe_path`
 */
export function assertSafePath(path: string): void {
  const segments = path.replace(/\/$/, '').split('/');
  const isSafe = !/[\\:\p{Cc}]/u.test(path) && !segments.some((part) => ['', '.', '..'].includes(part));
  if (isSafe) return;
  throw new BundleRefusal(path, 'unsafe_path', 'Its name leads out of the folder in which it is unpacked.');
}
