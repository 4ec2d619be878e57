import { createChild } from '../../../platform/concurrency/create-child.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { DrawLogo, LogoOrder, LogoOutcome } from '../logos/draw-logo.ts';

export type { DrawLogo } from '../logos/draw-logo.ts';

/** A logo takes a tenth of a second. One that takes this long is made to. */
const TIMEOUT_MS = 10_000;
const IDLE_MS = 5_000;
/** The most that one within the bounds of judge-drawing.ts was seen to take is 230 MiB. */
const MEMORY_MB = 512;

/** Draws logos in a process of lowest priority and without the service's environment: what a logo does is done there. */
export const openLogoProcess = ({ log }: { log: Pick<Logger, 'warn'> }): DrawLogo =>
  createChild<LogoOrder, LogoOutcome>(new URL('../logos/logo-child.ts', import.meta.url), {
    name: 'logo',
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
    memoryMb: MEMORY_MB,
    log,
  }).run;
