import { stat } from 'node:fs/promises';
import { openSeal, type SealSettings, type SealTools } from './open-seal.ts';
import type { Seal, SealSource } from './seal.ts';

type Settings = Omit<SealSettings, 'sealP12'> & { sealP12: string | undefined };

/** Opens the seal, and opens it anew when its file has changed, so that a renewed seal needs no start. */
export const openSealSource = async (settings: Settings, tools: SealTools): Promise<SealSource> => {
  const { isRequired, sealP12 } = settings;
  if (sealP12 === undefined) {
    tools.log.warn('SEAL_P12 is not set: reports are made without a seal');
    return holdSeal(null, { isRequired });
  }
  let version = await readVersion(sealP12);
  let seal = await openSeal({ ...settings, sealP12 }, tools);
  const renew = async (): Promise<void> => {
    const found = await readVersion(sealP12);
    if (found === version) return;
    version = found;
    try {
      seal = await openSeal({ ...settings, sealP12 }, tools);
      tools.log.info({ subject: seal.subject, not_after: seal.notAfter }, 'SEAL_P12 was opened anew');
    } catch (error) {
      tools.log.error({ err: error }, 'SEAL_P12 was changed, and the seal before it is kept');
    }
  };
  return {
    isRequired,
    read: async () => {
      await renew();
      return seal;
    },
  };
};

/** A seal that never changes. */
export const holdSeal = (
  seal: Seal | null,
  { isRequired = false }: Partial<Pick<SealSource, 'isRequired'>> = {},
): SealSource => ({ isRequired, read: async () => seal });

/** Nanoseconds tell two writes apart that follow each other at once. */
const readVersion = async (file: string): Promise<string | undefined> => {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
};
